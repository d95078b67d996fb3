import { BARCODES } from './barcodes.ts';
import type { CommandEntry, Effect, Parameter, PrefixName } from './entry.ts';
import { FIELD_COMMANDS } from './fields.ts';
import { GRAPHICS_COMMANDS } from './graphics.ts';
import { LABEL_SETUP_COMMANDS } from './label-setup.ts';
import { MEDIA_SETUP_COMMANDS } from './media-setup.ts';
import { PRINTER_COMMANDS } from './printer-setup.ts';
import { STORED_OBJECT_COMMANDS } from './stored-objects.ts';
import { TEXT_COMMANDS } from './text.ts';

export type { CommandEntry, Parameter, PrefixName } from './entry.ts';

const ENTRIES = {
  ...FIELD_COMMANDS,
  ...TEXT_COMMANDS,
  ...GRAPHICS_COMMANDS,
  ...LABEL_SETUP_COMMANDS,
  ...BARCODES,
  ...STORED_OBJECT_COMMANDS,
  ...MEDIA_SETUP_COMMANDS,
  ...PRINTER_COMMANDS,
};

type Entries = typeof ENTRIES;

/** The canonical name of a command: upper case, `^A` for all fonts. */
export type CommandName = keyof Entries;

/** The commands that a handler carries out. */
export type DrawnCommand = {
  [C in CommandName]: Entries[C] extends { readonly effect: Effect } ? never : C;
}[CommandName];

/** The commands whose setting holds for the labels that follow, too. */
export type LastingCommand = {
  [C in CommandName]: Entries[C] extends { readonly outlivesLabel: true } ? C : never;
}[CommandName];

/** All commands of ZPL by canonical name. */
export const COMMAND_TABLE: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>(
  Object.entries(ENTRIES),
);

/** The commands of barcodes. */
export type BarcodeCommand = keyof typeof BARCODES;

export const BARCODE_COMMANDS = Object.keys(BARCODES) as readonly BarcodeCommand[];

/** The parameters of an entry that the renderer uses. */
export type UsedParameter<C extends CommandName> = Exclude<
  Entries[C]['parameters'][number],
  { readonly isUnused: true }
>;

/** A parameter of a command as it is read. All have the same properties, since reading is hot. */
export interface Slot<P extends Parameter = Parameter> {
  /** The place among those that delimiters separate, from 0; -1 for one that is glued to the name. */
  readonly at: number;
  /** The number that Zebra's guide gives it, from 1. */
  readonly number: number;
  /** The numbers that are taken. */
  readonly min: number;
  readonly max: number;
  /** The letters of a choice. */
  readonly letters: readonly string[];
  readonly fallback: P['fallback'];
  readonly parameter: P;
}

/** The parameters of a command in order. */
export function slotsOf({ parameters }: CommandEntry): readonly Slot[] {
  const glued = parameters.filter(({ isGlued }) => isGlued).length;
  return parameters.map((parameter, index) => {
    const { bounds, choices = {}, fallback } = parameter;
    const [min, max] = parameter.takes ?? bounds ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    const letters = Object.keys(choices);
    return { at: index - glued, number: index + 1, min, max, letters, fallback, parameter };
  });
}

/** The parameters of a command that its handler reads, by name. */
export function parametersOf<C extends CommandName>(
  name: C,
): { readonly [P in UsedParameter<C> as P['name']]: Slot<P> } {
  const slots = slotsOf(ENTRIES[name]).map((slot) => [slot.parameter.name, slot]);
  // The slots are those of the command's entry, which the return type describes.
  return Object.fromEntries(slots) as ReturnType<typeof parametersOf<C>>;
}

/** The names of the commands whose entries fulfil a condition. */
function namesOf(holds: (entry: CommandEntry) => boolean): ReadonlySet<string> {
  return new Set([...COMMAND_TABLE].flatMap(([name, entry]) => (holds(entry) ? [name] : [])));
}

/** Ordinary commands without a handler. They give no warning. */
export const IGNORED_COMMANDS = namesOf(({ effect }) => effect !== undefined && effect !== 'not-drawn');

/** The commands whose text is field data. */
export const FIELD_DATA_COMMANDS = namesOf(({ holds }) => holds === 'field-data');

/** The barcodes of narrow and wide bars, whose ratio `^BY` sets. */
export const USES_RATIO = namesOf(({ usesRatio }) => usesRatio === true);

/** The barcodes whose modules and rows `^BY` does not set. */
export const HAS_OWN_MODULES = namesOf(({ hasOwnModules }) => hasOwnModules === true);

/** The commands without parameters. */
export const WITHOUT_PARAMETERS = namesOf(
  ({ parameters, hasOthers }) => parameters.length === 0 && !hasOthers,
);

/** The commands that store a picture or font under a name. */
export const STORES_OBJECT = namesOf(({ object }) => object === 'stored');

/** The commands that draw the stored picture of a name. */
export const DRAWS_STORED = namesOf(({ object }) => object === 'drawn');

/** The commands that change a prefix to the character that follows them, and which prefix. */
export const PREFIX_CHANGES: Readonly<Record<string, PrefixName>> = Object.fromEntries(
  [...COMMAND_TABLE].flatMap(([name, { prefix }]) => (prefix === undefined ? [] : [[name, prefix]])),
);
