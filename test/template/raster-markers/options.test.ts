import { beforeAll, describe, expect, it } from 'vitest';
import {
  drawMarker,
  type MarkerRaster,
  type MarkerRequest,
} from '../../../src/template/raster-markers/draw-marker.ts';
import { dotted, rowsOf } from '../../support/library-picture.ts';
import { prepareReader, readSymbol } from '../../support/symbol-reader.ts';
import { threadMs } from '../../support/thread-time.ts';

beforeAll(prepareReader);

function marked(symbology: string, value: string, more: Partial<MarkerRequest> = {}): MarkerRaster {
  return drawMarker({ symbology, value, module: 2, rotation: 'N', ...more });
}

function drawn(symbology: string, value: string, more: Partial<MarkerRequest> = {}) {
  const result = marked(symbology, value, more);
  if (!result.ok) throw new Error(`${symbology}: ${result.reason}`);
  return result;
}

/** How often each different row of dots stands under the one before. */
function heights(symbology: string, value: string, more: Partial<MarkerRequest> = {}): number[] {
  return rowsOf(dotted(drawn(symbology, value, more))).map((row) => Number.parseInt(row, 10));
}

const refusal = (symbology: string, value: string, more: Partial<MarkerRequest> = {}): string | null => {
  const result = marked(symbology, value, more);
  return result.ok ? null : result.reason;
};

const GTIN = '(01)09521234543213';

describe('height', () => {
  it.each([
    ['ean13composite', '9520123456788|(99)1234-abcd'],
    ['upcecomposite', '01234558|(15)021231'],
    ['databaromnicomposite', `${GTIN}|(11)990102`],
    ['databarlimitedcomposite', `${GTIN}|(11)990102`],
    ['gs1-128composite', `${GTIN}|(11)990102`],
  ])('is the height of the linear part of %s', (symbology, value) => {
    const usual = heights(symbology, value);
    const set = heights(symbology, value, { height: 101 });
    expect(set).toEqual([...usual.slice(0, -1), 101]);
    expect(usual.slice(0, -1).every((dots) => dots <= 3 * 2)).toBe(true);
  });

  it.each([
    ['codablockf', 'CODABLOCK F 34567890123456789010040digit', [2, 20, 2, 20, 2, 20, 2, 20, 2]],
    ['code16k', 'Abcd-1234567890-wxyZ', [2, 16, 2, 16, 2, 16, 2, 16, 2]],
    ['pdf417compact', 'abc', new Array(7).fill(6)],
    ['hibcmicropdf417', 'A999BJC5D6E71', new Array(11).fill(4)],
  ])('is that of a row of bars of %s', (symbology, value, usual) => {
    expect(heights(symbology, value)).toEqual(usual);
    const tallest = Math.max(...usual);
    expect(heights(symbology, value, { height: 13 })).toEqual(
      usual.map((dots) => (dots === tallest ? 13 : dots)),
    );
  });

  it.each([
    ['databarstacked', [10, 2, 14]],
    ['databarstackedomni', [66, 2, 2, 2, 66]],
  ])('is fixed in %s', (symbology, usual) => {
    expect(heights(symbology, GTIN)).toEqual(usual);
    expect(heights(symbology, GTIN, { height: 13 })).toEqual(usual);
  });

  it('is from the top of the tallest bar to the bottom of the lowest', () => {
    for (const [symbology, value] of [
      ['royalmail', 'LE28HS9Z'],
      ['isbn', '978-1-56581-231-4 90000'],
      ['code32', '01234567'],
    ] as const) {
      expect(drawn(symbology, value, { height: 97 }).height).toBe(97);
    }
  });

  it('is the height that a standard sets where the marker says none', () => {
    expect(drawn('databartruncated', GTIN).height).toBe(13 * 2);
    expect(drawn('databarlimited', GTIN).height).toBe(10 * 2);
  });
});

describe('bars', () => {
  it('are as many as there are, however long the list of their heights is', () => {
    // An add-on of two digits has more heights than bars.
    const { width, height, data } = drawn('issn', '0311-175X 00 17', { height: 40 });
    const left = Array.from({ length: height }, (_, y) => dotted({ width, height, data }).at(2, y));
    expect(left.slice(0, 4)).toEqual([0, 0, 0, 0]);
  });

  it('of postal codes are one module wide, with equal spaces but for rounding', () => {
    const { width, height, data } = drawn('royalmail', 'LE28HS9Z', { module: 3, height: 40 });
    const [row = ''] = rowsOf({ width, height: 1, at: (x) => dotted({ width, height, data }).at(x, 20) });
    const runs = row.slice(2).match(/#+|\.+/g) ?? [];
    expect(new Set(runs.filter((run) => run.startsWith('#')).map((run) => run.length))).toEqual(new Set([3]));
    const spaces = runs.filter((run) => run.startsWith('.')).map((run) => run.length);
    expect(Math.max(...spaces) - Math.min(...spaces)).toBeLessThanOrEqual(1);
  });

  it.each([
    ['code39ext', 'Code39 Ext!'],
    ['itf14', '09521234543213'],
    ['rationalizedCodabar', 'A0123456789B'],
  ])('of %s are as wide as the ratio says, and readable', async (symbology, value) => {
    const widths = [2, 2.5, 3].map((ratio) => drawn(symbology, value, { ratio, module: 4 }));
    const [narrow = 0, middle = 0, wide = 0] = widths.map(({ width }) => width);
    expect(middle - narrow).toBe(wide - middle);
    expect(middle).toBeGreaterThan(narrow);
    for (const raster of widths) expect((await readSymbol(raster))?.text).toBe(value);
    expect(drawn(symbology, value, { module: 4 }).width).toBe(wide);
  });
});

describe('size', () => {
  it('of rMQR is the saved one, the next of as many rows, or the smallest that holds the value', async () => {
    const size = (value: string, more = {}) => {
      const { width, height } = drawn('rectangularmicroqrcode', value, { module: 1, ...more });
      return `${height}x${width}`;
    };
    expect(size('1234')).toBe('11x27');
    expect(size('1234', { columns: 77, rows: 7 })).toBe('7x77');
    expect(size('A'.repeat(30), { columns: 43, rows: 9 })).toBe('9x77');
    expect(size('x'.repeat(140), { columns: 43, rows: 7, ec: 'M' })).toBe('17x139');
    const text = 'x'.repeat(60);
    const reading = await readSymbol(drawn('rectangularmicroqrcode', text, { module: 4, ec: 'H' }));
    expect(reading?.text).toBe(text);
  });

  it('of Mailmark is the type of its size, or one that holds the value', () => {
    const value = (more: string) => `JGB 012100123412345678AB19XY1A 0             ${more}`;
    const size = (text: string, more = {}) => {
      const { width, height } = drawn('mailmark', text, { module: 1, ...more });
      return `${height}x${width}`;
    };
    expect(size(value(''))).toBe('24x24');
    expect(size(value('www.xyz.com'))).toBe('32x32');
    expect(size(value('www.xyz.com'), { columns: 48, rows: 16 })).toBe('16x48');
  });

  it('grows from the saved one', () => {
    const width = (value: string, more: Partial<MarkerRequest>) =>
      drawn('codablockf', value, { module: 1, ...more }).width;
    expect(width('abc', { columns: 8, rows: 2 })).toBe(width('abc'.repeat(30), { columns: 8, rows: 2 }));
    expect(width('a'.repeat(800), { columns: 8, rows: 2 })).toBeGreaterThan(width('abc', { columns: 8 }));
    const expanded = `${GTIN}(3103)000123`;
    expect(drawn('databarexpandedstacked', expanded, { columns: 2 }).height).toBeGreaterThan(
      drawn('databarexpandedstacked', expanded, { columns: 4 }).height,
    );
    expect(drawn('datamatrixrectangular', '1'.repeat(40), { columns: 18, rows: 8, module: 1 }).width).toBe(
      36,
    );
    expect(drawn('hibcpdf417', 'A'.repeat(400), { columns: 2 }).width).toBeGreaterThan(
      drawn('hibcpdf417', 'A', { columns: 2 }).width,
    );
  });

  it('follows the level of error correction, and one that there is none of changes nothing', () => {
    const width = (symbology: string, value: string, ec?: string) =>
      drawn(symbology, value, ec === undefined ? {} : { ec }).width;
    const url = 'https://id.gs1.org/01/09521234543213/22/ABC%2D123?99=XYZ-987';
    expect(width('gs1dlqrcode', url, 'h')).toBeGreaterThan(width('gs1dlqrcode', url, 'L'));
    expect(width('hanxin', 'x'.repeat(90), '4')).toBeGreaterThan(width('hanxin', 'x'.repeat(90), '1'));
    for (const symbology of ['hanxin', 'pdf417compact', 'hibcqrcode', 'azteccodecompact', 'codeone']) {
      expect(width(symbology, 'ABC', 'zz')).toBe(width(symbology, 'ABC'));
    }
  });
});

describe('values', () => {
  it('may be GTINs and SSCCs without their application identifier', () => {
    for (const symbology of ['databaromni', 'databarstacked', 'databarlimited', 'ean14']) {
      const full = drawn(symbology, GTIN);
      expect(drawn(symbology, '09521234543213')).toEqual(full);
      expect(drawn(symbology, '0952123454321')).toEqual(full);
      expect(refusal(symbology, '09521234543214')).toMatch(/check digit/i);
    }
    expect(drawn('databaromnicomposite', '09521234543213|(99)1')).toEqual(
      drawn('databaromnicomposite', `${GTIN}|(99)1`),
    );
    expect(drawn('sscc18', '095287654321012346')).toEqual(drawn('sscc18', '(00)095287654321012346'));
  });

  it.each([
    ['gs1-128', `${GTIN}(`],
    ['gs1qrcode', `${GTIN}(`],
    ['ean13composite', '9520123456788'],
    ['ean13composite', '9520123456788|('],
    ['gs1-128composite', '0109521234543213|(99)1'],
    ['databarexpandedcomposite', `${GTIN}|(99)1(`],
  ])('that the library would cut short are refused: %s of %s', (symbology, value) => {
    expect(refusal(symbology, value)).toContain('element strings');
  });

  it('are ASCII where a symbology cannot say what else they are', () => {
    for (const symbology of ['telepen', 'code16k', 'microqrcode', 'posicode']) {
      expect(refusal(symbology, 'é')).toBe(`${symbology} takes ASCII characters only`);
    }
  });

  it('of Channel Code are all that it has, 7 digits too', () => {
    expect(marked('channelcode', '7742862').ok).toBe(true);
    expect(refusal('channelcode', '7742863')).toMatch(/at most 26, 292, 3493, 44072, 576688, 7742862/);
    expect(refusal('channelcode', '1')).not.toBeNull();
    const before = threadMs();
    for (let i = 0; i < 64; i++) marked('channelcode', String(7_000_000 + i));
    expect(threadMs() - before).toBeLessThan(500);
  });
});

describe('the Swiss cross', () => {
  it.each([4, 5, 9])('stands in the middle of a Swiss QR code of module %s', (module) => {
    const { width, height, data } = drawn('swissqrcode', 'SPC\r\n0200\r\n1\r\nCH58'.repeat(9), { module });
    const { at } = dotted({ width, height, data });
    const middle = width >> 1;
    const mm = (of: number) => Math.round((of * width) / 46);
    expect(at(middle, middle)).toBe(0);
    expect([at(middle - mm(2.4), middle - mm(2.4)), at(middle + mm(2.4), middle + mm(2.4))]).toEqual([1, 1]);
    for (let i = -mm(3.2); i <= mm(3.2); i++) {
      const edge = mm(3.3);
      expect([at(middle + i, middle - edge), at(middle - edge, middle + i)]).toEqual([0, 0]);
    }
  });
});

describe('size limits', () => {
  it.each([
    ['qrcode', 'x'],
    ['maxicode', 'x'],
    ['royalmail', 'LE28HS9Z'],
    ['code16k', 'x'],
    ['databarstacked', GTIN],
  ])('of %s are looked at before anything is drawn', (symbology, value) => {
    const before = process.memoryUsage().arrayBuffers;
    expect(marked(symbology, value, { module: 9999, height: 99_999 })).toMatchObject({ kind: 'dots' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1_000_000);
  });

  it('ask before a raster is drawn', () => {
    const asked: number[][] = [];
    const request = { symbology: 'code32', value: '01234567', module: 2, rotation: 'R', height: 50 } as const;
    const result = drawMarker(request, (width, height) => asked.push([width, height]));
    expect(result.ok && [[result.width, result.height]]).toEqual(asked);
    const refuse = () => {
      throw new Error('no more pixels');
    };
    expect(() => drawMarker(request, refuse)).toThrow('no more pixels');
  });
});
