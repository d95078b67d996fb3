import type { SavedCommand } from '../template/fields/saved-commands.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { COMMAND_TABLE } from '../zpl/command-table/command-table.ts';
import type { Command } from '../zpl/tokenize.ts';

/** A command of the stream in a label that is made of it. */
export interface Piece extends SavedCommand {
  /** The text sent in its place; null to keep it, empty to leave it out. */
  text: ByteString | null;
  /** The text sent after it. */
  after: string;
}

/** Commands from `^XA` to `^XZ`, or those between two formats. */
export interface Group {
  readonly kind: 'format' | 'between';
  readonly pieces: readonly Piece[];
}

/** Whether a command changes how later labels are drawn. */
export function isSetting({ name }: Command): boolean {
  return COMMAND_TABLE.get(name)?.outlivesLabel === true;
}

/**
 * The topic of a command that sets up a printer or its next job and leaves the picture as it is; undefined for any
 * other command. A label with such a command changes the printer of everybody who prints it. A prefix that is set to
 * its present value counts too: drivers begin with these commands, in case the previous job changed a prefix.
 */
export function setupOf({ command, prefixes }: Piece): string | undefined {
  const entry = COMMAND_TABLE.get(command.name);
  if (entry?.prefix === undefined) return entry?.setsUp;
  return command.params === prefixes[entry.prefix] ? 'unchanged prefixes' : undefined;
}
