import { describe, expect, it, test } from 'vitest';
import { lint } from '../../src/lint/lint.ts';

const codesOf = (zpl: string, options: Parameters<typeof lint>[1] = {}) =>
  lint(Buffer.from(zpl), options).map(({ code, offset, value }) => [code, offset, value]);

describe('symbols under ^CVY', () => {
  const codesOf = (zpl: string): readonly string[] => lint(Buffer.from(zpl)).map(({ code }) => code);

  it('are looked at as all others are', () => {
    const symbol = '^XA^CVY^FO40,40^BY3^BEN,80^FD5901234123457^FS';
    expect(codesOf(`${symbol}^XZ`)).toEqual([]);
    expect(codesOf(`${symbol}^FO60,60^A0N,30^FDover^FS^XZ`)).toEqual(['barcode-overlapped']);
  });

  it('are said once to be invalid', () => {
    expect(codesOf('^XA^CVY^FO40,40^BY3^BEN,80^FD59012341234X^FS^XZ')).toEqual(['barcode-not-printed']);
  });
});

it('says nothing of tails that reach the next line, and of lines that are printed over each other', () => {
  const codesOf = (y: number): readonly string[] =>
    lint(Buffer.from(`^XA^FO20,20^A0N,30^FDgypqj^FS^FO20,${y}^A0N,30^FDEgypt^FS^XZ`)).map(({ code }) => code);
  expect([codesOf(43), codesOf(38)]).toEqual([[], ['text-overlapped']]);
});

it('tells once of an encoding that is not known, and only for what is not ASCII', () => {
  const fields = ['Made in Germany', '_B0_A1', '_B0_A2'].map((one, i) => `^FO20,${50 * i}^FH^FD${one}^FS`);
  const found = lint(Buffer.from(`^XA^CI24^CF0,30${fields.join('')}^XZ`));
  expect(found.map(({ code, value }) => [code, value])).toEqual([['encoding-unsupported', '_B0_A1']]);
});

it('takes what a driver begins with for no text', () => {
  expect(lint(Buffer.from('CT~~CD,~CC^~CT~\n^XA^FO20,20^A0N,30^FDPrice^FS^XZ'))).toEqual([]);
});

describe('with values', () => {
  const zpl = '^XA^FO50,50^A0N,30^FD{name}^FS^FO50,90^BY2^BEN,80^FD{ean}^FS^XZ';

  it('looks at what they make of the label, at the place of the placeholder', () => {
    expect(codesOf(zpl, { variables: { name: 'x', ean: '12' } })).toEqual([
      ['barcode-data-changed', 52, '{ean}'],
    ]);
    expect(codesOf(zpl, { variables: { Name: 'x', EAN: '400638133393' } })).toEqual([]);
    const size = { widthMm: 50, heightMm: 40, dpi: 203 };
    expect(codesOf(zpl, { size })).toEqual([]);
    const variables = { name: 'a name that is far too long for this label', ean: '400638133393' };
    expect(codesOf(zpl, { size, variables })).toEqual([['text-cut', 21, '{name}']]);
  });

  it('says which placeholder has none, and which value no placeholder', () => {
    expect(codesOf(zpl, { variables: { name: 'x', eann: '1' } })).toEqual([
      ['value-unused', 0, '^XA'],
      ['value-missing', 52, '{ean}'],
    ]);
  });

  it('applies saved transforms, and says where one fails', () => {
    const fieldTransforms = [
      { variable: 'ean', steps: [{ op: 'digits' }, { op: 'max_length', length: 12 }] },
    ];
    const name = 'x';
    expect(codesOf(zpl, { fieldTransforms, variables: { name, ean: '400-638-133393' } })).toEqual([]);
    const long = codesOf(zpl, { fieldTransforms, variables: { name, ean: '400-638-1333931' } });
    expect(long).toContainEqual(['transform-failed', 52, '{ean}']);
  });

  it('says which value the encoding lacks', () => {
    expect(codesOf(zpl, { variables: { name: '中', ean: '400638133393' } })).toContainEqual([
      'value-not-writable',
      21,
      '{name}',
    ]);
  });
});

it('knows the names of the editor', () => {
  const zpl = '^XA^FO50,50^A0N,30^FD{traking}^FS^XZ';
  expect(codesOf(zpl)).toEqual([]);
  expect(codesOf(zpl, { dynamicTokens: ['tracking'] })).toEqual([
    ['placeholder-misspelled', 21, '{traking}'],
  ]);
});

test.each([
  '{line1} {line2} {line2}',
  '{item} {items} {items}',
  '{"id":"{id}"}',
  '{DATE:YYYY-MM-DDTHH:mm:ssZ}',
])('lets %s be', (text) => {
  expect(codesOf(`^XA^FO50,50^A0N,30^FD${text}^FS^XZ`)).toEqual([]);
});

it('lets a brace be that the value of a placeholder may open', () => {
  const codes = (data: string) => codesOf(`^XA^FO50,50^A0N,30^FD${data}^FS^XZ`).map(([code]) => code);
  expect(codes('M & S {brace}GmbH}')).toEqual([]);
  expect(codes('M & S GmbH}')).toEqual(['placeholder-not-closed']);
  expect(codes('{name} of {firm')).toEqual(['placeholder-not-closed']);
});

it('says nothing of a byte order mark at the beginning', () => {
  const label = '^XA^FO50,50^A0N,30^FDx^FS^XZ';
  expect(codesOf(`\uFEFF${label}`)).toEqual([]);
  expect(codesOf(`\uFEFFfor you${label}`)).toEqual([['text-outside-labels', 3, 'for you']]);
});

describe('formats that are stored', () => {
  it('are looked at when they are recalled, or as the next stream would recall them', () => {
    const format = '^XA^DFR:A.ZPL^FS^FO50,50^A0N,30^FN1^FS^FO50,90^BY2^BEN,80^FDx^FS^XZ';
    expect(codesOf(format)).toEqual([['barcode-data-changed', 60, 'x']]);
    expect(codesOf(`${format}^XA^XFR:A.ZPL^FS^FN1^FDy^FS^XZ`)).toEqual([['barcode-data-changed', 60, 'x']]);
  });
});

test.each([
  ['nothing', '', 'there is nothing here'],
  ['a web page', '<html><body>^ and ~ and {name}</body></html>', 'no label begins'],
  ['a binary file', `\x89PNG\r\n\x1a\n${'\x02\x03\x0f^\x00~\x01'.repeat(500)}`, 'no label begins'],
])('says once that %s is not ZPL', (_, text, message) => {
  const findings = lint(Buffer.from(text, 'latin1'));
  expect(findings).toMatchObject([{ code: 'not-zpl', message: expect.stringContaining(message) }]);
});

describe('whatever a stream holds', () => {
  const large = 400_000;

  it.each([
    ['one line of faults', '^XA' + '^FOabc,5^FS'.repeat(large / 11) + '^XZ'],
    ['labels', '^XA^FO9,9^A0N,30^FDx^FS^XZ\n'.repeat(large / 27)],
    ['one field of data', `^XA^FO9,9^A0N,30^FD${'{x'.repeat(large / 2)}^FS^XZ`],
    ['texts over one another', `^XA${'^FO9,9^A0N,30^FDxy^FS'.repeat(1500)}^XZ`],
    ['lines', '\n'.repeat(large) + '^XA^FOabc,5^FS^XZ'],
    ['braces', `^XA^FO9,9^FD${'}{'.repeat(large / 2)}^FS^XZ`],
    ['escapes between braces', `^XA^FO9,9^FH^FD${'{_}'.repeat(large / 3)}^FS^XZ`],
    ['a word before a brace', `^XA^FO9,9^FD${'a'.repeat(large)}{^FS^XZ`],
    ['line ends in data', `^XA^FO9,9^A0N,30^FD${'\n'.repeat(large)}x^FS^XZ`],
    ['white space between text', `^XA^FO9,9^FDx^FSx${' '.repeat(large)}y^XZ`],
    ['line breaks', `^XA^FO9,9^FB500,1^A0N,30^FD${'\\&'.repeat(4000)}x^FS^XZ`],
  ])('is done with %s, and lists no more than a thousand findings', (_, zpl) => {
    expect(lint(Buffer.from(zpl)).length).toBeLessThanOrEqual(1001);
  });
});
