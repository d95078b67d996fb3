import { StreamLanguage, type StringStream } from '@codemirror/language';
import { COMMAND_TABLE } from '../../zpl/command-table/command-table.ts';

/** The state of the highlighter after the name of a command. */
interface State {
  inside: 'nothing' | 'parameters' | 'data' | 'comment';
}

/** Highlights ZPL: commands, their parameters, field data and the placeholders in it. */
export const zplLanguage = StreamLanguage.define<State>({
  name: 'zpl',
  startState: () => ({ inside: 'nothing' }),
  copyState: (state) => ({ ...state }),
  token: (stream, state) => commandToken(stream, state) ?? innerToken(stream, state),
});

/** The canonical name of a written command: upper case, `^A` for all fonts. */
export function canonicalName(written: string): string {
  const name = written.toUpperCase();
  return name.startsWith('^A') ? '^A' : name;
}

function commandToken(stream: StringStream, state: State): string | null {
  if (!stream.match(/^[\^~](?:A|[A-Z0-9@][A-Z0-9@])/i)) return null;
  const name = canonicalName(stream.current());
  const entry = COMMAND_TABLE.get(name);
  state.inside =
    entry?.holds === 'field-data' ? 'data' : entry?.holds === 'comment' ? 'comment' : 'parameters';
  if (/^\^(XA|XZ|FS)$/.test(name)) return 'processingInstruction';
  return entry !== undefined || name.startsWith('^B') ? 'keyword' : 'labelName';
}

function innerToken(stream: StringStream, { inside }: State): string | null {
  if (inside === 'comment') {
    stream.next();
    stream.eatWhile(/[^^~]/);
    return 'comment';
  }
  if (inside === 'data') {
    if (stream.match(/^\{[^{}^~]*\}/)) return 'variableName';
    stream.next();
    stream.eatWhile(/[^^~{]/);
    return 'string';
  }
  if (stream.match(/^[-+]?\d+(\.\d+)?/)) return 'number';
  stream.next();
  return null;
}
