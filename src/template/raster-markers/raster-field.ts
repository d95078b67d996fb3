import { fail } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { FIELD_BYTES_MAX } from '../../zpl/command-table/graphics.ts';
import { bandsOf, encodeGraphic, placeOfBand } from '../../zpl/graphic-encode.ts';
import type { Prefixes } from '../../zpl/tokenize.ts';
import { type FieldPlace, missingReason, type TokenValues } from '../fields/data-source.ts';
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
  /** The bytes between the origin's parameters and the data of `^GF`: other commands, and the name of `^GF`. */
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
  /** The place of bands, for a raster that is too large for one `^GF`; null where it stays one all the same. */
  readonly bands: BandPlace | null;
}

export interface BandPlace {
  readonly command: '^FO' | '^FT';
  /** Dots from the label's home down to the upper edge of the raster. */
  readonly top: number;
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
  values: TokenValues,
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
  const written = writeFields(field, drawn);
  if (written.length > LIMITS.zplUnits)
    fail('too_large', 'a re-encoded barcode is larger than the output may be');
  return (lead + written) as ByteString;
}

/** The field but for its `^FS`; where a `^GF` would be too large, fields of bands that draw the same dots. */
function writeFields({ origin, between, prefixes }: RasterField, { width, height, data }: Drawn): string {
  const bytesPerRow = Math.ceil(width / 8);
  const params = placeOf(origin, bytesPerRow * 8, height);
  const fieldOf = (place: readonly string[], dots: Uint8Array): string =>
    origin.name + place.join(origin.delimiter) + between + encodeGraphic(dots, bytesPerRow, prefixes);
  const { bands } = origin;
  if (bands === null || data.length <= FIELD_BYTES_MAX) return fieldOf(params, data);
  const { command, top } = bands;
  return bandsOf({ data, bytesPerRow, rows: height })
    .map((band) => {
      const place = [params[0] ?? '', String(placeOfBand(command, top, band)), ...params.slice(2)];
      return fieldOf(place, band.data);
    })
    .join(`${prefixes.format}FS`);
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

/** A value as a fault shows it: the beginning of a picture shows its type. */
function shown(value: string, { kind }: Marker): string {
  return kind === 'picture' && value.length > SHOWN_PICTURE ? `${value.slice(0, SHOWN_PICTURE)}…` : value;
}

const SHOWN_PICTURE = 40;

/** The parameters of the origin command of a raster of this size. */
function placeOf({ params, moves }: RasterOrigin, width: number, height: number): string[] {
  const place = [...params];
  for (const { index, edge } of moves) {
    place[index] = String(Math.max(0, edge + (index === 0 ? width : height)));
  }
  return place;
}
