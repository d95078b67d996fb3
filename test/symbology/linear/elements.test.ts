import { describe, expect, it } from 'vitest';
import { bwipModules } from '../../../src/symbology/bwip.ts';
import { codabarElements } from '../../../src/symbology/linear/codabar.ts';
import { code11Checks, code11Elements } from '../../../src/symbology/linear/code11.ts';
import { CODE39_CHARACTERS, code39Elements, mod43 } from '../../../src/symbology/linear/code39.ts';
import { code93Checks, code93Elements } from '../../../src/symbology/linear/code93.ts';
import { code128Elements, FNC1, shortestCode128 } from '../../../src/symbology/linear/code128.ts';
import {
  addOnElements,
  compressUpce,
  ean8Elements,
  ean13Elements,
  expandUpce,
  gs1CheckDigit,
  upceElements,
} from '../../../src/symbology/linear/ean.ts';
import { msiChecks, msiElements } from '../../../src/symbology/linear/msi.ts';
import { plesseyElements } from '../../../src/symbology/linear/plessey.ts';
import { postalBars, postalCheckDigit } from '../../../src/symbology/linear/postal.ts';
import {
  industrialElements,
  interleavedElements,
  standardElements,
} from '../../../src/symbology/linear/two-of-five.ts';

/** The library's widths with every element wider than one module taken as wide. */
function narrowAndWide(options: Record<string, unknown>): number[] {
  return bwipModules(options).map((width) => (width > 1 ? 2 : 1));
}

describe('linear encoders draw what an independent encoder draws', () => {
  it('Code 39', () => {
    for (const text of [CODE39_CHARACTERS, 'A', '0123456789', 'CODE 39']) {
      expect(code39Elements(text)).toEqual(narrowAndWide({ bcid: 'code39', text }));
    }
  });

  it('Code 93 with both check characters', () => {
    for (const text of [CODE39_CHARACTERS, 'CODE93', 'ABC-1234567890-XYZ $/+%']) {
      expect(code93Elements(text)).toEqual(bwipModules({ bcid: 'code93', text, includecheck: true }));
    }
    expect(code93Checks('CODE93')).toEqual([25, 31]);
  });

  it('Code 11', () => {
    const text = '0123456789-28';
    expect(code11Elements(text)).toEqual(narrowAndWide({ bcid: 'code11', text }));
    expect(code11Checks('12345', 2)).toBe('28');
  });

  it('2 of 5 in its three forms', () => {
    expect(interleavedElements('0123456789')).toEqual(
      narrowAndWide({ bcid: 'interleaved2of5', text: '0123456789' }),
    );
    expect(industrialElements('0123456789')).toEqual(
      narrowAndWide({ bcid: 'industrial2of5', text: '0123456789' }),
    );
    expect(standardElements('0123456789')).toEqual(narrowAndWide({ bcid: 'iata2of5', text: '0123456789' }));
  });

  it('Codabar', () => {
    const text = 'A0123456789-$:/.+B';
    expect(codabarElements(text)).toEqual(narrowAndWide({ bcid: 'rationalizedCodabar', text }));
    expect(codabarElements('C1D')).toEqual(narrowAndWide({ bcid: 'rationalizedCodabar', text: 'C1D' }));
  });

  it('MSI with its kinds of check digits', () => {
    expect(msiElements('0123456789')).toEqual(narrowAndWide({ bcid: 'msi', text: '0123456789' }));
    expect(msiChecks('12345678', 'A')).toBe('');
    expect(msiChecks('12345678', 'B')).toBe('2');
    expect(msiChecks('12345678', 'C')).toBe('22');
    expect(msiChecks('12345678', 'D')).toBe('55');
  });

  it('Plessey with its CRC', () => {
    // The library draws bars of 1, 3 and 5 modules and spaces of 2 and 4.
    const widths = bwipModules({ bcid: 'plessey', text: '0123456789ABCDEF' });
    const wide = widths.map((width, i) => (i % 2 === 0 ? (width + 1) / 2 : width / 2));
    expect(plesseyElements('0123456789ABCDEF')).toEqual(wide);
  });

  it('EAN, UPC-E and the add-ons', () => {
    for (let first = 0; first < 10; first++) {
      const body = `${first}12345678901`.slice(0, 12);
      const text = body + gs1CheckDigit(body);
      expect(ean13Elements(text)).toEqual(bwipModules({ bcid: 'ean13', text }));
    }
    expect(ean8Elements('12345670')).toEqual(bwipModules({ bcid: 'ean8', text: '12345670' }));
    for (let i = 0; i < 10; i++) {
      const six = `12345${i}`;
      for (const system of ['0', '1'] as const) {
        const check = gs1CheckDigit(expandUpce(six, system));
        expect(upceElements(six, system, check)).toEqual(bwipModules({ bcid: 'upce', text: system + six }));
      }
      expect(addOnElements(`5${i}`)).toEqual(bwipModules({ bcid: 'ean2', text: `5${i}` }));
      expect(addOnElements(`9020${i}`)).toEqual(bwipModules({ bcid: 'ean5', text: `9020${i}` }));
    }
  });

  it('POSTNET and PLANET heights', () => {
    for (const [system, text] of [
      ['postnet', '123456789'],
      ['planet', '12345678901'],
    ] as const) {
      const bars = postalBars(text + postalCheckDigit(text), system)
        .map((tall) => (tall ? 'T' : '.'))
        .join('');
      expect(bars).toMatch(/^T.*T$/);
      expect(bars).toHaveLength(2 + 5 * (text.length + 1));
    }
    expect(postalBars('0', 'postnet')).toEqual([true, true, true, false, false, false, true]);
  });
});

describe('Code 128', () => {
  it('draws the same modules for the same values', () => {
    const values = [104, 33, 34, 35, 99, 12, 34, 101, 64, 5];
    const text = values.map((value) => `^${String(value).padStart(3, '0')}`).join('');
    expect(code128Elements(values)).toEqual(bwipModules({ bcid: 'code128', text, raw: true }));
  });

  it('finds the fewest values', () => {
    const length = (text: string) => shortestCode128(Array.from(text, (c) => c.charCodeAt(0))).length;
    expect(length('123456')).toBe(4);
    expect(length('ABC')).toBe(4);
    expect(length('AB123456CD')).toBe(1 + 2 + 1 + 3 + 1 + 2);
    expect(length('a\x01b')).toBe(5);
    expect(length('12345')).toBe(5);
  });

  it('takes four digits in pairs, and fewer as they are, where the length is the same', () => {
    const values = (text: string) => shortestCode128(Array.from(text, (c) => c.charCodeAt(0)));
    expect(values('12AB')).toEqual([104, 17, 18, 33, 34]);
    expect(values('ABC1234DEF')).toEqual([104, 33, 34, 35, 99, 12, 34, 100, 36, 37, 38]);
    expect(values('ABC12345DEF')).toEqual([104, 33, 34, 35, 17, 99, 23, 45, 100, 36, 37, 38]);
    expect(values('12345')).toEqual([105, 12, 34, 100, 21]);
  });

  it('places FNC1 in any subset', () => {
    expect(shortestCode128([FNC1, 48, 49])).toEqual([105, 102, 1]);
  });

  it('begins with pairs where the data begins with four digits, or with FNC1 and two', () => {
    const codes = (text: string) => Array.from(text, (c) => (c === '#' ? FNC1 : c.charCodeAt(0)));
    expect(shortestCode128(codes('#10AB'))).toEqual([105, 102, 10, 100, 33, 34]);
    // An odd digit before FNC1 stands alone, though it would cost less at the start.
    expect(shortestCode128(codes('#12345#123456'))).toEqual([105, 102, 12, 34, 100, 21, 102, 99, 12, 34, 56]);
  });
});

describe('check digits', () => {
  it('agree with published examples', () => {
    expect(gs1CheckDigit('952012345678')).toBe('8');
    expect(gs1CheckDigit('12345678901')).toBe('2');
    expect(mod43('12345ABCDE/')).toBe('T');
    expect(postalCheckDigit('12345')).toBe('5');
  });

  it('shortens UPC numbers only where the rules allow', () => {
    expect(compressUpce('1230000045')).toBe('123453');
    expect(compressUpce('1200000045')).toBe('120450');
    expect(compressUpce('1234000005')).toBe('123454');
    expect(compressUpce('1234500005')).toBe('123455');
    expect(compressUpce('1234500004')).toBeNull();
    expect(compressUpce('1234567890')).toBeNull();
    for (const ten of ['1230000045', '1200000045', '1210000999', '1234000005', '1234500009']) {
      expect(expandUpce(compressUpce(ten) as string, '0')).toBe(`0${ten}`);
    }
  });
});
