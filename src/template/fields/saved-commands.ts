import { LIMITS } from '../../limits.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { PREFIX_CHANGES } from '../../zpl/command-table/command-table.ts';
import { type Command, commandsOf, DEFAULT_PREFIXES, type Prefixes } from '../../zpl/tokenize.ts';

/** A command of the saved stream, with the prefixes that were in force for it. */
export interface SavedCommand {
  readonly command: Command;
  readonly prefixes: Prefixes;
}

export interface Commands {
  readonly commands: readonly SavedCommand[];
  /** Every format and control prefix that the stream uses anywhere. */
  readonly everyPrefix: string;
  /** The prefixes in force at the end. */
  readonly last: Prefixes;
}

/**
 * All commands of a stream, or null when it has more than 10000 command prefixes; one that begins no complete
 * command counts too, one in a binary payload or in data does not.
 */
export function readCommands(zpl: ByteString): Commands | null {
  const commands: SavedCommand[] = [];
  const everyPrefix = new Set<string>();
  let prefixes = DEFAULT_PREFIXES;
  let count = 0;
  let at = 0;
  const countUpTo = (end: number): void => {
    everyPrefix.add(prefixes.format).add(prefixes.control);
    for (; at < end && count <= LIMITS.zplPrefixes; at++) {
      if (zpl[at] === prefixes.format || zpl[at] === prefixes.control) count++;
    }
  };
  for (const command of commandsOf(zpl)) {
    countUpTo(command.start);
    if (++count > LIMITS.zplPrefixes) return null;
    commands.push({ command, prefixes });
    prefixes = changePrefixes(prefixes, command);
    at = command.end;
  }
  countUpTo(zpl.length);
  return count > LIMITS.zplPrefixes
    ? null
    : { commands, everyPrefix: [...everyPrefix].join(''), last: prefixes };
}

/**
 * Commands that restore, for the label that follows, the prefixes and the encoding that a label has changed: both
 * outlive `^XZ`. A format that sets only an encoding prints nothing.
 */
export function stateReset({ format, control, delimiter }: Prefixes, withEncoding: boolean): ByteString {
  const usual = DEFAULT_PREFIXES;
  let text = '';
  if (delimiter !== usual.delimiter) text += `${format}CD${usual.delimiter}`;
  if (control !== usual.control) text += `${format}CT${usual.control}`;
  if (format !== usual.format) text += `${format}CC${usual.format}`;
  if (withEncoding) text += '^XA^CI0^XZ';
  return text as ByteString;
}

/** The prefixes in force after a command. */
export function changePrefixes(prefixes: Prefixes, { name, params }: Command): Prefixes {
  const character = params[0];
  const changed = PREFIX_CHANGES[name];
  return changed === undefined || character === undefined ? prefixes : { ...prefixes, [changed]: character };
}
