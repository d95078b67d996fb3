import { nameOf, strayCharacter } from '../symbology/characters.ts';
import {
  type ConvolutionalEcc,
  type ConvolutionalFormat,
  charactersOf,
  encodeConvolutional,
  mostCharacters,
} from '../symbology/data-matrix/convolutional.ts';
import {
  DATA_MATRIX_MOST,
  type DataMatrixShape,
  encodeDataMatrix,
} from '../symbology/data-matrix/encode-data-matrix.ts';
import { CODEWORD, DATA_MATRIX_FNC1, eciItems } from '../symbology/data-matrix/modes.ts';
import type { ModuleMatrix } from '../symbology/module-matrix.ts';
import { matrixSymbol } from '../symbology/module-matrix.ts';
import { DATA_BYTES_MAX } from '../zpl/command-table/fields.ts';
import type { ControlSequence } from './control-sequences.ts';
import { type BarcodeField, type Drawn, type Refused, refused, type Symbology, within } from './field.ts';

type DataMatrixField = BarcodeField<'^BX'>;
type Options = DataMatrixField['options'];

type Quality = ConvolutionalEcc | 200;

const QUALITIES: readonly Quality[] = [0, 50, 80, 100, 140, 200];

/** The quality that is drawn: ECC 000 for a number that is none. */
function qualityOf(options: Options): Quality {
  return QUALITIES.find((quality) => quality === options.quality) ?? 0;
}

/** The fault of the quality, or null. */
function strayQuality({ options }: DataMatrixField): string | null {
  const { quality: asked } = options;
  return asked === qualityOf(options)
    ? null
    : `a Data Matrix has quality ${QUALITIES.slice(0, -1).join(', ')} or ${QUALITIES.at(-1)}; got ${asked}`;
}

/** The escape character of `^BX`, null where the quality has none; `~` when none is given (printer evidence 54). */
function escapeCharacter(options: Options): string | null {
  return qualityOf(options) === 200 ? options.escape : null;
}

interface Escaped {
  readonly items: readonly number[];
  readonly wrong: string | null;
}

const STRUCTURED_APPEND = CODEWORD + 233;
const READER_PROGRAMMING = CODEWORD + 234;

/** Bytes and codewords of field data in which `escape` begins control sequences. */
function readEscapes(data: string, escape: string | null): Escaped {
  const items: number[] = [];
  let wrong: string | null = null;
  for (let i = 0; i < data.length; i++) {
    const character = data[i] as string;
    if (character !== escape) {
      items.push(character.charCodeAt(0));
      continue;
    }
    const next = data[++i] ?? '';
    const digits = (count: number) => {
      const found = data.slice(i + 1, i + 1 + count);
      if (!/^\d+$/.test(found) || found.length < count) return null;
      i += count;
      return found;
    };
    if (next === escape) items.push(escape.charCodeAt(0));
    else if (next === '1') items.push(DATA_MATRIX_FNC1);
    else if (next === '3') items.push(READER_PROGRAMMING);
    else if (next === '2') {
      const found = digits(9);
      if (found === null) wrong ??= `Data Matrix: ${escape}2 takes nine digits`;
      else {
        const parts = [found.slice(0, 3), found.slice(3, 6), found.slice(6)].map(
          (part) => Number(part) & 255,
        );
        items.push(STRUCTURED_APPEND, ...parts.map((part) => CODEWORD + part));
      }
    } else if (next === '5') {
      const found = digits(3);
      if (found === null) wrong ??= `Data Matrix: ${escape}5 takes three digits`;
      else items.push(...eciItems(Number(found)));
    } else if (next === 'd') {
      const found = digits(3);
      if (found === null || Number(found) > 255)
        wrong ??= `Data Matrix: ${escape}d takes three digits, 000 to 255`;
      else items.push(Number(found));
    } else if (next >= '@' && next <= '_') items.push(next.charCodeAt(0) - 64);
    else {
      wrong ??= `Data Matrix: ${escape} begins an escape here and stands for itself when doubled; got ${next === '' ? 'the end of the data' : nameOf(next)} after it`;
      if (next !== '') items.push(next.charCodeAt(0));
    }
  }
  return { items, wrong };
}

function shapeOf({ columns, rows, shape }: Options): DataMatrixShape {
  return {
    rectangular: shape === 2,
    // Sizes that the standard lacks are ignored.
    ...(columns > 0 ? { columns } : {}),
    ...(rows > 0 ? { rows } : {}),
  };
}

function drawn(field: DataMatrixField, grid: ModuleMatrix): Drawn {
  const byHeight = within(Math.floor(field.height / grid.rows), 1, 4096);
  const symbol = matrixSymbol(grid, field.options.module ?? byHeight);
  return { ok: true, symbology: 'datamatrix', symbol, line: null };
}

/** The characters of each format, in words for a message. */
const CHARACTERS: Readonly<Record<ConvolutionalFormat, string>> = {
  1: 'digits and spaces',
  2: 'capital letters and spaces',
  3: 'capital letters, digits, spaces and . , - /',
  4: 'capital letters, digits and spaces',
  5: 'ASCII',
  6: 'any byte',
};

/**
 * ECC 000 to 140. As the guide has it, nothing is printed for characters that the format lacks, and for sizes that are
 * even, below 9 or too small. The guide also gives `\&` and `||` another meaning, which printers ignore (printer
 * evidence 55).
 */
function drawConvolutional(field: DataMatrixField, ecc: ConvolutionalEcc): Drawn | Refused {
  const { columns, rows } = field.options;
  const format = (field.options.format || 6) as ConvolutionalFormat;
  // Sizes above 49 count as absent.
  const sides = [columns, rows].filter((side) => side > 0 && side < 50);
  const wrong = sides.find((side) => side < 9 || side % 2 === 0);
  if (wrong !== undefined)
    return refused(
      'datamatrix',
      wrong % 2 === 0 ? 'P' : 'L',
      `columns and rows of a Data Matrix below ECC 200 are odd, 9 to 49; got ${wrong}`,
    );
  const shape = { ecc, format, ...(sides.length > 0 ? { side: Math.max(...sides) } : {}) };
  const grid = encodeConvolutional(field.data, shape);
  if (grid !== null) return drawn(field, grid);
  const most = mostCharacters(shape);
  const stray = field.data.length > most ? null : strayCharacter(field.data, charactersOf(format));
  if (stray !== null)
    return refused(
      'datamatrix',
      'C',
      `a Data Matrix of format ${format} takes ${CHARACTERS[format]}; got ${stray}`,
    );
  const size = shape.side === undefined ? '' : ` and ${shape.side} modules a side`;
  return refused(
    'datamatrix',
    'L',
    `a Data Matrix of ECC ${String(ecc).padStart(3, '0')}, format ${format}${size} takes at most ${most} characters; got ${field.data.length}`,
  );
}

export const dataMatrix: Symbology<'^BX'> = {
  cost: [320, 2.6],
  symbology: () => 'datamatrix',
  encode(field) {
    const quality = qualityOf(field.options);
    if (quality !== 200) {
      const result = drawConvolutional(field, quality);
      const wrong = strayQuality(field);
      return result.ok && wrong !== null ? { ...result, note: `${wrong}; ECC 000 is drawn` } : result;
    }
    const { items } = readEscapes(field.data, escapeCharacter(field.options));
    const grid = encodeDataMatrix(items, shapeOf(field.options));
    if (grid === null)
      return refused(
        'datamatrix',
        'L',
        `a Data Matrix takes at most ${DATA_MATRIX_MOST}; of a size that is asked for, less`,
      );
    return drawn(field, grid);
  },
  check(field) {
    if (field.data === '') return 'a Data Matrix needs at least one character';
    if (qualityOf(field.options) !== 200) return strayQuality(field);
    if (field.data.length > DATA_BYTES_MAX)
      return `a Data Matrix takes at most ${DATA_BYTES_MAX} bytes; got ${field.data.length}`;
    return readEscapes(field.data, escapeCharacter(field.options)).wrong;
  },
  escape(value, options) {
    const escape = escapeCharacter(options);
    return escape === null ? value : value.replaceAll(escape, escape + escape);
  },
  controlSequences(data, options) {
    const escape = escapeCharacter(options);
    return escape === null || !data.includes(escape) ? [] : escapesIn(data, escape);
  },
};

/** An escape is two characters, but for those that take digits. */
const ESCAPE_LENGTHS: Readonly<Record<string, number>> = { 2: 11, 5: 5, d: 5 };

function escapesIn(data: string, escape: string): readonly ControlSequence[] {
  const found: ControlSequence[] = [];
  for (let start = data.indexOf(escape); start >= 0; ) {
    const next = data[start + 1] ?? '';
    // The escape character itself may be one of those letters; doubled it is a character.
    const length = next === escape ? 2 : (ESCAPE_LENGTHS[next] ?? 2);
    const end = Math.min(data.length, start + length);
    found.push({ start, end, fitsValue: next === escape });
    start = data.indexOf(escape, end);
  }
  return found;
}
