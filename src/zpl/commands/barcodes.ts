import type { Handler } from './handler.ts';
import { Params } from './params.ts';

/** What the encoders bring into bounds, by the position of the parameter. */
type Ranges = Readonly<Record<number, readonly [min: number, max: number]>>;

/**
 * Barcode commands, with the positions of the parameters that are lengths and so follow `^MU`, and the bounds
 * of those that are plain numbers. Everything else about them belongs to the encoders.
 */
const BARCODES: Readonly<Record<string, readonly [lengths: readonly number[], ranges?: Ranges]>> = {
  '^B0': [[], { 1: [1, 10], 5: [1, 26] }],
  '^BO': [[], { 1: [1, 10], 5: [1, 26] }],
  '^B1': [[2]],
  '^B2': [[1]],
  '^B3': [[2]],
  '^B4': [[], { 1: [1, 1000] }],
  '^B5': [[1]],
  '^B7': [[1], { 2: [0, 8], 3: [0, 30], 4: [0, 90] }],
  '^B8': [[1]],
  '^B9': [[1]],
  '^BA': [[1]],
  '^BB': [[], { 1: [2, 32_000], 3: [0, 62], 4: [0, 44] }],
  '^BC': [[1]],
  '^BD': [[], { 0: [2, 6], 1: [1, 8], 2: [1, 8] }],
  '^BE': [[1]],
  '^BF': [[1], { 2: [0, 33] }],
  '^BI': [[1]],
  '^BJ': [[1]],
  '^BK': [[2]],
  '^BL': [[1]],
  '^BM': [[2]],
  '^BP': [[2]],
  '^BQ': [[], { 1: [1, 2], 2: [1, 100], 4: [0, 7] }],
  '^BR': [[3, 4], { 1: [1, 12], 2: [1, 10], 5: [2, 22] }],
  '^BS': [[1]],
  '^BT': [[1, 3, 4, 5], { 2: [2, 3] }],
  '^BU': [[1]],
  '^BX': [[1], { 2: [0, 200], 3: [0, 144], 4: [0, 144], 7: [1, 2] }],
  '^BZ': [[1]],
};

/** QR Code and MaxiCode are never rotated. */
export const UPRIGHT: ReadonlySet<string> = new Set(['^BQ', '^BD']);

const startBarcode =
  (lengths: readonly number[], ranges: Ranges = {}): Handler =>
  (printer, command) => {
    const params = new Params(printer, command);
    // Only for the diagnostics: the encoders hold to the same bounds.
    for (const [index, [min, max]] of Object.entries(ranges)) params.decimal(Number(index), min, max, min);
    // Another barcode command of the same field takes the magnification for its module width.
    const magnification = command.name === '^BQ' ? params.number(2) : undefined;
    if (magnification !== undefined) printer.field.moduleWidth = Math.min(Math.max(magnification, 1), 100);
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
    Object.entries(BARCODES).map(([name, [lengths, ranges]]) => [name, startBarcode(lengths, ranges)]),
  ),
};
