import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';

it('tells once of an encoding that is not known, and only for what is not ASCII', () => {
  const fields = ['Made in Germany', '_B0_A1', '_B0_A2'].map((one, i) => `^FO20,${50 * i}^FH^FD${one}^FS`);
  const found = lint(Buffer.from(`^XA^CI24^CF0,30${fields.join('')}^XZ`));
  expect(found.map(({ code, value }) => [code, value])).toEqual([['encoding-unsupported', '_B0_A1']]);
});

it('says nothing of lines that only line breaks at the end of a block begin', () => {
  const codesOf = (data: string) =>
    lint(Buffer.from(`^XA^FO9,9^A0N,30^FB500,1^FD${data}^FS^XZ`)).map(({ code }) => code);
  expect([codesOf('one\\& \\&'), codesOf('one\\&two\\&')]).toEqual([[], ['block-overflow']]);
});
