import { changePrefixes } from '../template/fields/saved-commands.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { parseObjectName } from '../zpl/objects.ts';
import { type Command, DEFAULT_PREFIXES, tokenize } from '../zpl/tokenize.ts';
import { nameParameter } from './stored-names.ts';

/** A format that a stream stores (`^DF`) and never recalls. */
export interface UnrecalledFormat {
  readonly command: Command;
  /** The ZPL that prints it as it is. */
  readonly recall: string;
}

/**
 * Formats that a stream stores without recalling them: the exports of design programs, or the formats that an ERP
 * sends to its printers once. The recalls are written with the prefixes that are in force at the end of the stream.
 */
export function unrecalledFormats(zpl: ByteString): readonly UnrecalledFormat[] {
  const stored = new Map<string, Command>();
  let prefixes = DEFAULT_PREFIXES;
  for (const command of tokenize(zpl)) {
    prefixes = changePrefixes(prefixes, command);
    if (command.name === '^DF') stored.set(fileOf(command), command);
    else if (command.name === '^XF' || command.name === '^ID') stored.delete(fileOf(command));
  }
  const { format } = prefixes;
  return [...stored.values()].map((command) => {
    const name = nameOf(command);
    return { command, recall: `${format}XA${format}XF${name}${format}FS${format}XZ` };
  });
}

function nameOf(command: Command): string {
  return nameParameter(command).trim();
}

/** The file without its drive, which a recall may leave out. */
function fileOf(command: Command): string {
  return parseObjectName(nameOf(command), 'ZPL').file;
}
