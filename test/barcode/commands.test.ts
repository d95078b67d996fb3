import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BarcodeField,
  checkBarcodeData,
  encodeBarcode,
  escapeForBarcode,
} from '../../src/barcode/commands.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { USES_RATIO } from '../../src/zpl/command-table/command-table.ts';
import { barcodeField, barcodeKind } from '../support/barcode-field.ts';
import { runs } from '../support/runs.ts';

function field(command: string, data: string, params: readonly string[] = ['N']): BarcodeField {
  return barcodeField(command, params, data);
}

const reason = (command: string, data: string, params?: readonly string[]) =>
  checkBarcodeData(field(command, data, params)).reason;

const DATA_MATRIX = ['N', '5', '200', '', '', '6', '_'];
const MODE_D = ['N', '100', 'Y', 'N', 'N', 'D'];
const MODE_U = ['N', '100', 'Y', 'N', 'N', 'U'];
const MODE_A = ['N', '100', 'Y', 'N', 'N', 'A'];
const imb = ['N', '100', 'N', 'N', '3'];

/** Command, symbology, values that print as they are, values that do not, parameters. */
const TABLE: readonly (readonly [
  string,
  string,
  readonly string[],
  readonly string[],
  (readonly string[])?,
])[] = [
  ['^B0', 'azteccode', ['Hello', '\x00\xff'], ['']],
  ['^BO', 'azteccode', ['7', '255'], ['256', 'x'], ['N', '3', 'N', '300']],
  ['^B1', 'code11', ['123-45'], ['12A', '']],
  ['^B2', 'interleaved2of5', ['1234'], ['123', '12a', '']],
  ['^B2', 'interleaved2of5', ['123'], ['1234', '12a', ''], ['N', '100', 'Y', 'N', 'Y']],
  ['^B3', 'code39', ['CODE 39-.$/+%'], ['code39', 'A*B', 'é', '']],
  ['^B4', 'code49', ['CODE 49'], ['', '\xe9', 'A'.repeat(90)]],
  ['^B5', 'planet', ['12345678901', '1234567890123'], ['123456789', '1234567890a']],
  ['^B7', 'pdf417', ['anything \xff'], ['', 'a'.repeat(3100)]],
  ['^B8', 'ean8', ['1234567', '12345670'], ['123456', '12345671', '1234567a']],
  ['^B9', 'upce', ['1230000045'], ['123456', '1234567890', '12300000a5']],
  ['^BA', 'code93', ['CODE93'], ['code93', '\x01']],
  ['^BB', 'codablock', ['CODABLOCK F 34567890123456789010040125871'], ['', '\xe9']],
  [
    '^BC',
    'code128',
    ['ABC', 'a>0b', '>;1234', '>:A>51234'],
    ['', 'é', 'a>b', 'A\x01', 'A^B', 'A~B', '>;123', '>;12A4'],
  ],
  ['^BC', 'code128', ['abc', '12345'], ['\xe9', ''], MODE_A],
  ['^BC', 'code128', ['1234567890123456789'], ['123', '123456789012345678a'], MODE_U],
  [
    '^BC',
    'code128',
    [
      '(01)09521234543213',
      '(01)09521234543213(10)ABC',
      '(10)ABC>8(21)123',
      '0109521234543213',
      '(91)anything',
    ],
    [
      '(01)09521234543214',
      '(01)0952123454321',
      '(17)991301',
      'ABC',
      '(10)ABC(21)123',
      '(10)',
      '(21)a#b',
      '1'.repeat(60),
    ],
    MODE_D,
  ],
  ['^BD', 'maxicode', ['Hello world'], ['', 'A'.repeat(120)], ['4']],
  ['^BD', 'maxicode', ['001840152382802[)>\x1e01\x1d961Z00004951\x1dUPSN\x1d\x1e\x04'], ['Hello', ''], ['2']],
  ['^BE', 'ean13', ['123456789012', '9520123456788'], ['12345678901', '9520123456789', '12345678901x', '']],
  ['^BF', 'micropdf417', ['1234'], ['', 'A'.repeat(40)], ['N', '4', '0']],
  ['^BI', 'industrial2of5', ['1'], ['x', '']],
  ['^BJ', 'standard2of5', ['1'], ['x', '']],
  ['^BK', 'codabar', ['123-$:/.+'], ['A123B', '']],
  ['^BL', 'logmars', ['LOGMARS1'], ['logmars', '']],
  ['^BM', 'msi', ['12345678901234'], ['123456789012345', '12a']],
  ['^BM', 'msi', ['1234567890123'], ['12345678901234'], ['N', 'A']],
  ['^BP', 'plessey', ['09AF'], ['09af', 'G']],
  [
    '^BQ',
    'qrcode',
    ['QA,hello', 'MM,N123', 'MM,AABC', 'HM,B0003abc', 'D010203,MA,abc'],
    ['hello', 'QA,', 'MM,N12a', 'MM,Aabc', 'HM,B0009abc'],
  ],
  ['^BR', 'databaromni', ['0952123454321', '09521234543213'], ['123', '09521234543214'], ['N', '1']],
  ['^BR', 'databarlimited', ['0952123454321'], ['9952123454321'], ['N', '5']],
  [
    '^BR',
    'databarexpanded',
    ['0109521234543213', '10ABC\x1d21X'],
    ['(01)09521234543213', 'x', ''],
    ['N', '6'],
  ],
  ['^BS', 'ean5', ['12345'], ['1234', '12a45']],
  ['^BS', 'ean2', ['12'], ['1', 'a2']],
  ['^BT', 'tlc39', ['123456', '123456,ABCd12345678901234,5551212'], ['12345', '123456ABC', '123456,']],
  ['^BU', 'upca', ['12345678901', '123456789012'], ['1234567890', '123456789011']],
  [
    '^BX',
    'datamatrix',
    ['hello', 'a__b', '_1010952123454321', '_d255'],
    ['', 'a_b', 'a_', '_d999', 'a'.repeat(3000)],
    DATA_MATRIX,
  ],
  ['^BZ', 'postnet', ['12345', '123456789', '12345678901'], ['1234', '12345a']],
  ['^BZ', 'planet', ['12345678901'], ['12345'], ['N', '100', 'N', 'N', '1']],
  [
    '^BZ',
    'onecode',
    ['01234567094987654321', '0123456709498765432101234567891'],
    ['0123456709498765432', '09234567094987654321'],
    imb,
  ],
];

describe('checkBarcodeData', () => {
  for (const [command, symbology, good, bad, params] of TABLE) {
    const of = `${command} (${symbology}${params === undefined ? '' : ` ${params.join()}`})`;
    it(`accepts what ${of} prints as it is`, () => {
      for (const data of good) {
        expect({ data, ...checkBarcodeData(field(command, data, params)) }).toEqual({
          data,
          symbology,
          reason: null,
        });
      }
    });
    it(`refuses what ${of} would change or not print, and says why`, () => {
      for (const data of bad) {
        const result = checkBarcodeData(field(command, data, params));
        expect({ data, refused: (result.reason ?? '').length > 10 }).toEqual({ data, refused: true });
      }
    });
  }

  it('says what is allowed and what it got', () => {
    expect(reason('^BE', '1234567890')).toBe(
      'EAN-13 takes 12 digits, or 13 with a correct check digit; got 10',
    );
    expect(reason('^BE', '9520123456789')).toContain('is 8');
    expect(reason('^B3', 'a')).toContain('got "a"');
  });

  it('refuses overlong data of every kind before any work', () => {
    for (const [command, , , , params] of TABLE)
      expect(reason(command, '1'.repeat(10_000), params)).toContain('8192');
  });
});

describe('encodeBarcode', () => {
  it('pads and cuts like the printer', () => {
    const text = (command: string, data: string) => {
      const result = encodeBarcode(field(command, data));
      return result.ok ? result.line?.text : result.reason;
    };
    expect(text('^BE', '123')).toBe('0000000001236');
    expect(text('^BU', '123456789012345')).toBe('567890123450');
    expect(text('^BE', '1234567890120')).toBe('1234567890128');
    expect(text('^BE', '91234567890127')).toBe(text('^BE', '934567890127'));
    expect(text('^BE', 'A12B34')).toBe(text('^BE', '12034'));
    expect(text('^B8', '912345678')).toBe(text('^B8', '5678'));
    expect(text('^B8', '1234567890123')).toBe(text('^B8', '6789012'));
    expect(text('^B8', '12345678901234')).toBe(text('^B8', '8901234'));
    expect(text('^B8', '')).toBe('00000000');
    expect(text('^B2', '123')).toBe('0123');
    expect(text('^B3', 'ab*c')).toBe('*ABC*');
    expect(text('^B3', '')).toBe('**');
    expect(text('^BK', 'A12B')).toBe('A12A');
    expect(text('^BC', '>;1234>6AB')).toBe('1234AB');
  });

  it.each(
    TABLE.map(([command, symbology, [data = ''], , params = ['N']]) => ({
      command,
      symbology,
      data,
      params,
    })),
  )('$command ($symbology) depends on the ratio of ^BY if the table of commands says so', (barcode) => {
    const { command, data, params } = barcode;
    const drawn = (ratio: number) =>
      encodeBarcode({ ...field(command, data, params), moduleWidth: 4, ratio });
    expect(drawn(2).ok).toBe(true);
    expect(JSON.stringify(drawn(2)) !== JSON.stringify(drawn(3))).toBe(USES_RATIO.has(command));
  });

  it('cuts wide bars to whole dots', () => {
    const result = encodeBarcode({ ...field('^B3', 'A'), moduleWidth: 9, ratio: 2.4 });
    expect(result.ok && result.symbol.kind === 'linear' && new Set(result.symbol.widths)).toEqual(
      new Set([9, 21]),
    );
  });

  it('codes digits one by one in mode N, by pairs where subset C was asked for', () => {
    const modules = (data: string, params?: readonly string[]) => {
      const result = encodeBarcode(field('^BC', data, params));
      return result.ok && result.symbol.kind === 'linear'
        ? result.symbol.widths.reduce((a, b) => a + b, 0) / 2
        : 0;
    };
    expect(modules('123456')).toBe(11 * 8 + 13);
    expect(modules('>;123456')).toBe(11 * 5 + 13);
    expect(modules('123456', MODE_A)).toBe(11 * 5 + 13);
  });

  it('keeps parentheses in the line of mode D only', () => {
    const result = encodeBarcode(field('^BC', '(01)09521234543213', MODE_D));
    expect(result).toMatchObject({ ok: true, line: { text: '(01)09521234543213', style: '0-fitted' } });
  });

  it('takes a comma from QR data only after a letter', () => {
    const qr = (data: string) => encodeBarcode(field('^BQ', data, ['N', '2', '4']));
    expect(qr('9876543210')).toEqual(qr('MA,76543210'));
    expect(qr('{"order":1}')).toEqual(qr('MA,order":1}'));
    expect(qr('Package')).toEqual(qr('MA,kage'));
  });

  it('makes PDF417 17(c+4)+1 modules wide', () => {
    const result = encodeBarcode(field('^B7', 'hello', ['N', '8', '2', '3']));
    expect(result).toMatchObject({ symbol: { columns: 17 * 7 + 1, moduleWidth: 2, moduleHeight: 8 } });
    expect(encodeBarcode(field('^B7', 'hello', ['N', '8', '2', '30', '90']))).toMatchObject({
      ok: false,
      code: 'P',
    });
  });

  it('never throws, whatever the field holds', () => {
    const commands = TABLE.map(([command]) => command);
    const bytes = fc.string({
      unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
      maxLength: 40,
    });
    const digits = fc.string({ unit: fc.constantFrom(...Array.from('0123456789,|>_()A')), maxLength: 30 });
    const params = fc.array(
      fc.oneof(
        fc.constantFrom('', 'N', 'Y', 'A', 'D', 'U', '200', '1', '6', '12', '300'),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...commands), params, fc.oneof(bytes, digits), (command, sent, data) => {
        const lenient = encodeBarcode(field(command, data, sent));
        const strict = checkBarcodeData(field(command, data, sent));
        expect(strict.symbology).not.toBe('');
        // Data that is accepted for printing can be drawn.
        if (strict.reason === null) expect(lenient.ok).toBe(true);
      }),
      { numRuns: runs(600) },
    );
  });
});

describe('digits of EAN and UPC', () => {
  const line = (command: string, data: string, above = 'N') => {
    const drawn = encodeBarcode({ ...field(command, data, ['N', '50', 'Y', above]), moduleWidth: 3 });
    return drawn.ok ? drawn.line : null;
  };

  it.each([
    [
      '^BE',
      '590123412345',
      [
        ['5', -27, 'left'],
        ['901234', 136.5, 'right'],
        ['123457', 151.5, 'left'],
      ],
    ],
    [
      '^B8',
      '1234567',
      [
        ['1234', 94.5, 'right'],
        ['5670', 109.5, 'left'],
      ],
    ],
    [
      '^BU',
      '01234567890',
      [
        ['0', -27, 'left'],
        ['12345', 136.5, 'right'],
        ['67890', 151.5, 'left'],
        ['5', 291, 'left'],
      ],
    ],
    [
      '^B9',
      '1230000045',
      [
        ['0', -27, 'left'],
        ['123453', 76.5, 'centre'],
        ['1', 159, 'left'],
      ],
    ],
  ])('of %s stand beside the guards', (command, data, places) => {
    expect(line(command, data)?.pieces?.map(({ text, at, side }) => [text, at, side])).toEqual(places);
  });

  it('are one line of font A above the bars', () => {
    expect(line('^BE', '590123412345', 'Y')).toMatchObject({ text: '5901234123457', style: 'A' });
    expect(line('^BE', '590123412345', 'Y')?.pieces).toBeUndefined();
  });
});

describe('^BR beyond DataBar', () => {
  it.each([
    ['8', '21234567890', 'UPC-E takes 11 digits of a UPC-A, the first 0 or 1'],
    ['8', '012345678905', 'zero suppression can shorten; 012345678905 cannot be'],
    ['6', `010952123454321310${'1'.repeat(20)}\x1d21${'2'.repeat(60)}`, 'at most 74 digits or 41 letters'],
  ])('says what its own data of type %s may be: %s', (type, data, reason) => {
    expect(checkBarcodeData(field('^BR', data, ['N', type])).reason).toContain(reason);
  });

  const symbol = (type: string, data: string) => {
    const drawn = encodeBarcode(field('^BR', data, ['N', type, '2', '1', '30']));
    if (!drawn.ok || drawn.symbol.kind !== 'matrix')
      throw new Error(drawn.ok ? drawn.symbology : drawn.reason);
    const { cells, columns, rows } = drawn.symbol;
    return { ...drawn.symbol, firstBar: cells.indexOf(1, (rows - 1) * columns) % columns };
  };

  it.each([
    ['7', '12345678901', 74],
    ['8', '04210000526', 74],
    ['9', '590123412345', 74],
    ['10', '1234567', 60],
  ])('has type %s begin 7 modules in, with a height of its own', (type, data, modules) => {
    expect(symbol(type, data)).toMatchObject({ firstBar: 7, moduleHeight: 2 * modules });
  });

  it.each(['11', '12'])('counts the height of a composite of type %s in modules, 10 modules in', (type) => {
    const { firstBar, rowHeights } = symbol(type, '0103212345678906|10ABC');
    expect([firstBar, rowHeights?.at(-1)]).toEqual([10, 60]);
  });
});

describe('escapeForBarcode', () => {
  const escaped = (command: string, params: readonly string[], value: string) =>
    escapeForBarcode(barcodeKind(command, params), value as ByteString);

  it('keeps a value data', () => {
    expect(escaped('^BC', ['N'], 'a>;^~')).toBe('a>0;><>=');
    expect(escaped('^BC', MODE_A, 'a>;')).toBe('a>;');
    expect(escaped('^BX', DATA_MATRIX, 'a_1')).toBe('a__1');
    expect(escaped('^B7', [], 'a\\&')).toBe('a\\\\&');
    expect(escaped('^BQ', [], 'a>_\\')).toBe('a>_\\');
  });

  it('makes printable values of Code 128 pass the check', () => {
    const printable = fc.string({
      unit: fc.integer({ min: 32, max: 126 }).map((c) => String.fromCharCode(c)),
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(printable, (value) => {
        const data = escaped('^BC', ['N'], value);
        expect(reason('^BC', data)).toBeNull();
        const result = encodeBarcode(field('^BC', data));
        expect(result.ok && result.line?.text).toBe(value);
      }),
      { numRuns: runs(100) },
    );
  });
});

it('can draw whatever the rules of the commonest symbologies accept, which is not tried for each value', () => {
  const data = fc.string({
    unit: fc.constantFrom(...Array.from('0123456789>;:0ABC()ab\x01')),
    maxLength: 60,
  });
  const accepted = fc.property(
    fc.constantFrom('^BC', '^BE', '^B8', '^BU'),
    fc.constantFrom(['N'], MODE_A, MODE_D, MODE_U),
    fc.oneof(data, fc.stringMatching(/^[0-9]{7,20}$/), fc.constantFrom('x'.repeat(1100), '1'.repeat(3000))),
    (command, params, value) => {
      if (reason(command, value, params) === null)
        expect(encodeBarcode(field(command, value, params)).ok).toBe(true);
    },
  );
  fc.assert(accepted, { numRuns: runs(500) });
});
