import {
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  pickedCompletion,
} from '@codemirror/autocomplete';
import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import type { ByteString } from '../../zpl/byte-string.ts';
import { COMMAND_TABLE, type CommandEntry, type Parameter } from '../../zpl/command-table/command-table.ts';
import { tokenize } from '../../zpl/tokenize.ts';
import { h } from './dom.ts';
import { FIELD_BOUNDS } from './source-fields.ts';
import { canonicalName } from './zpl-language.ts';

/** Longer commands are pictures, inside which no help is shown. */
const COMMAND_MAX = 10_000;

/** Shows or hides the help for the command at the cursor. */
const showHelp = StateEffect.define<boolean>();

const COMMANDS: readonly Completion[] = [...COMMAND_TABLE].map(([name, entry]) => ({
  label: name,
  detail: signature(entry),
  info: () => described(name, entry),
  type: 'keyword',
  apply: (view, completion, from, to) =>
    view.dispatch({
      ...insertCompletionText(view.state, name, from, to),
      annotations: pickedCompletion.of(completion),
      effects: showHelp.of(entry.parameters.length > 0),
    }),
}));

/** Completions of commands by their titles, so that `qr` finds `^BQ`. @param prefix is put before each title */
function byWords(prefix: string): readonly Completion[] {
  return COMMANDS.map((command) => {
    const title = COMMAND_TABLE.get(command.label)?.title ?? '';
    return { ...command, label: prefix + title, displayLabel: command.label, detail: title };
  });
}

const WORDS = byWords('');
const PREFIXED_WORDS = byWords('^');

/** Completes commands, by their names and titles, and the letters of a parameter. */
export function completeZpl(context: CompletionContext): CompletionResult | null {
  const name = context.matchBefore(/[\^~][A-Za-z0-9@]{0,2}/);
  if (name !== null) {
    const isWord = /^\^[a-z]+$/.test(name.text);
    const options = isWord ? [...COMMANDS, ...PREFIXED_WORDS] : COMMANDS;
    return { from: name.from, options, validFor: isWord ? /^\^[a-z]{1,2}$/ : /^[\^~][A-Z0-9@]{0,2}$/ };
  }
  const word = context.matchBefore(/\^?[a-z][a-z0-9 -]*/);
  if (word !== null) {
    const isPrefixed = word.text.startsWith('^');
    const before = isPrefixed ? null : parameterAt(context.state.doc.toString(), word.from);
    const isCommand = isPrefixed && COMMAND_TABLE.has(canonicalName(word.text.slice(0, 3)));
    if (!isCommand && (before === null || FIELD_BOUNDS.has(before.name))) {
      const options = isPrefixed ? PREFIXED_WORDS : WORDS;
      return { from: word.from, options, validFor: /^\^?[a-z][a-z0-9 -]*$/ };
    }
  }
  const found = parameterAt(context.state.doc.toString(), context.pos);
  if (found?.parameter?.choices === undefined) return null;
  const options = Object.entries(found.parameter.choices).map(([label, detail]) => ({ label, detail }));
  return { from: context.pos - found.before.length, options };
}

/** Help for the command at the pointer, with the parameter there marked. */
export const zplHover = hoverTooltip((view, position) => {
  const found = parameterAt(view.state.doc.toString(), position);
  if (found === null) return null;
  const { name, entry, start, end, index } = found;
  return { pos: start, end, above: true, create: () => ({ dom: described(name, entry, index) }) };
});

/** Help that stays while a command is written, with the parameter at the cursor marked. */
interface WrittenHelp {
  readonly start: number;
  readonly index: number;
  readonly tooltip: Tooltip;
}

const help = StateField.define<WrittenHelp | null>({
  create: () => null,
  update(now, transaction) {
    const effect = transaction.effects.find((each) => each.is(showHelp));
    if (effect !== undefined) return effect.value ? helpAt(transaction.state, null) : null;
    const isSame = now === null || (!transaction.docChanged && transaction.selection === undefined);
    return isSame ? now : helpAt(transaction.state, now);
  },
  provide: (field) => showTooltip.from(field, (shown) => shown?.tooltip ?? null),
});

/** Help for the command at the cursor; null without one, and if `shown` is about another command. */
function helpAt({ doc, selection }: EditorState, shown: WrittenHelp | null): WrittenHelp | null {
  const found = parameterAt(doc.toString(), selection.main.head);
  if (found === null) return null;
  const { name, entry, start, index } = found;
  if (shown !== null && shown.start !== start) return null;
  if (shown?.index === index) return shown;
  const create = (): { dom: HTMLElement } => ({ dom: described(name, entry, index) });
  return { start, index, tooltip: { pos: start, above: true, create } };
}

/** F1 shows the help for the command at the cursor, and announces it to screen readers; Escape hides it. */
export const helpByKeyboard: Extension = [
  help,
  // Before the keys of completions, which swallow Escape while completions are looked up.
  Prec.highest(
    keymap.of([
      {
        key: 'F1',
        run: (view) => {
          const shown = helpAt(view.state, null);
          const words = shown?.tooltip.create(view).dom.textContent ?? 'No command at the cursor';
          view.dispatch({ effects: [showHelp.of(true), EditorView.announce.of(words)] });
          return true;
        },
      },
      {
        key: 'Escape',
        run: (view) => {
          if (view.state.field(help) !== null) view.dispatch({ effects: showHelp.of(false) });
          // Escape closes completions too.
          return false;
        },
      },
    ]),
  ),
];

interface FoundParameter {
  readonly name: string;
  readonly entry: CommandEntry;
  readonly start: number;
  readonly end: number;
  /** The index of the parameter, from 0; -1 in the name of the command. */
  readonly index: number;
  readonly parameter: Parameter | undefined;
  /** Its text before the position. */
  readonly before: string;
}

/** The command at a position of the text, and the parameter there. */
function parameterAt(text: string, position: number): FoundParameter | null {
  // Offsets count characters: the bytes that begin and end commands are ASCII.
  for (const { name, start, paramsStart, end, delimiter } of tokenize(text as ByteString)) {
    if (start >= position) return null;
    if (end < position || end - start > COMMAND_MAX) continue;
    const entry = COMMAND_TABLE.get(name);
    if (entry === undefined) return null;
    const parts = text.slice(paramsStart, position).split(delimiter);
    const index = position < paramsStart ? -1 : parts.length - 1;
    return {
      name,
      entry,
      start,
      end,
      index,
      parameter: entry.parameters[index],
      before: parts.at(-1) ?? '',
    };
  }
  return null;
}

function signature({ parameters }: CommandEntry): string {
  return parameters.map(({ name }) => name).join(',');
}

/** Help for a command, with the parameter of an index marked. */
function described(name: string, entry: CommandEntry, marked: number = -1): HTMLElement {
  const { title, about, parameters } = entry;
  const rows = parameters.map((parameter, index) =>
    h(
      'tr',
      { class: index === marked ? 'marked' : undefined },
      h('th', { scope: 'row' }, parameter.name),
      h('td', {}, describeParameter(parameter)),
    ),
  );
  return h(
    'div',
    { class: 'help' },
    h('p', {}, h('code', {}, name + signature(entry)), ` ${title}`),
    ...(about === undefined ? [] : [h('p', {}, about)]),
    ...(rows.length === 0 ? [] : [h('table', {}, ...rows)]),
  );
}

function describeParameter({ about, bounds, choices, byDefault }: Parameter): string {
  const allowed =
    choices !== undefined
      ? Object.entries(choices)
          .map(([letter, meaning]) => `${letter} ${meaning}`)
          .join(', ')
      : bounds !== undefined
        ? `${bounds[0]} to ${bounds[1]}`
        : '';
  return [about, allowed, byDefault === undefined ? '' : `default ${byDefault}`].filter(Boolean).join('; ');
}
