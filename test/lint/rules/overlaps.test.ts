import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';

it('says nothing of tails that reach the next line, and of lines that are printed over each other', () => {
  const codesOf = (y: number): readonly string[] =>
    lint(Buffer.from(`^XA^FO20,20^A0N,30^FDgypqj^FS^FO20,${y}^A0N,30^FDEgypt^FS^XZ`)).map(({ code }) => code);
  expect([codesOf(43), codesOf(38)]).toEqual([[], ['text-overlapped']]);
});
