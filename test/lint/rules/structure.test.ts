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
