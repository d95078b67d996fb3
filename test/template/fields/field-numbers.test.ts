import { describe, expect, it } from 'vitest';
import { encodeBarcode } from '../../../src/barcode/commands.ts';
import { toByteString } from '../../../src/zpl/byte-string.ts';
import { parse } from '../../../src/zpl/parse.ts';
import { threadMs } from '../../support/thread-time.ts';
import { failureOf, NOW, run, templateOf } from '../run.ts';

const faults = (zpl: string, variables: Record<string, string> = {}) =>
  failureOf(() => run(zpl, variables)).fields;

/** Everything that the stream prints with these values: texts, and what the bars of barcodes say. */
function printed(zpl: string, variables: Record<string, string>): string[] {
  const { labels } = parse(toByteString(run(zpl, variables)), { dotsPerMm: 8, now: NOW });
  return labels.flatMap(({ elements }) =>
    elements.map((element) => {
      if (element.kind === 'text') return element.text;
      const drawn = element.kind === 'barcode' ? encodeBarcode(element) : null;
      return drawn?.ok ? `bars ${drawn.line?.text ?? ''}` : 'nothing';
    }),
  );
}

const SLOT = '^XA^FO9,9^BEN,80^FN2^FS^FN2^FD{tracking}^FS^XZ';
const STORED = '^XA^DFR:F.ZPL^FS^FO9,9^BEN,80^FN2^FS^XZ^XA^XFR:F.ZPL^FS^FN2^FD{tracking}^FS^XZ';

describe('a barcode that is fed through ^FN', () => {
  it.each([
    ['of the same format', SLOT],
    ['of a stored format that the stream recalls', STORED],
    ['that is filled before it', '^XA^FN2^FD{tracking}^FS^FO9,9^BEN,80^FN2^FS^XZ'],
    ['with a prompt and a default', SLOT.replace('^FN2^FS', '^FN2"EAN 13"^FD400638133393^FS')],
    ['filled by ^FV', SLOT.replace('^FD{', '^FV{')],
    ['filled by ^SN', SLOT.replace('{tracking}', '{tracking},1,N').replace('^FD', '^SN')],
    ['that another placed field of the slot fills', SLOT.replace('^FS^FN2', '^FS^FO9,200^A0N,30^FN2')],
  ])('%s is checked as if the data stood in it', (_, zpl) => {
    const fault = { symbology: 'ean13', template: '{tracking}' };
    expect(faults(zpl)).toEqual([
      { ...fault, value: '{tracking}', reason: expect.stringContaining('"tracking"') },
    ]);
    for (const value of ['40063813X3931', '4006381333932', '123', '']) {
      expect(faults(zpl, { tracking: value })).toEqual([
        { ...fault, value, reason: expect.stringContaining('12 digits, or 13') },
      ]);
    }
    expect(run(zpl, { tracking: '4006381333931' })).toBe(
      zpl.replace(/\^(F[DV]|SN)\{tracking\}/, '^FH^$14006381333931'),
    );
  });

  it('takes its own data where nothing fills its slot', () => {
    const own = '^XA^FO9,9^BEN,80^FN2"EAN"^FD{ean}^FS^XZ';
    expect(faults(own, { ean: '1' })).toMatchObject([{ template: '{ean}', value: '1' }]);
    expect(run(own.replace('^XZ', '^FN2^FD400638133393^FS^XZ'), { ean: '1' })).toContain('^FH^FD1^FS');
  });

  it('takes what fills the slot last', () => {
    const twice = SLOT.replace('^FN2^FD', '^FN2^FD{first}^FS^FN2^FD');
    expect(run(twice, { first: 'any', tracking: '400638133393' })).toContain('^FDany^FS');
    expect(faults(twice, { first: '400638133393', tracking: 'x' })).toMatchObject([{ value: 'x' }]);
  });

  it('is checked for each barcode that shows the data, and text is not', () => {
    const three = SLOT.replace('^FN2^FD', '^FO9,99^B8N^FN2^FS^FO9,200^A0N,30^FN2^FS^FN2^FD');
    expect(faults(three, { tracking: 'x' })?.map(({ symbology }) => symbology)).toEqual(['ean13', 'ean8']);
    const text = '^XA^FO9,9^A0N,30^FN2^FS^FN2^FD{tracking}^FS^XZ';
    expect(run(text)).toBe(text);
  });

  it('is checked with the values of each recall of its format', () => {
    const twice = `${STORED}^XA^XFR:F.ZPL^FS^FN2^FD{other}^FS^XZ`;
    expect(faults(twice, { tracking: '1', other: '2' })).toMatchObject([
      { template: '{tracking}', value: '1' },
      { template: '{other}', value: '2' },
    ]);
    expect(faults(twice, { tracking: '400638133393', other: '2' })).toMatchObject([{ template: '{other}' }]);
  });

  it('is checked once however often the same format is recalled', () => {
    const zpl = `^XA^DFR:F.ZPL^FS^FO9,9^BTN^FD{v}^FS^XZ${'^XA^XFR:F.ZPL^FS^XZ'.repeat(500)}`;
    expect(() => run(zpl, { v: '123456,ABC' })).not.toThrow();
  });

  it('is checked in a format that the stream only stores', () => {
    const stored = '^XA^DFE:F.ZPL^FS^FO9,9^BEN,80^FD{ean}^FS^XZ';
    expect(faults(stored, { ean: '12' })).toMatchObject([{ symbology: 'ean13', value: '12' }]);
  });

  it('is read with the encoding and the escapes that are in force where the data stands', () => {
    const zpl = SLOT.replace('^BEN', '^BCN').replace('^XA', '^XA^CI28').replace('^FD', '^FH\\^FDa\\41');
    expect(run(zpl, { tracking: '<b>' })).toContain('^FH\\^FDa\\41<b>0^FS');
    expect(faults(zpl, { tracking: 'é' })).toMatchObject([{ template: 'aA{tracking}', value: 'aAé' }]);
  });

  it('reads no value as a code', () => {
    const code128 = '^XA^FO9,9^BCN,80^FN1^FS^FN1^FD{v}^FS^XZ';
    for (const v of ['>;12', 'a>8^~', '>>', '~1']) expect(printed(code128, { v })).toEqual([`bars ${v}`]);
    expect(run('^XA^FO9,9^B7N,5^FN1^FS^FN1^FD{v}^FS^XZ', { v: '\\1' })).toContain('^FH^FD\\\\1^FS');
    expect(run('^XA^FO9,9^BXN,5,200,,,,_^FN1^FS^FN1^FD{v}^FS^XZ', { v: '_1' })).toContain('_5F_5F1');
    expect(faults('^XA^FO9,9^BQN,2,4^FN1^FS^FN1^FD{v}^FS^XZ', { v: 'hello' })).toMatchObject([
      { symbology: 'qrcode', reason: expect.stringContaining('QA,') },
    ]);
  });

  it('refuses what no spelling prints in each field that shows it', () => {
    const both = '^XA^FO9,9^BCN,80^FN1^FS^FO9,200^A0N,30^FN1^FS^FN1^FD{v}^FS^XZ';
    expect(printed(both, { v: 'a<b' })).toEqual(['bars a<b', 'a<b']);
    expect(faults(both, { v: 'a>b' })).toEqual([
      { symbology: 'code128', template: '{v}', value: 'a>b', reason: expect.stringContaining('">"') },
    ]);
    const texts = '^XA^FO9,9^FB300,2^FN1^FS^FO9,200^FN1^FS^FN1^FD{v}^FS^XZ';
    expect(run(texts, { v: 'a/b' })).toContain('^FH^FDa/b^FS');
    expect(failureOf(() => run(`^CI28${texts}`, { v: 'a\\b' }))).toMatchObject({
      code: 'encoding_unsupported',
      message: expect.stringContaining('in field "{v}", "\\\\"'),
    });
  });

  it('is a barcode too where its command follows the data', () => {
    expect(faults('^XA^FO9,9^FD{v}^BEN^FS^XZ', { v: 'x' })).toMatchObject([{ symbology: 'ean13' }]);
  });

  it('is charged for once with what it takes', () => {
    const many = Array.from({ length: 400 }, (_, i) => `^FO9,9^BTN,,,${i + 1}^FN1^FS`).join('');
    const zpl = `^XA${many}^FN1^FD{v}^FS^XZ`;
    expect(failureOf(() => run(zpl, { v: '123456,ABC' })).code).toBe('too_large');
  });
});

describe('text that is fed through ^FN', () => {
  it('is written as the block reads it that shows it', () => {
    const block = '^XA^CI28^FO9,9^FB300,3^FN1^FS^FN1^FD{v}^FS^XZ';
    expect(run(block, { v: 'a\nb\\c' })).toContain('^FH^FDa\\&b\\\\c^FS');
    expect(run(block.replace('^FB300,3', '^TBN,300,90'), { v: '<b>' })).toContain('^FH^FD<<>b>^FS');
  });

  it('is plain where only the printer knows the format', () => {
    expect(run('^XA^CI28^XFE:F.ZPL^FS^FN1^FD{v}^FS^XZ', { v: 'a\\b' })).toContain('^FH^FDa\\b^FS');
  });

  it('takes the encoding that a recalled format sets', () => {
    const zpl = '^XA^DFR:F.ZPL^FS^CI28^FO9,9^FN1^FS^XZ^XA^XFR:F.ZPL^FS^FN1^FD{v}^FS^XZ';
    expect(run(zpl, { v: 'é' })).toContain('^FH^FD_C3_A9^FS');
  });
});

describe('reading a stream', () => {
  it('stops at as many recalled commands as the renderer, and still knows the encoding', () => {
    const bomb = `^XA^DFR:F.ZPL${'^FO9,9^FD.^FS'.repeat(2000)}^XZ${'^XA^XFR:F.ZPL^XZ'.repeat(600)}`;
    const began = threadMs();
    expect(run(`${bomb}^XA^CI28^FO9,9^FD{v}^FS^XZ`, { v: 'é' })).toContain('^FH^FD_C3_A9^FS');
    expect(threadMs() - began).toBeLessThan(2000);
    expect(templateOf(bomb).failure).toBeNull();
  });
});

it('what barcodes embed is counted before it is written for them', () => {
  const shown = Array.from({ length: 1900 }, (_, i) => `^FO1,1^B3N,N,${i}^FE^FN9^FS`).join('');
  const zpl = `^XA^CI28^FN1^FD${'{x}'.repeat(1500)}^FS^FN9^FD#1,f,1,0#A^FS${shown}^XZ`;
  for (const x of ['A'.repeat(1000), '>'.repeat(1000)]) {
    expect(failureOf(() => run(zpl, { x }))).toMatchObject({ code: 'too_large' });
  }
});
