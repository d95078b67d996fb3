import { COMMAND_TABLE } from '../zpl/command-table/command-table.ts';
import type { Notes } from './note.ts';
import type { Piece } from './pieces.ts';

/**
 * The topic of a command that sets up a printer or its next job and leaves the picture as it is; undefined for all
 * others. A label that brings such a command changes the printer of everybody who prints it. Prefixes that are set to
 * what they are belong to these: drivers begin with them in case that the job before left others behind.
 */
export function setupOf({ command, prefixes }: Piece): string | undefined {
  const entry = COMMAND_TABLE.get(command.name);
  if (entry?.prefix === undefined) return entry?.setsUp;
  return command.params === prefixes[entry.prefix] ? 'prefixes as they are' : undefined;
}

/** Says that a command sets up the printer, and whether it is left out. */
export function noteSetup({ command }: Piece, setup: string, isRemoved: boolean, notes: Notes): void {
  const shown = command.name + command.params.trim().slice(0, 20);
  const what = `${shown} sets up the printer (${setup})`;
  notes.add('info', 'setup', command, isRemoved ? `${what} and is left out` : what);
}
