import { CODEWORD, DATA_MATRIX_MOST, type DataMatrixShape, encodeDataMatrix } from '../matrix/data-matrix.ts';
import { type NativeField, type NativeSymbology, nameOf, refused, whole } from './field.ts';
import { asMatrix } from './qr-code.ts';

/** The escape character of `^BX`, or null where the quality has no escapes. A ZD621 takes `~` when none is given. */
export function escapeCharacter(params: readonly string[]): string | null {
  if ((params[2] ?? '').trim() !== '200') return null;
  return params[6]?.[0] ?? '~';
}

interface Escaped {
  readonly items: readonly number[];
  readonly wrong: string | null;
}

const FNC1 = CODEWORD + 232;
const STRUCTURED_APPEND = CODEWORD + 233;
const READER_PROGRAMMING = CODEWORD + 234;
const ECI = CODEWORD + 241;

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
    else if (next === '1') items.push(FNC1);
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

/** Announces the character set of what follows. */
export function eciItems(eci: number): number[] {
  if (eci < 127) return [ECI, CODEWORD + eci + 1];
  return [ECI, CODEWORD + Math.floor((eci - 127) / 254) + 128, CODEWORD + ((eci - 127) % 254) + 1];
}

function shapeOf(field: NativeField): DataMatrixShape {
  const columns = whole(field, 3, 0, 0, 144);
  const rows = whole(field, 4, 0, 0, 144);
  return {
    rectangular: whole(field, 7, 1, 1, 2) === 2,
    // What is not a size of the standard is ignored.
    ...(columns > 0 ? { columns } : {}),
    ...(rows > 0 ? { rows } : {}),
  };
}

export const dataMatrix: NativeSymbology = {
  symbology: () => 'datamatrix',
  encode(field) {
    const { items } = readEscapes(field.data, escapeCharacter(field.params));
    const grid = encodeDataMatrix(items, shapeOf(field));
    if (grid === null)
      return refused(
        'datamatrix',
        'L',
        `a Data Matrix takes at most ${DATA_MATRIX_MOST}; of a size that is asked for, less`,
      );
    const quality = whole(field, 2, 0, 0, 200);
    const byHeight = Math.max(1, Math.floor(field.height / grid.rows));
    return {
      ok: true,
      symbology: 'datamatrix',
      symbol: asMatrix(grid, whole(field, 1, byHeight, 1, 4096)),
      line: null,
      ...(quality === 200 ? {} : { note: `ECC ${quality} is not supported; ECC 200 is drawn` }),
    };
  },
  check(field) {
    if (field.data === '') return 'a Data Matrix needs at least one character';
    if (field.data.length > 3072) return `a Data Matrix takes at most 3072 bytes; got ${field.data.length}`;
    return readEscapes(field.data, escapeCharacter(field.params)).wrong;
  },
};
