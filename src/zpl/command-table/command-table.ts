import { BARCODES } from './barcodes.ts';
import type { CommandEntry, Parameter, PrefixName } from './entry.ts';
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

/** All commands of ZPL by canonical name. */
export const COMMAND_TABLE: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>(
  Object.entries(ENTRIES),
);

/** A parameter at its place among those that delimiters separate, from 0. */
export type Placed<P extends Parameter> = P & { readonly at: number };

/** The parameters of a command in order, each with its place. A glued one has none (-1). */
export function placed({ parameters }: CommandEntry): readonly Placed<Parameter>[] {
  const glued = parameters.filter(({ isGlued }) => isGlued).length;
  return parameters.map((parameter, index) => ({ ...parameter, at: index - glued }));
}

/** The names of the commands that something holds for. */
function namesOf(holds: (entry: CommandEntry) => boolean): ReadonlySet<string> {
  return new Set([...COMMAND_TABLE].flatMap(([name, entry]) => (holds(entry) ? [name] : [])));
}

/** Ordinary commands without a handler. They give no warning. */
export const IGNORED_COMMANDS = namesOf(({ effect }) => effect !== undefined && effect !== 'not-drawn');

/** The commands that hold text, in which a `~` that begins no command stands for itself. */
export const TEXT_HOLDERS = namesOf(({ holds }) => holds !== undefined);

/** The commands whose text is field data. */
export const FIELD_DATA_COMMANDS = namesOf(({ holds }) => holds === 'field-data');

/** The commands that change a prefix to the character that follows them, and which prefix. */
export const PREFIX_CHANGES: Readonly<Record<string, PrefixName>> = Object.fromEntries(
  [...COMMAND_TABLE].flatMap(([name, { prefix }]) => (prefix === undefined ? [] : [[name, prefix]])),
);
