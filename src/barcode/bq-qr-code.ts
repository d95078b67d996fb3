import { DIGITS, keepOnly, strayCharacter } from '../symbology/characters.ts';
import { matrixSymbol } from '../symbology/module-matrix.ts';
import {
  encodeQr,
  QR_ALPHANUMERIC,
  QR_MOST_BYTES,
  type QrAppend,
  type QrLevel,
  type QrSegment,
} from '../symbology/qr/encode-qr.ts';
import { encodeQrModel1, QR_MODEL_1_MOST_BYTES } from '../symbology/qr/encode-qr-model1.ts';
import type { ControlSequence } from './control-sequences.ts';
import { defaultMagnification, refused, type SymbolCost, type Symbology } from './field.ts';

interface QrData {
  readonly level: QrLevel;
  readonly segments: readonly QrSegment[];
  readonly append: QrAppend | null;
  /** The fault of the header or the data, for strict callers. */
  readonly wrong: string | null;
}

const HEADER =
  'a QR field begins with H, Q, M or L and A, such as QA, (or MN, for digits, MA, for capitals, MB0004, for bytes)';

function readQr(data: string): QrData {
  const mixed = /^D(\d\d)(\d\d)([0-9A-Fa-f]{2}),/.exec(data);
  if (mixed !== null) return readMixed(data.slice(mixed[0].length), mixed);
  const level = levelOf(data[0]);
  let wrong = level === null || !/^.[AM],/.test(data) ? HEADER : null;
  // The comma belongs to the letter before it; where no letter is, the data begins at once (printer evidence 50).
  const body = data.slice(/[A-Za-z]/.test(data[1] ?? '') ? 3 : 2);
  if (data[1] !== 'M')
    return { level: level ?? 'M', segments: [{ mode: 'blocks', data: body }], append: null, wrong };
  const { segment, wrong: wrongSegment } = readSegment(body);
  wrong ??= wrongSegment;
  return { level: level ?? 'M', segments: segment === null ? [] : [segment], append: null, wrong };
}

function levelOf(character: string | undefined): QrLevel | null {
  return character === 'H' || character === 'Q' || character === 'M' || character === 'L' ? character : null;
}

/**
 * One segment of manual input: its mode's letter, then its data. The mode only says which characters are taken:
 * Labelary splits the data like that of automatic input.
 */
function readSegment(body: string): { segment: QrSegment | null; wrong: string | null } {
  const data = body.slice(1);
  switch (body[0]) {
    case 'N': {
      const stray = strayCharacter(data, DIGITS);
      const wrong = stray === null ? null : `QR numeric mode takes digits only; got ${stray}`;
      return { segment: { mode: 'blocks', data: keepOnly(data, DIGITS) }, wrong };
    }
    case 'A': {
      const stray = strayCharacter(data, QR_ALPHANUMERIC);
      const wrong =
        stray === null
          ? null
          : `QR alphanumeric mode takes digits, capitals, space and $ % * + - . / :; got ${stray}`;
      return { segment: { mode: 'blocks', data: keepOnly(data, QR_ALPHANUMERIC) }, wrong };
    }
    case 'B': {
      const count = Number.parseInt(data.slice(0, 4), 10);
      const bytes = data.slice(4);
      const wrong =
        count === bytes.length ? null : `QR byte mode takes a four-digit count of the bytes that follow`;
      return {
        segment: { mode: 'blocks', data: Number.isNaN(count) ? bytes : bytes.slice(0, count) },
        wrong,
      };
    }
    case 'K':
      return {
        segment: { mode: 'kanji', data: data.slice(0, data.length & ~1) },
        wrong: data.length % 2 === 0 && isKanji(data) ? null : 'QR kanji mode takes pairs of Shift JIS bytes',
      };
    default:
      return { segment: null, wrong: HEADER };
  }
}

/** Whether these are pairs of the Shift JIS ranges that kanji mode covers. */
function isKanji(data: string): boolean {
  for (let i = 0; i < data.length; i += 2) {
    const pair = (data.charCodeAt(i) << 8) | data.charCodeAt(i + 1);
    if (!((pair >= 0x8140 && pair <= 0x9ffc) || (pair >= 0xe040 && pair <= 0xebbf))) return false;
  }
  return true;
}

/** Mixed mode: `Dnnttpp,` then the level and segments between commas. */
function readMixed(rest: string, header: readonly string[]): QrData {
  const append: QrAppend = {
    index: Math.max(0, Number(header[1]) - 1) & 15,
    total: Math.max(1, Number(header[2])),
    parity: Number.parseInt(header[3] as string, 16),
  };
  const level = levelOf(rest[0]);
  let wrong = level === null || !/^.[AM],/.test(rest) ? HEADER : null;
  const segments: QrSegment[] = [];
  let at = 3;
  while (at < rest.length) {
    // Bytes are counted, so they may hold commas; other segments end at the next one.
    const counted = rest[at] === 'B' ? 5 + (Number.parseInt(rest.slice(at + 1, at + 5), 10) || 0) : 0;
    const comma = rest.indexOf(',', at + counted);
    const end = comma < 0 ? rest.length : comma;
    if (rest[1] === 'A') segments.push({ mode: 'blocks', data: rest.slice(at, end) });
    else {
      const { segment, wrong: wrongSegment } = readSegment(rest.slice(at, end));
      wrong ??= wrongSegment;
      if (segment !== null) segments.push(segment);
    }
    at = end + 1;
  }
  return { level: level ?? 'M', segments, append, wrong };
}

const COST: SymbolCost = [180, 1.4];
/** Eight masks are weighed cell by cell. */
const MODEL_1_COST: SymbolCost = [300, 5];

export const qrCode: Symbology<'^BQ'> = {
  cost: ({ model }) => (model === 1 ? MODEL_1_COST : COST),
  symbology: () => 'qrcode',
  encode(field) {
    const { level, segments, append } = readQr(field.data);
    const { model, magnification = defaultMagnification(field) } = field.options;
    const isModel1 = model === 1;
    const header = append === null ? {} : { append };
    // Parameter e asks for a mask, but printers take the best (printer evidence 51).
    const grid = isModel1
      ? encodeQrModel1(segments, level, header)
      : encodeQr(segments, level, 'best', { ...header, raise: true });
    if (grid === null) {
      const most = (isModel1 ? QR_MODEL_1_MOST_BYTES : QR_MOST_BYTES)[level];
      const name = isModel1 ? 'QR code of model 1 and' : 'QR code of';
      return refused('qrcode', 'L', `a ${name} level ${level} takes at most ${most} bytes`);
    }
    return {
      ok: true,
      symbology: 'qrcode',
      symbol: matrixSymbol(grid, magnification),
      line: null,
    };
  },
  check(field) {
    const { segments, wrong } = readQr(field.data);
    if (wrong !== null) return wrong;
    return segments.every((segment) => segment.data === '') ? 'a QR code needs at least one character' : null;
  },
  controlSequences: (data) => (data[0] === 'D' ? mixedQr(data) : [headerOf(data, 0)]),
};

/** The level, the letter of automatic or manual input, and for manual input that of the mode, with its count. */
function headerOf(data: string, start: number): ControlSequence {
  const letters = /^.[^]?/.exec(data.slice(start, start + 2))?.[0] ?? '';
  const comma = /[A-Za-z]/.test(letters[1] ?? '') ? 3 : 2;
  const length = letters[1] === 'M' ? comma + modeLength(data[start + comma]) : comma;
  return { start, end: Math.min(data.length, start + length), fitsValue: true };
}

function modeLength(letter: string | undefined): number {
  return letter === 'B' ? 5 : 1;
}

/** Mixed input: its header, and every comma between segments with the letter and the count that come after it. */
function mixedQr(data: string): readonly ControlSequence[] {
  const lead = /^D\d{4}[0-9A-Fa-f]{2},/.exec(data)?.[0].length;
  if (lead === undefined) return [headerOf(data, 0)];
  const isManual = data[lead + 1] === 'M';
  const header = headerOf(data, lead);
  const found: ControlSequence[] = [{ ...header, start: 0 }];
  let at = lead + 3;
  while (at < data.length) {
    const counted = data[at] === 'B' ? 5 + (Number.parseInt(data.slice(at + 1, at + 5), 10) || 0) : 0;
    const comma = data.indexOf(',', at + counted);
    if (comma < 0) break;
    at = comma + 1;
    const end = Math.min(data.length, isManual ? at + modeLength(data[at]) : at);
    found.push({ start: comma, end, fitsValue: false });
  }
  return found;
}
