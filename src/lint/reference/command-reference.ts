import { FIELD_COMMANDS } from './fields.ts';
import type { CommandReference } from './parameter.ts';
import { SETUP_COMMANDS } from './setup.ts';

export type { CommandReference, ParameterReference } from './parameter.ts';

/** The commands of ZPL with their parameters, by canonical name (`^FO`; `^A` for all fonts). */
export const COMMAND_REFERENCE: ReadonlyMap<string, CommandReference> = new Map(
  Object.entries({ ...FIELD_COMMANDS, ...SETUP_COMMANDS }),
);
