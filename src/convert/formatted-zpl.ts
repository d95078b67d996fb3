import type { ByteString } from '../zpl/byte-string.ts';
import { COMMAND_TABLE } from '../zpl/command-table/command-table.ts';
import { COUNTED_COMMANDS, commandsOf } from '../zpl/tokenize.ts';

/**
 * The stream with a command a line. Data stays as it is, byte for byte, so that the printer draws the same: the end of
 * a field follows its data on the same line, and so does any other command that ends data.
 */
export function formattedZpl(source: ByteString): ByteString {
  const parts: string[] = [];
  let at = 0;
  let isAtStart = true;
  let isInField = false;
  const add = (part: string): void => {
    if (part === '') return;
    parts.push(part);
    isAtStart = part.endsWith('\n');
  };
  for (const { name, start, end } of commandsOf(source)) {
    // Bytes outside of commands, which a printer passes over.
    add(withoutLineEnds(source.slice(at, start)));
    if (!isAtStart && !isInField && name !== '^FS') add('\n');
    add(withoutEndings(name, source.slice(start, end)));
    isInField = COMMAND_TABLE.get(name)?.holds === 'field-data';
    at = end;
  }
  add(withoutLineEnds(source.slice(at)));
  if (!isAtStart) add('\n');
  return parts.join('') as ByteString;
}

/** A command without meaningless line ends: all of them in parameters, those at the end of other data. */
function withoutEndings(name: string, words: string): string {
  const entry = COMMAND_TABLE.get(name);
  if (entry === undefined || entry.holds !== undefined || COUNTED_COMMANDS.has(name)) return words;
  const hasData = entry.parameters.some(({ kind }) => kind === 'data');
  return hasData ? words.replace(/[\r\n]+$/, '') : withoutLineEnds(words);
}

function withoutLineEnds(text: string): string {
  return text.replace(/[\r\n]+/g, '');
}
