import type { ModuleMatrix } from '../symbology/module-matrix.ts';
import { matrixSymbol } from '../symbology/module-matrix.ts';
import { pdf417Codewords } from '../symbology/pdf417/codewords.ts';
import {
  encodePdf417,
  MOST_CODEWORDS,
  PDF417_CONTROL_CODEWORDS,
  type Pdf417Options,
} from '../symbology/pdf417/encode-pdf417.ts';
import { DATA_BYTES_MAX } from '../zpl/command-table/fields.ts';
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

type Pdf417Field = BarcodeField<'^B7'>;

/** Options by the parameters s, c, r and t; for a size of 0 one is chosen. */
function askedOf({ options }: Pdf417Field, bytes: number): Pdf417Options {
  const { security: level, columns, rows, truncated } = options;
  return {
    columns: columns === 0 && rows === 0 ? automaticColumns(bytes, level) : columns,
    rows,
    level,
    truncated,
  };
}

function encode(field: Pdf417Field): Drawn | Refused {
  const data = unescapePdf417(field.data);
  if (data === '') return refused('pdf417', 'S', 'PDF417 needs at least one character');
  const asked = askedOf(field, data.length);
  if (asked.columns * asked.rows >= MOST_CODEWORDS)
    return refused('pdf417', 'P', `PDF417 has fewer than ${MOST_CODEWORDS} columns times rows`);
  const grid = encodePdf417(data, asked);
  return grid === null ? refused('pdf417', 'L', TOO_LONG) : drawn(field, grid);
}

const TOO_LONG =
  'a PDF417 takes at most 2710 digits, 1850 letters or 1108 bytes; of a size or level that is asked for, less';

function drawn(field: Pdf417Field, grid: ModuleMatrix): Drawn {
  const { rowHeight = within(Math.floor(field.height / grid.rows), 1, 32_000) } = field.options;
  const symbol = matrixSymbol(grid, moduleDots(field), rowHeight);
  return { ok: true, symbology: 'pdf417', symbol, line: null };
}

/** Columns for about twice as many columns of dots as rows (printer evidence 47). */
function automaticColumns(bytes: number, level: number): number {
  const words = Math.ceil(bytes / 2.3) + 2 ** (level + 1);
  return Math.min(30, Math.max(1, Math.floor(Math.sqrt(words / 4))));
}

export const pdf417: Symbology<'^B7'> = {
  cost: [330, 8.5],
  encodeSeries,
  escape: escapePdf417,
  controlSequences: pdf417Escapes,
  symbology: () => 'pdf417',
  encode,
  check(field) {
    if (field.data === '') return 'PDF417 needs at least one character';
    return field.data.length > DATA_BYTES_MAX
      ? `PDF417 takes at most ${DATA_BYTES_MAX} bytes; got ${field.data.length}`
      : null;
  },
};

/**
 * The symbols of a `^FM` field: one where the data fits, else as many as it takes, filled one after the other.
 *
 * @param places how many of them have a place; a series that takes more is refused.
 */
function encodeSeries(field: Pdf417Field, places: number): readonly Drawn[] | Refused {
  const single = encode(field);
  if (single.ok) return [single];
  if (single.code !== 'L') return single;
  const data = unescapePdf417(field.data);
  const asked = askedOf(field, data.length);
  const columns = asked.columns || Math.min(30, Math.floor(927 / asked.rows));
  const rows = asked.rows || Math.min(90, Math.floor(927 / columns));
  const room = columns * rows - (2 << asked.level) - 1 - PDF417_CONTROL_CODEWORDS;
  return seriesOf(
    'pdf417',
    data,
    places,
    (text) => pdf417Codewords(text).length <= room,
    (text, part) => {
      const grid = encodePdf417(text, { ...asked, columns, part });
      return grid === null ? refused('pdf417', 'L', TOO_LONG) : drawn(field, grid);
    },
  );
}
