import {
  COMMAND_TABLE,
  type CommandEntry,
  FIELD_DATA_COMMANDS,
  type Parameter,
  type Slot,
  slotsOf,
} from '../../../zpl/command-table/command-table.ts';
import { bareCommand, type Command } from '../../../zpl/tokenize.ts';
import type { SourceField, TextChange } from '../source-fields.ts';
import { dataChanges, dataOf } from './field-data.ts';
import { parameterChanges, writtenValue } from './parameters.ts';
import {
  BARCODES,
  type Bars,
  barChanges,
  fontPlace,
  type SettingsInForce,
  settingsAt,
  takesModule,
} from './settings.ts';

/** A property of a field that people can change. */
export interface Property {
  /** Unique in the field. */
  readonly id: string;
  /** The title of the command that sets the property. */
  readonly group: string;
  readonly name: string;
  /** The meaning, in a few words. */
  readonly about: string;
  /** The value as it is written; empty if the field leaves it out. */
  readonly value: string;
  /** The value, or the words for it, if the field leaves it out. */
  readonly byDefault: string;
  readonly input:
    | { readonly kind: 'number'; readonly min: number | undefined; readonly max: number | undefined }
    | { readonly kind: 'choice'; readonly choices: Readonly<Record<string, string>> }
    | { readonly kind: 'text'; readonly length: number }
    | { readonly kind: 'data'; readonly isBlock: boolean };
  /** The changes that give the property another value, which keeps to `input`. */
  change(value: string): readonly TextChange[];
}

/** Characters of an input: more than any name of a stored object has. */
const TEXT_MAX = 80;

const A = COMMAND_TABLE.get('^A') as CommandEntry;

/** Commands whose data is a picture. */
const PICTURES = new Set(['^GF']);

/** The properties of a field: its data, and the parameters of its commands from the command table. */
export function propertiesOf(text: string, field: SourceField): readonly Property[] {
  const settings = settingsAt(text, field.start);
  const counts = new Map<string, number>();
  const own = field.commands.flatMap((command): readonly Property[] => {
    const entry = COMMAND_TABLE.get(command.name);
    if (entry === undefined || entry.holds !== undefined || PICTURES.has(command.name)) return [];
    const count = counts.get(command.name) ?? 0;
    counts.set(command.name, count + 1);
    // The defaults of bar codes are listed once, below.
    if (command.name === '^BY') return [];
    return slotsOf(entry).flatMap((slot) => propertyOf(command, entry, slot, `${command.name}${count}`));
  });
  return [
    ...dataProperties(text, field),
    ...own,
    ...defaultFont(text, field, settings),
    ...bars(text, field),
  ];
}

function dataProperties(text: string, field: SourceField): readonly Property[] {
  const data = dataOf(field);
  if (data === null) return [];
  const variable = /^\{([^{}]+)\}$/.exec(data.text)?.[1] ?? '';
  return [
    {
      id: 'data text',
      group: 'Data',
      name: 'data',
      about: 'what is printed; {name} is a variable',
      value: data.text,
      byDefault: '',
      input: { kind: 'data', isBlock: data.isBlock },
      change: (value) => dataChanges(text, field, value),
    },
    {
      id: 'data variable',
      group: 'Data',
      name: 'variable',
      about: 'its value becomes all of the data',
      value: variable,
      byDefault: 'none',
      input: { kind: 'text', length: TEXT_MAX },
      change: (value) => {
        const name = value.replaceAll(/[{}^~]/g, '').trim();
        return dataChanges(text, field, name === '' ? variable : `{${name}}`);
      },
    },
  ];
}

/** The property of a parameter; none if the renderer does not use the parameter, or it is not a single value. */
function propertyOf(command: Command, entry: CommandEntry, slot: Slot, id: string): readonly Property[] {
  const { parameter } = slot;
  const input = inputOf(parameter, command.delimiter);
  // Only ^A@ names a font.
  const isNamed = command.name === '^A' && parameter.kind === 'name' && !command.params.startsWith('@');
  if (parameter.isUnused === true || input === null || isNamed) return [];
  return [
    {
      ...wordsOf(entry, parameter, `${id} ${parameter.name}`),
      value: valueOf(parameter, writtenValue(command, slot)),
      input,
      change: (value) => parameterChanges(command, slot, value),
    },
  ];
}

function wordsOf(entry: CommandEntry, parameter: Parameter, id: string) {
  const { name, about, byDefault = '' } = parameter;
  return { id, group: entry.title, name, about, byDefault };
}

/** The value of a parameter; letters of a choice may be written in either case. */
function valueOf({ choices = {} }: Parameter, written: string): string {
  const upper = written.toUpperCase();
  return !(written in choices) && upper in choices ? upper : written;
}

function inputOf({ kind, bounds, most, choices }: Parameter, delimiter: string): Property['input'] | null {
  if (choices !== undefined) return { kind: 'choice', choices };
  switch (kind) {
    case 'dots':
    case 'whole':
    case 'decimal':
      return { kind: 'number', min: bounds?.[0], max: most ?? bounds?.[1] };
    case 'character':
      return { kind: 'text', length: 1 };
    case 'name':
    case 'text':
      return delimiter === ',' ? { kind: 'text', length: TEXT_MAX } : null;
    default:
      return null;
  }
}

/** Properties of the default font; a change gives the field a font of its own, and other fields keep the default. */
function defaultFont(text: string, field: SourceField, settings: SettingsInForce): readonly Property[] {
  const place = fontPlace(field);
  if (place === null || !field.commands.some(({ name }) => FIELD_DATA_COMMANDS.has(name))) return [];
  const { font, orientation } = settings;
  const values = [font.letter, orientation, font.height, font.width];
  return slotsOf(A).flatMap((slot, index) =>
    propertyOf(bareCommand('^A'), A, slot, 'default').flatMap((property): readonly Property[] => {
      const value = values[index];
      if (value === undefined) return [];
      const change = (next: string): readonly TextChange[] => {
        if (next === value) return [];
        const [letter, ...rest] = values.with(index, next);
        const written = `${text[place.start] ?? '^'}A${letter}${rest.join(place.delimiter)}`;
        return [{ from: place.start, to: place.start, insert: written }];
      };
      return [{ ...property, value, change }];
    }),
  );
}

/** Properties that a bar code takes from `^BY`. */
function bars(text: string, field: SourceField): readonly Property[] {
  const symbol = field.commands.find(({ name }) => BARCODES.has(name));
  const entry = symbol === undefined ? undefined : COMMAND_TABLE.get(symbol.name);
  const by = COMMAND_TABLE.get('^BY');
  if (entry === undefined || by === undefined || !takesModule(entry)) return [];
  const inForce = settingsAt(text, field.end).bars;
  const saysHeight = entry.parameters.some(({ size }) => size === 'y');
  return slotsOf(by).flatMap((slot) =>
    propertyOf(bareCommand('^BY'), by, slot, 'bars').flatMap((property): readonly Property[] => {
      const bar = slot.parameter.name as keyof Bars;
      if (bar === 'height' && saysHeight) return [];
      const change = (value: string): readonly TextChange[] =>
        value === '' ? [] : barChanges(text, field, bar, value);
      return [{ ...property, value: inForce[bar], change }];
    }),
  );
}
