import type { ByteString } from '../../zpl/byte-string.ts';
import { type Command, tokenize } from '../../zpl/tokenize.ts';
import type { TextRange } from '../engine/messages.ts';

/** A field of the text, from its origin to its end. */
export interface SourceField extends TextRange {
  readonly commands: readonly Command[];
}

let read: { readonly text: string; readonly commands: readonly Command[] } | null = null;

/** The commands of a text. The last text is read only once. */
export function commandsIn(text: string): readonly Command[] {
  // Offsets count characters: the bytes that begin and end commands are ASCII.
  if (read?.text !== text) read = { text, commands: [...tokenize(text as ByteString)] };
  return read.commands;
}

/** The commands between which a field lies. */
export const FIELD_BOUNDS: ReadonlySet<string> = new Set(['^XA', '^XZ', '^FS']);

/**
 * The field around a place of the text. It begins with its origin, if it has one, and ends with its `^FS`. Null if no
 * field is at the place.
 */
export function fieldAt(text: string, at: number): SourceField | null {
  const commands = commandsIn(text);
  const found = commands.findIndex(({ start, end }) => start <= at && at < end);
  const here = commands[found];
  if (here === undefined || here.name === '^XA' || here.name === '^XZ') return null;
  let first = found;
  while (first > 0 && !FIELD_BOUNDS.has(commands[first - 1]?.name ?? '')) first--;
  let last = found;
  while (last < commands.length - 1 && commands[last]?.name !== '^FS' && commands[last + 1]?.name !== '^XZ')
    last++;
  const all = commands.slice(first, last + 1);
  const origin = all.findIndex(({ name }) => name === '^FO' || name === '^FT');
  const isBeforeOrigin = origin > found - first;
  const own = isBeforeOrigin || origin < 0 ? all : all.slice(origin);
  const [begin, end] = [own[0], own.at(-1)];
  if (begin === undefined || end === undefined) return null;
  // White space after ^FS belongs to no field.
  const stop = end.name === '^FS' ? end.paramsStart : end.end;
  return { start: begin.start, end: stop, commands: own };
}

/** A change of the text: the new text of a range. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** The position in a field's origin, to which `^LH` adds; null if the origin gives none. */
export function originOf({ commands }: SourceField): { readonly x: number; readonly y: number } | null {
  // The last origin counts.
  const origin = commands.findLast(({ name }) => name === '^FO' || name === '^FT');
  if (origin === undefined || !/\d/.test(origin.params)) return null;
  const [x = 0, y = 0] = origin.params.split(origin.delimiter).map((each) => Number.parseInt(each) || 0);
  return { x, y };
}
