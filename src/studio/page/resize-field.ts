import type { ByteString } from '../../zpl/byte-string.ts';
import { type Command, tokenize } from '../../zpl/tokenize.ts';
import type { Corner } from './geometry.ts';
import type { SourceField, TextChange } from './source-fields.ts';

/** Which parameters of a command, from 0, grow with the field's width and with its height. */
interface Sized {
  readonly x?: number;
  readonly y?: number;
}

/** Commands that say how large a field is. */
const SIZED: Readonly<Record<string, Sized>> = {
  '^A': { x: 2, y: 1 },
  '^B0': { y: 1 },
  '^B1': { y: 2 },
  '^B2': { y: 1 },
  '^B3': { y: 2 },
  '^B7': { y: 1 },
  '^B8': { y: 1 },
  '^B9': { y: 1 },
  '^BA': { y: 1 },
  '^BC': { y: 1 },
  '^BE': { y: 1 },
  '^BI': { y: 1 },
  '^BJ': { y: 1 },
  '^BK': { y: 2 },
  '^BO': { y: 1 },
  '^BQ': { y: 2 },
  '^BU': { y: 1 },
  '^BX': { y: 1 },
  '^FB': { x: 0 },
  '^GB': { x: 0, y: 1 },
  '^GC': { y: 0 },
  '^GD': { x: 0, y: 1 },
  '^GE': { x: 0, y: 1 },
  '^GS': { x: 2, y: 1 },
  '^TB': { x: 1, y: 2 },
};

/** Commands whose sizes are never turned. */
const UPRIGHT = new Set(['^GB', '^GC', '^GD', '^GE', '^BQ']);

/**
 * The changes of the text that make a field so many times as wide and as high: numbers that say its size become others, and
 * nothing else. None where the field does not say its size itself.
 */
export function resizedField(
  text: string,
  field: SourceField,
  by: { readonly x: number; readonly y: number },
): readonly TextChange[] {
  const isAcross = /[RB]/.test(orientationOf(text, field));
  return field.commands.flatMap((command) => {
    const { x, y } = SIZED[command.name] ?? {};
    const swap = isAcross && !UPRIGHT.has(command.name);
    return [
      ...(x === undefined ? [] : scaledNumber(command, x, swap ? by.y : by.x)),
      ...(y === undefined ? [] : scaledNumber(command, y, swap ? by.x : by.y)),
    ];
  });
}

function scaledNumber({ params, paramsStart, delimiter }: Command, index: number, by: number): TextChange[] {
  const parts = params.split(delimiter);
  const written = /\d+/.exec(parts[index] ?? '');
  // Nought means that another number says it.
  if (written === null || Number(written[0]) === 0) return [];
  const size = String(Math.max(1, Math.round(Number(written[0]) * by)));
  if (size === written[0]) return [];
  const before = parts.slice(0, index).join(delimiter).length + (index === 0 ? 0 : delimiter.length);
  const from = paramsStart + before + written.index;
  return [{ from, to: from + written[0].length, insert: size }];
}

/** The corner that moves when a field grows, on a label that is printed upright: the one across from its origin. */
export function growingCorner(text: string, field: SourceField): Corner {
  const origin = field.commands.findLast(({ name }) => name === '^FO' || name === '^FT');
  const isRightJustified = origin?.params.split(origin.delimiter)[2]?.trim() === '1';
  // The origin of ^FO is the upper left of the box, however the field is turned, or its upper right.
  if (origin?.name !== '^FT') return { isRight: !isRightJustified, isLower: true };
  // That of ^FT is on the line, where reading begins, or where it ends: the box goes on along the line and up from it.
  const isUpright = field.commands.some(({ name }) => UPRIGHT.has(name));
  const orientation = isUpright ? 'N' : orientationOf(text, field);
  const isRight = /[NR]/.test(orientation);
  const isLower = /[RI]/.test(orientation);
  if (!isRightJustified) return { isRight, isLower };
  return /[NI]/.test(orientation) ? { isRight: !isRight, isLower } : { isRight, isLower: !isLower };
}

/** The letter by which the field is turned: that of its commands, or of the `^FW` in force at them. */
function orientationOf(text: string, field: SourceField): string {
  let byDefault = 'N';
  let own = byDefault;
  let isBarcode = false;
  for (const { name, params, start } of tokenize(text as ByteString)) {
    if (start >= field.end) break;
    const letter = (name === '^A' ? params.slice(1) : params).trim().charAt(0).toUpperCase();
    const named = /[NRIB]/.test(letter) ? letter : null;
    if (name === '^FW') {
      byDefault = named ?? byDefault;
      // An open field turns with it, unless it is a barcode.
      if (!isBarcode) own = byDefault;
    } else if (start >= field.start && /^\^B.$/.test(name) && name !== '^BY') {
      isBarcode = true;
      own = named ?? byDefault;
    } else if (start >= field.start && !isBarcode) {
      if (name === '^A' || name === '^GS') own = named ?? byDefault;
      if (name === '^TB') own = named ?? own;
    }
  }
  return own;
}
