import { BARCODES, type BarcodeCommand, boundsOf, optionReader } from '../barcode-commands.ts';
import type { Handler } from './handler.ts';
import { Params } from './params.ts';

/** Begins a barcode field. */
function barcodeHandler(name: BarcodeCommand): Handler {
  const { isUpright, magnificationAt } = BARCODES[name];
  const bounds = boundsOf(BARCODES[name]);
  const optionsOf = optionReader(name);
  return (printer, command) => {
    const params = new Params(printer, command);
    // For the diagnostics: the options hold to the same bounds by themselves.
    for (const [at, min, max] of bounds) params.decimal(at, min, max, min);
    const magnification = magnificationAt === undefined ? undefined : params.number(magnificationAt);
    if (magnification !== undefined) printer.field.moduleWidth = Math.min(Math.max(magnification, 1), 100);
    printer.field.barcode = {
      command: name,
      options: optionsOf(params),
      orientation: isUpright ? 'N' : params.orientation(0),
    };
  };
}

/** The default module, and the symbologies. */
export const BARCODE_COMMANDS: Readonly<Record<string, Handler>> = {
  '^BY': (printer, command) => {
    const params = new Params(printer, command);
    const { field, settings } = printer;
    const { barcode } = settings;
    if (params.number(0) !== undefined) field.moduleWidth = null;
    settings.barcode = {
      // Up to 12 where the guide says 10 (printer evidence 4).
      moduleWidth: params.dots(0, 1, 12, barcode.moduleWidth),
      ratio: params.decimal(1, 2, 3, barcode.ratio),
      height: params.dots(2, 1, 32_000, barcode.height),
    };
  },
  ...Object.fromEntries(
    (Object.keys(BARCODES) as BarcodeCommand[]).map((name) => [name, barcodeHandler(name)]),
  ),
};
