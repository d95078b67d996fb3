import type { ByteString } from '../../zpl/byte-string.ts';
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
