import { expect, it } from 'vitest';
import { lint } from '../../../../src/lint/lint.ts';
import { ignoringComment, sizeCommands } from '../../../../src/studio/page/edit/label-edits.ts';

const FIELD = '^FO9,9^FDx^FS';

it.each([
  ['before the field', `^XA${FIELD}«^FOabc,9^FDx^FS^XZ`, 'parameter-not-a-number'],
  ['before settings of the field', `^XA${FIELD}\n«^BY99^FO9,9^BCN,50^FD1^FS^XZ`, 'parameter-out-of-range'],
  ['after ^XA', `^XA«${FIELD}`, 'label-not-closed'],
  ['after ^XA of its label', `^XA${FIELD}^XZ\n^XA«^LHabc,9^FS^FO9,40^FDy^FS^XZ`, 'parameter-not-a-number'],
  ['with the prefix of the label', `^CC+\n+XA«${FIELD.replaceAll('^', '+')}\n`, 'label-not-closed'],
])('puts the comment %s, where it silences the finding', (_, marked, code) => {
  const text = marked.replace('«', '');
  const codes = (zpl: string) => lint(Buffer.from(zpl)).map((finding) => finding.code);
  const finding = lint(Buffer.from(text)).find((one) => one.code === code);
  const { from, to, insert } = ignoringComment(text, finding?.offset ?? -1, code);
  expect([from, to]).toEqual([marked.indexOf('«'), marked.indexOf('«')]);
  const left = codes(text.slice(0, from) + insert + text.slice(to));
  expect(left).toEqual(codes(text).filter((one) => one !== code));
});

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
