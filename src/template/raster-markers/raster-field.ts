import { fail } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { encodeGraphic } from '../../zpl/graphic-encode.ts';
import type { Prefixes } from '../../zpl/tokenize.ts';
import { type FieldPlace, missingReason, type Values } from '../fields/data-source.ts';
import type { Token } from '../placeholders/token.ts';
import type { SubstitutionBudget } from '../records/substitution-budget.ts';
import { drawMarker } from './draw-marker.ts';
import type { Marker, SymbolMarker } from './marker.ts';
import { drawPicture, type RasterBox } from './picture-value.ts';

/** A raster whose marker has placeholders: from its origin command to the end of its `^GF`. */
export interface RasterField extends FieldPlace {
  readonly kind: 'raster';
  readonly marker: Marker;
  /** The size of the saved raster. */
  readonly box: RasterBox;
  /** The marker's template: literal texts and indexes of tokens. */
  readonly parts: readonly (string | number)[];
  readonly origin: RasterOrigin;
  /** From the origin's parameters to the data of `^GF`: other commands, and the name of `^GF`. */
  readonly between: ByteString;
  /** Prefixes and delimiter in force at the `^GF`. */
  readonly prefixes: Prefixes;
}

/** The origin command, and how its coordinates follow the size of the raster. */
export interface RasterOrigin {
  /** Prefix and name. */
  readonly name: ByteString;
  readonly params: readonly string[];
  readonly delimiter: string;
  /** Coordinates that stand for the far edge of the saved raster. */
  readonly moves: readonly OriginMove[];
}

export interface OriginMove {
  /** The parameter: 0 for x, 1 for y. */
  readonly index: 0 | 1;
  /** The coordinate of the near edge in dots: where the raster begins. */
  readonly edge: number;
}

/**
 * `lead` and then the field with its symbol or picture drawn again, its top left corner where it was saved. The budget
 * keeps what is wrong with the content; fails with too_large (413) on too many dots or too much work.
 */
export function writeRaster(
  field: RasterField,
  lead: ByteString,
  values: Values,
  tokens: readonly Token[],
  budget: SubstitutionBudget,
): ByteString {
  const { marker } = field;
  const { symbology, template } = marker;
  let value = '';
  let reason: string | null = null;
  for (const part of field.parts) {
    if (typeof part === 'string') {
      value += part;
      continue;
    }
    const token = tokens[part] as Token;
    if (values[part] === undefined) reason ??= missingReason(token);
    value += values[part] ?? `{${token.name}}`;
  }
  const fault = (because: string): ByteString => {
    budget.faults.barcode({ symbology, template, value: shown(value, marker), reason: because });
    return '' as ByteString;
  };
  if (reason !== null) return fault(reason);
  const drawn =
    marker.kind === 'picture'
      ? drawPicture(marker, value, field.box, budget)
      : drawSymbol(marker, value, budget);
  if ('reason' in drawn) return fault(drawn.reason);
  const { width, height, data } = drawn;
  const bytesPerRow = Math.ceil(width / 8);
  const graphic = encodeGraphic(data, bytesPerRow, field.prefixes);
  if (graphic.length > LIMITS.zplUnits)
    fail('too_large', 'a re-encoded barcode is larger than the output may be');
  const origin = writeOrigin(field.origin, bytesPerRow * 8, height);
  return (lead + origin + field.between + graphic) as ByteString;
}

interface Drawn {
  /** Dots. */
  readonly width: number;
  readonly height: number;
  /** Packed rows, 1 is black. */
  readonly data: Uint8Array;
}

function drawSymbol(
  marker: SymbolMarker,
  value: string,
  budget: SubstitutionBudget,
): Drawn | { readonly reason: string } {
  const { symbology } = marker;
  budget.spendMarker(symbology, value);
  const encoded = drawMarker({ ...marker, value }, (width, height) => budget.spendRaster(width, height));
  if (!encoded.ok && encoded.kind === 'dots') {
    fail('too_large', `a re-encoded ${symbology} is too large, ${encoded.reason}`);
  }
  return encoded;
}

/** A value as a fault shows it: of a picture, the beginning says what it is. */
function shown(value: string, { kind }: Marker): string {
  return kind === 'picture' && value.length > SHOWN_PICTURE ? `${value.slice(0, SHOWN_PICTURE)}…` : value;
}

const SHOWN_PICTURE = 40;

function writeOrigin(origin: RasterOrigin, width: number, height: number): string {
  const params = [...origin.params];
  for (const { index, edge } of origin.moves) {
    params[index] = String(Math.max(0, edge + (index === 0 ? width : height)));
  }
  return origin.name + params.join(origin.delimiter);
}
