import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';
import { ignoringComment } from '../../../src/studio/page/ignoring-comment.ts';

const FIELD = '^FO9,9^FDx^FS';

it.each([
  ['before the field', `^XA${FIELD}«^FOabc,9^FDx^FS^XZ`, 'parameter-not-a-number'],
  ['before settings of the field', `^XA${FIELD}\n«^BY99^FO9,9^BCN,50^FD1^FS^XZ`, 'parameter-out-of-range'],
  ['behind ^XA', `^XA«${FIELD}`, 'label-not-closed'],
  ['behind ^XA of its label', `^XA${FIELD}^XZ\n^XA«^LHabc,9^FS^FO9,40^FDy^FS^XZ`, 'parameter-not-a-number'],
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
