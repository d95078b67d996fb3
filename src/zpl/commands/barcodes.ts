import {
  BARCODE_COMMANDS,
  type BarcodeCommand,
  COMMAND_TABLE,
  parametersOf,
  type Slot,
  slotsOf,
} from '../command-table/command-table.ts';
import type { CommandEntry } from '../command-table/entry.ts';
import type { CommandHandler, Handlers } from './handler.ts';
import { optionReader } from './option-reader.ts';
import { Params } from './params.ts';

const BY = parametersOf('^BY');

/** The orientation of a barcode that can be turned: it comes first. */
const { orientation } = parametersOf('^BC');

/** Whether a barcode command warns of a number out of bounds. */
function isBounded({ parameter: { kind, isQuiet } }: Slot): boolean {
  return (kind === 'whole' || kind === 'numbered' || kind === 'decimal') && !isQuiet;
}

/** Begins a barcode field. */
function barcodeHandler(name: BarcodeCommand): CommandHandler {
  const entry = COMMAND_TABLE.get(name) as CommandEntry;
  const slots = slotsOf(entry);
  const bounded = slots.filter(isBounded);
  const module = slots.find(({ parameter }) => parameter.isModule);
  const optionsOf = optionReader(name);
  return (printer, command) => {
    const params = new Params(printer, command);
    // Read for the diagnostics alone: the options keep the same bounds by themselves.
    for (const slot of bounded) params.decimal(slot, slot.min);
    const magnification = module === undefined ? undefined : params.number(module);
    if (module !== undefined && magnification !== undefined)
      printer.field.moduleWidth = Math.min(Math.max(magnification, module.min), module.max);
    printer.field.barcode = {
      command: name,
      options: optionsOf(params),
      orientation: entry.isUpright ? 'N' : params.orientation(orientation),
    };
  };
}

/** The default module, and the symbologies. */
export const BARCODE_HANDLERS = {
  '^BY': (printer, command) => {
    const params = new Params(printer, command);
    const { field, settings } = printer;
    const { barcode } = settings;
    if (params.number(BY.module) !== undefined) field.moduleWidth = null;
    settings.barcode = {
      moduleWidth: params.dots(BY.module, barcode.moduleWidth),
      ratio: params.decimal(BY.ratio, barcode.ratio),
      height: params.dots(BY.height, barcode.height),
    };
  },
  ...(Object.fromEntries(BARCODE_COMMANDS.map((name) => [name, barcodeHandler(name)])) as Readonly<
    Record<BarcodeCommand, CommandHandler>
  >),
} satisfies Handlers;
