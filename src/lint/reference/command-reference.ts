import { BARCODE_REFERENCE } from './barcodes.ts';
import { FIELD_COMMANDS } from './fields.ts';
import { GRAPHICS_COMMANDS } from './graphics.ts';
import type { CommandReference } from './parameter.ts';
import { PRINTER_COMMANDS } from './printer-setup.ts';
import { SETUP_COMMANDS } from './setup.ts';
import { TEXT_COMMANDS } from './text.ts';

export type { CommandReference, ParameterReference } from './parameter.ts';

/** The commands of ZPL with their parameters, by canonical name (`^FO`; `^A` for all fonts). */
export const COMMAND_REFERENCE: ReadonlyMap<string, CommandReference> = new Map(
  Object.entries({
    ...FIELD_COMMANDS,
    ...TEXT_COMMANDS,
    ...BARCODE_REFERENCE,
    ...GRAPHICS_COMMANDS,
    ...SETUP_COMMANDS,
    ...PRINTER_COMMANDS,
  }),
);
