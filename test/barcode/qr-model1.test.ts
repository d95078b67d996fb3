import { beforeAll, describe, expect, it } from 'vitest';
import { type BarcodeField, checkBarcodeData, encodeBarcode } from '../../src/barcode/commands.ts';
import type { QrLevel, QrSegment } from '../../src/symbology/qr/encode-qr.ts';
import { encodeQrModel1, QR_MODEL_1_MOST_BYTES } from '../../src/symbology/qr/encode-qr-model1.ts';
import type { MatrixSymbol } from '../../src/symbology/symbol.ts';
import { barcodeField } from '../support/barcode-field.ts';
import { fnv1a, grayDigest, pictureOf } from '../support/symbol-picture.ts';
import { prepareReader, readSymbol } from '../support/symbol-reader.ts';

const LEVELS: readonly QrLevel[] = ['L', 'M', 'Q', 'H'];

function symbolOf(level: QrLevel, data: string, mode: QrSegment['mode'] = 'blocks'): MatrixSymbol | null {
  const grid = encodeQrModel1([{ mode, data }], level);
  return grid === null ? null : { kind: 'matrix', ...grid, moduleWidth: 3, moduleHeight: 3 };
}

const versionOf = ({ columns }: MatrixSymbol) => (columns - 17) / 4;

function field(data: string): BarcodeField {
  return { ...barcodeField('^BQ', ['N', '1', '3'], data), ratio: 2, height: 80 };
}

describe('QR model 1 is drawn as in the previews of a ZD621', () => {
  it.each([
    ['A', 0x0de1b506],
    ['HELLO', 0x03a17b34],
    ['1234567890', 0xa2089ec0],
    ['ABCDEFGHIJK', 0xa0e11e0b],
    ['ABCDEFGHIJKLMNOPQRST', 0x02547646],
    ['012345678901234567890123456789', 0xe4a2a1c8],
  ])('%s', (data, hash) => {
    expect(fnv1a(symbolOf('Q', data)?.cells ?? [])).toBe(hash);
  });

  // All versions, the larger ones of several blocks and words that no block has.
  it.each([
    ['M', 6, '220e2b0121a5b0bd'],
    ['L', 30, '7c1ab1469a0f2965'],
    ['M', 30, '3ae744cfea53a797'],
    ['H', 30, '6b58372a532fea65'],
    ['L', 80, '3b9bb52c9640d4fd'],
    ['Q', 80, '4a786b5727612052'],
    ['L', 160, 'cd511415fdc3cb36'],
    ['L', 200, 'd43f8bb3e3ada69f'],
    ['M', 160, '05a45c8ac3baba55'],
    ['M', 200, 'c6f7eb9305935ad2'],
    ['Q', 200, 'dab84a9b5cf7fcb6'],
    ['H', 160, 'f97a0bcd0b884830'],
    ['H', 180, '3279a9a242a35c5e'],
    ['H', 200, 'ebac4a8cac6c7c8b'],
    ['Q', 30, '9125a1d196168e8e'],
    ['H', 6, 'b7839158e8fd9798'],
  ] as const)('level %s with %i letters', (level, length, digest) => {
    const data = 'abcdefghijklmnopqrstuvwxyz'.repeat(8).slice(0, length);
    const drawn = encodeBarcode(field(`${level}A,${data}`));
    if (!drawn.ok || drawn.symbol.kind !== 'matrix') throw new Error('no symbol');
    const canvas = { width: 832, height: 400, x: 60, y: 139 };
    expect(grayDigest(pictureOf(drawn.symbol, canvas))).toBe(digest);
  });
});

describe('QR model 1 is read', () => {
  beforeAll(prepareReader);

  // The reader knows no words beyond the blocks, which all symbols of versions 13 and 14 have.
  const LAST_READ = 12;

  const KINDS: readonly (readonly [QrSegment['mode'], string, string])[] = [
    ['byte', 'platen, model 1! ', 'platen, model 1! '],
    ['alphanumeric', 'PLATEN 1/14:', 'PLATEN 1/14:'],
    ['numeric', '0123456789', '0123456789'],
    ['kanji', '\x93\xfa\x96\x7b\x8c\xea', '日本語'],
    ['blocks', '0123456789012 ABCDEFGHIJKLMNOP lower case ', '0123456789012 ABCDEFGHIJKLMNOP lower case '],
  ];

  it.each(LEVELS)('in all versions and modes of level %s', async (level) => {
    for (const [mode, unit, text] of KINDS) {
      const seen = new Set<number>();
      const bytes = unit.length / text.length;
      // A version holds more than a tenth more than the one before it.
      for (let length = 1; seen.size < LAST_READ; length = Math.floor(length * 1.1) + 1) {
        const symbol = symbolOf(level, unit.repeat(length).slice(0, length * bytes), mode) as MatrixSymbol;
        const version = versionOf(symbol);
        if (seen.has(version)) continue;
        seen.add(version);
        const side = symbol.columns * 3;
        const reading = await readSymbol(pictureOf(symbol, { width: side, height: side, x: 0, y: 0 }), true);
        expect({ mode, version, ...reading }).toEqual({
          mode,
          version,
          text: text.repeat(length).slice(0, length),
          level,
          identifier: ']Q0',
        });
      }
    }
  });
});

describe('limits of QR model 1', () => {
  it.each(LEVELS)('what level %s holds', (level) => {
    const most = QR_MODEL_1_MOST_BYTES[level];
    expect(versionOf(symbolOf(level, 'a'.repeat(most)) as MatrixSymbol)).toBe(14);
    expect(symbolOf(level, 'a'.repeat(most + 1))).toBeNull();
  });

  it('are named', () => {
    expect(checkBarcodeData(field('QA,hello')).reason).toBeNull();
    expect(checkBarcodeData(field(`QA,${'a'.repeat(308)}`)).reason).toBe(
      'a QR code of model 1 and level Q takes at most 307 bytes',
    );
  });

  it('leave room for the header of a series', () => {
    const segments = [{ mode: 'byte', data: 'a'.repeat(11) }] as const;
    expect(encodeQrModel1(segments, 'Q')?.columns).toBe(21);
    expect(encodeQrModel1(segments, 'Q', { append: { index: 0, total: 2, parity: 1 } })?.columns).toBe(25);
  });
});
