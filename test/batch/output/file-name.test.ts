import { describe, expect, it } from 'vitest';
import { BatchUsage } from '../../../src/batch/batch-failure.ts';
import { checkTemplate, nameOf, placedName } from '../../../src/batch/output/file-name.ts';

const COLUMNS = ['Order ', 'item', 'Size'];

function name(template: string, ...cells: string[]): string {
  return nameOf(template, { cells, others: '', variables: {}, copies: 1, fault: null }, COLUMNS);
}

describe('the name of a file', () => {
  it('has values of columns, found without case and spaces, and the number of the row', () => {
    const whole = name('{order}-{ ITEM }-{row}', 'A1', 'Nut M6');
    expect(whole).toBe('A1-Nut M6-{row}');
    expect(placedName(whole, 12)).toBe('A1-Nut M6-12');
  });

  it.each([
    ['../../etc/passwd', '_._.._etc_passwd'],
    ['a\\b:c*d?e"f<g>h|i', 'a_b_c_d_e_f_g_h_i'],
    ['line\nbreak\0', 'line_break_'],
    ['{row}', '_row_'],
    ['.hidden', '_hidden'],
    ['end.', 'end_'],
    ['', '_'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['Com1', '_Com1'],
    ['console', 'console'],
    ['e\u0301', '\u00e9'],
    ['\ud800', '_'],
    ['invoice\u202efdp.exe', 'invoice_fdp.exe'],
    ['\u2066a\u2069\u200f\u061c\u200b\u00ad\u{e0041}', '_a______'],
  ])('is safe for %j', (value, safe) => {
    expect(placedName(name('{order}', value), 1)).toBe(safe);
  });

  it('is safe when only its number makes it a device', () => {
    expect(placedName(name('com{row}'), 1)).toBe('_com1');
    expect(placedName(name('com{row}'), 10)).toBe('com10');
  });

  it('gives each value an equal share if it is too long, and never cuts a character or its number', () => {
    const whole = name('{order}-{item}-{row}', 'ä'.repeat(300), 'b'.repeat(300));
    expect(whole).toBe(`${'ä'.repeat(45)}-${'b'.repeat(91)}-{row}`);
    expect(Buffer.byteLength(placedName(whole, Number.MAX_SAFE_INTEGER))).toBeLessThanOrEqual(200);
  });
});

describe('a template of names', () => {
  it.each([
    ['{order', 'has a brace'],
    ['label', 'the same name'],
    ['out/{order}', 'is a path'],
    ['{order}?', 'has a character'],
    ['{order}\u202e', 'or an invisible mark'],
    [
      `${'x'.repeat(85)}{row}`,
      'is too long: besides its columns, 100 bytes are allowed, of which {row} takes 16',
    ],
    ['{row}'.repeat(7), 'is too long'],
    ['{colour}', 'names no column of the input: {colour}; there are Order , item, Size'],
  ])('is refused: %s', (template, fault) => {
    expect(() => checkTemplate(template, COLUMNS)).toThrow(BatchUsage);
    expect(() => checkTemplate(template, COLUMNS)).toThrow(fault);
  });

  it('is taken with known columns or the number', () => {
    expect(() => checkTemplate('label {ORDER} of {row}', COLUMNS)).not.toThrow();
  });
});
