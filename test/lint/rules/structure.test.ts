import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';

const codesOf = (zpl: string, options: Parameters<typeof lint>[1] = {}) =>
  lint(Buffer.from(zpl), options).map(({ code, offset, value }) => [code, offset, value]);

it('takes what a driver begins with for no text', () => {
  expect(lint(Buffer.from('CT~~CD,~CC^~CT~\n^XA^FO20,20^A0N,30^FDPrice^FS^XZ'))).toEqual([]);
});

it('says nothing of a byte order mark at the beginning', () => {
  const label = '^XA^FO50,50^A0N,30^FDx^FS^XZ';
  expect(codesOf(`\uFEFF${label}`)).toEqual([]);
  expect(codesOf(`\uFEFFfor you${label}`)).toEqual([['text-outside-labels', 3, 'for you']]);
});

it.each(['^GS', '^GB9,9', '^XGR:A.GRF', '^FO9,9'])('reports %s outside of a label', (zpl) => {
  const found = codesOf(`${zpl}^FS`).filter(([code]) => code === 'label-not-opened');
  expect(found).toEqual([['label-not-opened', 0, zpl.slice(0, 3)]]);
});

it.each(['^FS', '^EG'])('reports text after %s, which has no parameters', (name) => {
  const stream = `^XA^FO50,50^A0N,30^FDx${name === '^FS' ? '' : '^FS'}${name}Price^FO50,90^A0N,30^FDy^FS^XZ`;
  const found = codesOf(stream).filter(([code]) => code === 'text-between-fields');
  expect(found).toEqual([['text-between-fields', stream.indexOf('Price'), 'Price']]);
});
