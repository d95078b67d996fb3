import { beforeAll, describe, expect, it } from 'vitest';
import {
  drawMarker,
  isMarkerSymbology,
  type MarkerRaster,
  type MarkerRequest,
} from '../../../src/template/raster-markers/draw-marker.ts';
import { prepareReader, readSymbol } from '../../support/symbol-reader.ts';

type Drawn = MarkerRaster & { readonly ok: true };

beforeAll(prepareReader);

function marked(symbology: string, value: string, more: Partial<MarkerRequest> = {}): MarkerRaster {
  return drawMarker({ symbology, value, module: 3, rotation: 'N', ...more });
}

function drawn(symbology: string, value: string, more: Partial<MarkerRequest> = {}): Drawn {
  const result = marked(symbology, value, more);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

/** An independent reader's reading of a raster. */
async function read(raster: Drawn): Promise<string | undefined> {
  return (await readSymbol(raster))?.text;
}

/** A reproducible source of values: the same ones in every run. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >> 8) % below;
  };
}

const ALPHABETS = [
  '0123456789',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 $%*+-./:',
  'abcdefghijklmnopqrstuvwxyz .,',
  'ABC*>\r 0123',
  ' !"#$%&\'()*+,-./:;<=>?@AZ[]^_',
  'aBcDeF123;:~`{}|\n\t',
  'éÀ¼€日',
].map((alphabet) => Array.from(alphabet));

function payload(next: (below: number) => number, alphabets: number, parts: number, length: number): string {
  let text = '';
  for (let part = 0; part <= next(parts); part++) {
    const alphabet = ALPHABETS[next(alphabets)] as readonly string[];
    for (let i = 0; i <= next(length); i++) text += alphabet[next(alphabet.length)];
  }
  return text;
}

describe('drawMarker draws what a reader reads back, in every rotation', () => {
  for (const symbology of ['qrcode', 'datamatrix', 'pdf417', 'azteccode']) {
    it(symbology, async () => {
      const next = random(7);
      for (let i = 0; i < 30; i++) {
        const text = payload(next, ALPHABETS.length, 4, i % 10 === 0 ? 120 : 20);
        const rotation = (['N', 'R', 'I', 'B'] as const)[i % 4] as 'N';
        expect(await read(drawn(symbology, text, { rotation }))).toBe(text);
      }
    });
  }

  it('micropdf417', async () => {
    for (const text of ['1234', 'Hello World', 'ABC-123456789']) {
      expect(await read(drawn('micropdf417', text))).toBe(text);
    }
  });

  it('code128, code39, interleaved2of5', async () => {
    const next = random(3);
    for (let i = 0; i < 12; i++) {
      const rotation = (['N', 'R', 'I', 'B'] as const)[i % 4] as 'N';
      const text = payload(next, 3, 3, 6);
      expect(await read(drawn('code128', text, { rotation }))).toBe(text);
      const capitals = `A${payload(next, 2, 1, 8).replaceAll('*', '')}`;
      expect(await read(drawn('code39', capitals, { rotation }))).toBe(capitals);
    }
    expect(await read(drawn('interleaved2of5', '01234567'))).toBe('01234567');
  });

  it('ean13 and upca, with and without the check digit', async () => {
    expect(await read(drawn('ean13', '952012345678'))).toBe('9520123456788');
    expect(await read(drawn('ean13', '9520123456788', { rotation: 'R' }))).toBe('9520123456788');
    expect(marked('ean13', '9520123456789')).toMatchObject({
      ok: false,
      kind: 'content',
      symbology: 'ean13',
    });
  });

  it('maxicode', async () => {
    expect(await read(drawn('maxicode', 'Hello MaxiCode', { module: 10 }))).toBe('Hello MaxiCode');
  });
});

describe('drawMarker', () => {
  it('swaps width and height when it turns by a quarter', () => {
    const upright = drawn('code128', 'ABC', { height: 40 });
    const turned = drawn('code128', 'ABC', { height: 40, rotation: 'R' });
    expect([turned.width, turned.height]).toEqual([upright.height, upright.width]);
    expect(upright).toMatchObject({ width: 3 * (11 * 5 + 13), height: 40 });
  });

  it('puts quiet modules around matrix symbols', () => {
    expect(drawn('qrcode', 'A', { quiet: 4 })).toMatchObject({ width: 3 * 29, height: 3 * 29 });
  });

  it('refuses more than 4096 dots a side as too large, not as bad content', () => {
    expect(marked('qrcode', 'x', { module: 200 })).toMatchObject({ ok: false, kind: 'dots' });
    expect(marked('code128', 'x'.repeat(200), { module: 10 })).toMatchObject({ ok: false, kind: 'dots' });
    expect(marked('qrcode', 'x', { module: 195 }).ok).toBe(true);
  });

  it('refuses a payload beyond the symbology', () => {
    for (const symbology of ['qrcode', 'datamatrix', 'pdf417', 'azteccode', 'micropdf417', 'maxicode']) {
      expect(marked(symbology, 'x'.repeat(4000))).toMatchObject({ ok: false, kind: 'content', symbology });
      expect(marked(symbology, '')).toMatchObject({ ok: false, kind: 'content' });
    }
  });

  it('holds the capacities of the standards', () => {
    expect(marked('qrcode', '1'.repeat(7089), { module: 1, ec: 'L' }).ok).toBe(true);
    expect(marked('qrcode', '1'.repeat(7090), { module: 1, ec: 'L' }).ok).toBe(false);
    expect(marked('datamatrix', '1'.repeat(3116), { module: 1 }).ok).toBe(true);
    expect(marked('datamatrix', '1'.repeat(3117), { module: 1 }).ok).toBe(false);
  });

  it('grows a Data Matrix beyond the saved size when the value needs it', () => {
    expect(drawn('datamatrix', 'abc', { columns: 26, rows: 26 }).width).toBe(26 * 3);
    expect(drawn('datamatrix', 'abc'.repeat(40), { columns: 10, rows: 10 }).width).toBeGreaterThan(30 * 3);
  });

  it('grows a MicroPDF417 beyond the saved size, in the saved columns while these hold the value', async () => {
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
    const saved = { columns: 2, rows: 8 };
    expect(drawn('micropdf417', 'ABC', saved).height).toBe(8 * 2 * 3);
    const taller = drawn('micropdf417', letters, saved);
    expect(taller.width).toBe(drawn('micropdf417', 'ABC', saved).width);
    expect(taller.height).toBeGreaterThan(8 * 2 * 3);
    const wider = drawn('micropdf417', letters.repeat(4), saved);
    expect(wider.width).toBeGreaterThan(taller.width);
    expect(drawn('micropdf417', letters, { columns: 5 }).width).toBe(drawn('micropdf417', letters).width);
  });

  it.each([
    ['gs1-128', 'x'],
    ['gs1-128', '5'],
    ['gs1-128', '('],
    ['gs1-128', '(01)'],
    ['gs1datamatrix', '0109506000134352'],
    ['gs1qrcode', '(1)2'],
    ['databarexpanded', '1'],
  ])('refuses what is no element string: %s of %s', (symbology, value) => {
    expect(marked(symbology, value)).toMatchObject({
      kind: 'content',
      reason: expect.stringContaining('element strings such as (01)09506000134352'),
    });
  });

  it('says what is allowed where the library only says that it is not', () => {
    const reason = (symbology: string, value: string) => {
      const result = marked(symbology, value);
      return result.ok ? null : result.reason;
    };
    expect(reason('upce', '01234560')).toMatch(/^UPC-E takes 7 digits/);
    expect(reason('itf14', '12345678901234')).toMatch(/^ITF-14 takes 13 digits/);
    expect(reason('microqrcode', 'x'.repeat(40))).toMatch(/^Micro QR takes at most/);
    expect(reason('maxicode', 'x'.repeat(150))).toMatch(/^MaxiCode takes at most/);
    expect(reason('gs1-128', '(01)09506000134353')).toMatch(/element strings.*\(.+\)$/);
  });

  it('leaves other symbologies to the library', () => {
    expect(isMarkerSymbology('hanxin')).toBe(true);
    expect(isMarkerSymbology('nosuchcode')).toBe(false);
    expect(isMarkerSymbology('constructor')).toBe(false);
    expect(marked('hanxin', 'ABC').ok).toBe(true);
    expect(marked('royalmail', 'LE28HS9Z', { height: 30 }).ok).toBe(true);
    expect(marked('isbn', 'not an isbn')).toMatchObject({ ok: false, kind: 'content' });
  });
});
