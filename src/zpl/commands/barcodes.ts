import type { Handler } from './handler.ts';
import { Params } from './params.ts';

/**
 * Barcode commands, with the positions of the parameters that are lengths and so follow `^MU`. Everything
 * else about them belongs to the encoders.
 */
const BARCODES: Readonly<Record<string, readonly number[]>> = {
  '^B0': [],
  '^BO': [],
  '^B1': [2],
  '^B2': [1],
  '^B3': [2],
  '^B4': [],
  '^B5': [1],
  '^B7': [1],
  '^B8': [1],
  '^B9': [1],
  '^BA': [1],
  '^BB': [],
  '^BC': [1],
  '^BD': [],
  '^BE': [1],
  '^BF': [1],
  '^BI': [1],
  '^BJ': [1],
  '^BK': [2],
  '^BL': [1],
  '^BM': [2],
  '^BP': [2],
  '^BQ': [],
  '^BR': [3, 4],
  '^BS': [1],
  '^BT': [1, 3, 4, 5],
  '^BU': [1],
  '^BX': [1],
  '^BZ': [1],
};

/** QR and MaxiCode do not turn. */
const UPRIGHT = new Set(['^BQ', '^BD']);

const startBarcode =
  (lengths: readonly number[]): Handler =>
  (printer, command) => {
    const params = new Params(printer, command);
    printer.field.barcode = {
      command: command.name,
      params: params.all.map((value, index) =>
        lengths.includes(index) && value !== '' ? String(params.dots(index, 0, 32_000, 0)) : value,
      ),
      orientation: UPRIGHT.has(command.name) ? 'N' : params.orientation(0),
    };
  };

/** The default module, and the symbologies. */
export const BARCODE_COMMANDS: Readonly<Record<string, Handler>> = {
  '^BY': (printer, command) => {
    const params = new Params(printer, command);
    const { barcode } = printer.settings;
    const ratio = params.number(1) ?? barcode.ratio;
    printer.settings.barcode = {
      // 12 is what a ZD621 takes; the guide says 10.
      moduleWidth: params.dots(0, 1, 12, barcode.moduleWidth),
      ratio: Math.min(Math.max(ratio, 2), 3),
      height: params.dots(2, 1, 32_000, barcode.height),
    };
  },
  ...Object.fromEntries(Object.entries(BARCODES).map(([name, lengths]) => [name, startBarcode(lengths)])),
};
