import {
  BARCODE_COMMANDS,
  type CommandEntry,
  parametersOf,
  type Slot,
} from '../../../zpl/command-table/command-table.ts';
import { POWER_UP_BARS, POWER_UP_FONT } from '../../../zpl/power-up.ts';
import type { Command } from '../../../zpl/tokenize.ts';
import { commandsIn, type SourceField, type TextChange } from '../source-fields.ts';
import { parameterChanges, writtenValue } from './parameters.ts';

/** The commands that draw a bar code. */
export const BARCODES: ReadonlySet<string> = new Set(BARCODE_COMMANDS);

/** The commands of a text field that come after its font. */
const AFTER_FONT = new Set(['^FB', '^TB', '^FH', '^FD', '^FV', '^SN']);

/** The command before which an `^A` goes if the text of a field uses the default font; null for any other field. */
export function fontPlace({ commands }: SourceField): Command | null {
  const hasOwn = commands.some(({ name }) => name === '^A' || name === '^GS' || BARCODES.has(name));
  return hasOwn ? null : (commands.find(({ name }) => AFTER_FONT.has(name)) ?? null);
}

/** Whether a bar code takes its module width from `^BY`: its own parameters have none. */
export function takesModule({ isUpright, parameters }: CommandEntry): boolean {
  return isUpright !== true && !parameters.some(({ name }) => name === 'magnification' || name === 'module');
}

const BY = parametersOf('^BY');
const CF = parametersOf('^CF');
const FW = parametersOf('^FW');
const LH = parametersOf('^LH');
const LS = parametersOf('^LS');

/** The parameters of `^BY`, as they are written. */
export interface Bars {
  readonly module: string;
  readonly ratio: string;
  readonly height: string;
}

type Bar = keyof Bars;

/** The settings in force at a place of the text, set by earlier commands. */
export interface SettingsInForce {
  readonly bars: Bars;
  /** The default font: its letter, and its size as `^CF` writes it. */
  readonly font: { readonly letter: string; readonly height: string; readonly width: string };
  readonly orientation: string;
  /** The distance added to the places of fields. Dots. */
  readonly home: { readonly x: number; readonly y: number };
  /** Whether places and lengths are in dots. */
  readonly countsDots: boolean;
}

const { moduleWidth, ratio, height } = POWER_UP_BARS;

/** The settings of a printer that was just switched on. */
const POWER_UP: SettingsInForce = {
  bars: { module: String(moduleWidth), ratio: String(ratio), height: String(height) },
  font: {
    letter: POWER_UP_FONT.name,
    height: String(POWER_UP_FONT.height),
    width: String(POWER_UP_FONT.width),
  },
  orientation: 'N',
  home: { x: 0, y: 0 },
  countsDots: true,
};

/** The settings in force at a place of the text. */
export function settingsAt(text: string, at: number): SettingsInForce {
  let settings = POWER_UP;
  let shift = 0;
  let home = POWER_UP.home;
  for (const command of commandsIn(text)) {
    if (command.start >= at) break;
    if (command.name === '^LS') shift = numberIn(command, LS.shift);
    else if (command.name === '^LH') home = { x: numberIn(command, LH.x), y: numberIn(command, LH.y) };
    else settings = after(settings, command);
  }
  return { ...settings, home: { x: home.x - shift, y: home.y } };
}

function after(settings: SettingsInForce, command: Command): SettingsInForce {
  const given = (slot: Slot, before: string): string => writtenValue(command, slot) || before;
  switch (command.name) {
    case '^BY': {
      const { module, ratio, height } = settings.bars;
      const bars = {
        module: given(BY.module, module),
        ratio: given(BY.ratio, ratio),
        height: given(BY.height, height),
      };
      return { ...settings, bars };
    }
    case '^CF': {
      const letter = given(CF.font, settings.font.letter);
      const [height, width] = [writtenValue(command, CF.height), writtenValue(command, CF.width)];
      const size = height === '' && width === '' ? settings.font : { height, width };
      return { ...settings, font: { letter, height: size.height, width: size.width } };
    }
    case '^FW':
      return { ...settings, orientation: given(FW.orientation, settings.orientation).toUpperCase() };
    case '^MU':
      return { ...settings, countsDots: /^\s*D?\s*$/i.test(command.params) };
    default:
      return settings;
  }
}

function numberIn(command: Command, slot: Slot): number {
  return Number.parseInt(writtenValue(command, slot), 10) || 0;
}

/**
 * The changes that give one bar code another default of `^BY`, while every other field stays the same. The `^BY` in
 * force changes if only this field uses it; otherwise the field gets a `^BY` of its own, and the old value is restored
 * for the next field that uses it.
 */
export function barChanges(text: string, field: SourceField, bar: Bar, value: string): readonly TextChange[] {
  const symbol = field.commands.find(({ name }) => BARCODES.has(name));
  if (symbol === undefined) return [];
  const before = settingsAt(text, field.end).bars[bar];
  if (before === value) return [];
  const { setter, isShared, isInherited } = usersOf(text, field, symbol, bar);
  const changes =
    setter !== null && !(isShared && setter.start < field.start)
      ? parameterChanges(setter, BY[bar], value)
      : [{ from: symbol.start, to: symbol.start, insert: barsCommand(symbol, text, bar, value) }];
  if (!isInherited) return changes;
  return [...changes, { from: field.end, to: field.end, insert: barsCommand(symbol, text, bar, before) }];
}

/** The `^BY` that sets a default of a field, and the other fields that use it. */
interface Users {
  readonly setter: Command | null;
  /** Whether an earlier field uses the same command. */
  readonly isShared: boolean;
  /** Whether a later field uses the same command. */
  readonly isInherited: boolean;
}

function usersOf(text: string, field: SourceField, symbol: Command, bar: Bar): Users {
  let setter: Command | null = null;
  let isShared = false;
  for (const command of commandsIn(text)) {
    const { name, start } = command;
    const sets = name === '^BY' && writtenValue(command, BY[bar]) !== '';
    if (start < field.end) {
      if (sets) [setter, isShared] = [command, false];
      else if (BARCODES.has(name) && start !== symbol.start) isShared = true;
    } else if (sets) break;
    else if (BARCODES.has(name)) return { setter, isShared, isInherited: true };
  }
  return { setter, isShared, isInherited: false };
}

/** The `^BY` that repeats the defaults at a place for the next bar code; empty if no bar code uses them. */
export function barsForLater(text: string, at: number): string {
  const { module, ratio, height } = settingsAt(text, at).bars;
  for (const command of commandsIn(text)) {
    if (command.start < at) continue;
    if (command.name === '^BY') return '';
    if (BARCODES.has(command.name))
      return `${text[command.start] ?? '^'}BY${[module, ratio, height].join(command.delimiter)}`;
  }
  return '';
}

/** A `^BY` of one parameter, in the prefixes in force at another command. */
function barsCommand({ start, delimiter }: Command, text: string, bar: Bar, value: string): string {
  return `${text[start] ?? '^'}BY${delimiter.repeat(BY[bar].at)}${value}`;
}
