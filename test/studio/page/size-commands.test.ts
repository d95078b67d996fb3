import { expect, it } from 'vitest';
import { sizeCommands } from '../../../src/studio/page/size-commands.ts';

const SIZE = { widthMm: 50.8, heightMm: 25.4, dpi: 203 };

it.each([
  ['^XA^FDa^FS^XZ', '^XA^PW406^LL203^FDa^FS^XZ'],
  ['^XA\n^PW800\n^FDa^FS^XZ', '^XA^LL203\n^PW406\n^FDa^FS^XZ'],
  ['^XA^LL100,N^PW406^XZ^XA^LL1^XZ', '^XA^LL203,N^PW406^XZ^XA^LL203^XZ'],
  ['nothing', 'nothing'],
])('%j says its size as %j', (text, expected) => {
  // The last ones first, so that places before them stay; what is written at one place stays in its order.
  const changes = sizeCommands(text, SIZE)
    .toReversed()
    .toSorted((a, b) => b.from - a.from);
  const changed = changes.reduce(
    (done, { from, to, insert }) => done.slice(0, from) + insert + done.slice(to),
    text,
  );
  expect(changed).toBe(expected);
});
