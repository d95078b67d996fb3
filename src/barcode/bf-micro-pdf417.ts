import { bwipMatrix } from '../symbology/bwip.ts';
import { matrixSymbol } from '../symbology/module-matrix.ts';
import { pdf417Codewords } from '../symbology/pdf417/codewords.ts';
import { controlCodewords, PAD, PDF417_CONTROL_CODEWORDS } from '../symbology/pdf417/encode-pdf417.ts';
import {
  type BarcodeField,
  type Drawn,
  moduleDots,
  type Refused,
  refused,
  type Symbology,
  within,
} from './field.ts';
import { escapePdf417, pdf417Escapes, seriesOf, unescapePdf417 } from './pdf417-series.ts';

type MicroPdf417Field = BarcodeField<'^BF'>;

interface MicroSize {
  readonly columns: number;
  readonly rows: number;
  /** Codewords of data that it holds. */
  readonly room: number;
}

/** Columns, rows and error correction codewords of the modes 0 to 33 of `^BF` (ISO/IEC 24728, table 1). */
const MODES: readonly MicroSize[] = (
  '1x11-7 1x14-7 1x17-7 1x20-8 1x24-8 1x28-8 2x8-8 2x11-9 2x14-9 2x17-10 2x20-11 2x23-13 2x26-15 3x6-12 3x8-14 ' +
  '3x10-16 3x12-18 3x15-21 3x20-26 3x26-32 3x32-38 3x38-44 3x44-50 4x6-12 4x8-14 4x10-16 4x12-18 4x15-21 4x20-26 ' +
  '4x26-32 4x32-38 4x38-44 4x44-50 4x4-8'
)
  .split(' ')
  .map((mode) => {
    const [columns = 0, rows = 0, checks = 0] = mode.split(/[x-]/).map(Number);
    return { columns, rows, room: columns * rows - checks };
  });

function encodeMicro(field: MicroPdf417Field): Drawn | Refused {
  const data = unescapePdf417(field.data);
  if (data === '') return refused('micropdf417', 'S', 'MicroPDF417 needs at least one character');
  const { mode, columns, rows, room } = microSize(field);
  // A word holds at most three characters: longer data does not fit, so its words need not be found.
  const words = data.length > 3 * room ? null : pdf417Codewords(data, false);
  if (words === null || words.length > room) {
    return refused(
      'micropdf417',
      'L',
      `mode ${mode} of MicroPDF417 (${columns} columns, ${rows} rows) holds ${room} words: at most 2 letters, 1.2 bytes or 2.9 digits each`,
    );
  }
  return drawnMicro(field, words);
}

function microSize({ options: { mode } }: MicroPdf417Field): MicroSize & { readonly mode: number } {
  return { mode, ...(MODES[mode] as MicroSize) };
}

function drawnMicro(field: MicroPdf417Field, words: readonly number[]): Drawn {
  const { columns, rows } = microSize(field);
  const text = words.map((word) => `^${String(word).padStart(3, '0')}`).join('');
  const grid = bwipMatrix({ bcid: 'micropdf417', text, raw: true, columns, rows, rowmult: 1 });
  const { rowHeight = within(Math.round(field.height), 1, 9999) } = field.options;
  const symbol = matrixSymbol(grid, moduleDots(field), rowHeight);
  return { ok: true, symbology: 'micropdf417', symbol, line: null };
}

export const microPdf417: Symbology<'^BF'> = {
  cost: [260, 9],
  encodeSeries,
  escape: escapePdf417,
  controlSequences: pdf417Escapes,
  symbology: () => 'micropdf417',
  encode: encodeMicro,
  check: (field) => (field.data === '' ? 'MicroPDF417 needs at least one character' : null),
};

/** The symbols of a `^FM` field, as for PDF417, all of one mode. */
function encodeSeries(field: MicroPdf417Field, places: number): readonly Drawn[] | Refused {
  const single = encodeMicro(field);
  if (single.ok) return [single];
  if (single.code !== 'L') return single;
  const { room } = microSize(field);
  const forData = room - PDF417_CONTROL_CODEWORDS;
  return seriesOf(
    'micropdf417',
    unescapePdf417(field.data),
    places,
    (text) => pdf417Codewords(text, false).length <= forData,
    (text, part) => {
      const words = pdf417Codewords(text, false);
      const control = controlCodewords(part);
      const pads = new Array<number>(room - words.length - control.length).fill(PAD);
      return drawnMicro(field, [...words, ...pads, ...control]);
    },
  );
}
