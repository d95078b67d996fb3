import type { Slot } from '../../../zpl/command-table/command-table.ts';
import type { Command } from '../../../zpl/tokenize.ts';
import type { TextChange } from '../source-fields.ts';

/** The value of a parameter as it is written, without white space around it; empty if it is left out. */
export function writtenValue(command: Command, slot: Slot): string {
  return placeOf(command, slot).written;
}

/** The changes that give a parameter another value, and change nothing else. */
export function parameterChanges(command: Command, slot: Slot, value: string): readonly TextChange[] {
  const { from, to, written, missing } = placeOf(command, slot);
  return written === value ? [] : [{ from, to, insert: missing + value }];
}

/** The place of a parameter among those of its command. */
interface Place {
  readonly from: number;
  readonly to: number;
  readonly written: string;
  /** Delimiters to write before the value. */
  readonly missing: string;
}

function placeOf({ params, paramsStart, delimiter }: Command, { at, number }: Slot): Place {
  // The letter of ^A comes before its first delimited parameter.
  const glued = number - 1 - at;
  if (at < 0) {
    const written = params.slice(0, glued).trim();
    return { from: paramsStart, to: paramsStart + written.length, written, missing: '' };
  }
  const start = paramsStart + glued;
  const delimited = params.slice(glued);
  const parts = delimited.split(delimiter, at + 1);
  const part = parts[at];
  if (part === undefined) {
    const end = start + delimited.trimEnd().length;
    return { from: end, to: end, written: '', missing: delimiter.repeat(at - parts.length + 1) };
  }
  const written = part.trim();
  const before = parts.slice(0, at).reduce((length, each) => length + each.length + delimiter.length, 0);
  const from = start + before + (written === '' ? 0 : part.indexOf(written));
  return { from, to: from + written.length, written, missing: '' };
}
