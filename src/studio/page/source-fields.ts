import type { ByteString } from '../../zpl/byte-string.ts';
import { PLACES } from '../../zpl/command-table/entry.ts';
import { type Command, tokenize } from '../../zpl/tokenize.ts';
import type { TextRange } from '../engine/messages.ts';

/** A field as it stands in the text: from its origin to its end. */
export interface SourceField extends TextRange {
  readonly commands: readonly Command[];
}

let read: { readonly text: string; readonly commands: readonly Command[] } | null = null;

/** The commands of a text, which are read once however often they are asked for in turn. */
export function commandsIn(text: string): readonly Command[] {
  // Offsets of characters: what begins and ends commands is ASCII.
  if (read?.text !== text) read = { text, commands: [...tokenize(text as ByteString)] };
  return read.commands;
}

/** Commands that a field cannot reach beyond. */
const BOUNDS = new Set(['^XA', '^XZ', '^FS']);

/**
 * The field around a place of the text: it begins with its origin where it has one, and ends with its `^FS`. Null where
 * the place is in none.
 */
export function fieldAt(text: string, at: number): SourceField | null {
  const commands = commandsIn(text);
  const found = commands.findIndex(({ start, end }) => start <= at && at < end);
  const here = commands[found];
  if (here === undefined || here.name === '^XA' || here.name === '^XZ') return null;
  let first = found;
  while (first > 0 && !BOUNDS.has(commands[first - 1]?.name ?? '')) first--;
  let last = found;
  while (last < commands.length - 1 && commands[last]?.name !== '^FS' && commands[last + 1]?.name !== '^XZ')
    last++;
  const all = commands.slice(first, last + 1);
  const origin = all.findIndex(({ name }) => name === '^FO' || name === '^FT');
  const isBeforeOrigin = origin > found - first;
  const own = isBeforeOrigin || origin < 0 ? all : all.slice(origin);
  const [begin, end] = [own[0], own.at(-1)];
  if (begin === undefined || end === undefined) return null;
  // White space after ^FS is nobody's.
  const stop = end.name === '^FS' ? end.paramsStart : end.end;
  return { start: begin.start, end: stop, commands: own };
}

/** A change of the text: what stands in a range becomes something else. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The place that a field's origin writes, to which `^LH` adds; null where it writes none. */
export function originOf({ commands }: SourceField): { readonly x: number; readonly y: number } | null {
  // The last one counts.
  const origin = commands.findLast(({ name }) => name === '^FO' || name === '^FT');
  if (origin === undefined || !/\d/.test(origin.params)) return null;
  const [x = 0, y = 0] = origin.params.split(origin.delimiter).map((each) => Number.parseInt(each) || 0);
  return { x, y };
}

/** Why a field cannot be moved by its origin. */
export type Immovable = 'no-origin' | 'no-coordinates' | 'units';

/**
 * The changes of the text that move a field by so many dots of the label: the coordinates of its `^FO` or `^FT` become
 * others, and nothing else. A coordinate that an `^FT` leaves out follows the text before, and stays out.
 */
export function movedField(
  text: string,
  field: SourceField,
  by: { readonly x: number; readonly y: number },
): readonly TextChange[] | Immovable {
  // The last one counts.
  const origin = field.commands.findLast(({ name }) => name === '^FO' || name === '^FT');
  if (origin === undefined) return 'no-origin';
  if (countsInUnits(text, origin.start)) return 'units';
  const [x = '', y = ''] = origin.params.split(origin.delimiter);
  if (origin.name === '^FT' && !/\d/.test(x + y)) return 'no-coordinates';
  const from = origin.paramsStart;
  const changes: TextChange[] = [];
  const change = (start: number, written: string, delta: number): void => {
    const number = /-?\d+/.exec(written);
    if (delta === 0 || (number === null && origin.name === '^FT')) return;
    const before = Number(number?.[0] ?? 0);
    const after = String(Math.min(PLACES[1], Math.max(0, before + delta)));
    const at = start + (number?.index ?? 0);
    changes.push({ from: at, to: at + (number?.[0].length ?? 0), insert: after });
  };
  change(from, x, by.x);
  // Without a delimiter there is no place for the second one yet.
  const hasDelimiter = origin.params.includes(origin.delimiter);
  if (hasDelimiter) change(from + x.length + origin.delimiter.length, y, by.y);
  else if (by.y > 0 && origin.name === '^FO') {
    const end = from + x.trimEnd().length;
    changes.push({ from: end, to: end, insert: `${origin.delimiter}${by.y}` });
  }
  return changes;
}

/** Whether `^MU` makes coordinates anything but dots at a place of the text. */
function countsInUnits(text: string, at: number): boolean {
  let isInUnits = false;
  for (const { name, params, start } of commandsIn(text)) {
    if (start >= at) break;
    if (name === '^MU') isInUnits = !/^\s*D?\s*$/i.test(params);
  }
  return isInUnits;
}
