import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';

const picture = (bytes: number): readonly string[] =>
  lint(Buffer.from(`^XA^FO50,50^GFA,${bytes},${bytes},1,${':'.repeat(bytes)}^FS^XZ`)).flatMap(
    ({ code, column, message, suggestion }) =>
      code === 'parameter-beyond-guide' ? [`${column} ${message}; ${suggestion}`] : [],
  );

it('says of a ^GF with more bytes than the guide allows that it may be sent in bands', () => {
  expect(picture(99_999)).toEqual([]);
  expect(picture(100_000)).toEqual([
    "24 the total of ^GF is 100000, and Zebra's guide allows at most 99999; send it in bands, each in a ^GF of its own",
  ]);
});

it('says nothing of a stored picture, which has no such bound', () => {
  const zpl = `~DGR:A.GRF,100000,100,${':'.repeat(1000)}^XA^FO5,5^XGR:A.GRF^FS^XZ`;
  expect(lint(Buffer.from(zpl)).map(({ code }) => code)).not.toContain('parameter-beyond-guide');
});
