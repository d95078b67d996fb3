import { expect, it } from 'vitest';
import { findingText } from '../../../src/lint/format/compiler-text.ts';
import { lint } from '../../../src/lint/lint.ts';
import { Source } from '../../../src/lint/source.ts';
import { toByteString } from '../../../src/zpl/byte-string.ts';

/** The line and the carets of the first finding in a stream. */
function excerptOf(zpl: string): readonly string[] {
  const [finding] = lint(Buffer.from(zpl), { file: 'x.zpl' });
  if (finding === undefined) throw new Error('nothing was found');
  const text = findingText(
    finding,
    new Source(toByteString(zpl)).excerptAt(finding.offset, finding.length),
    false,
  );
  return text.split('\n').slice(1, 3);
}

it('puts carets below the fault, whatever stands before it', () => {
  const fault = '^FOabc,9^FDx^FS^XZ';
  expect(excerptOf(`^XA${fault}`)).toEqual([`^XA${fault}`, '      ^^^']);
  // A tab is as wide as the terminal makes it, in both lines.
  expect(excerptOf(`^XA\t${fault}`)).toEqual([`^XA\t${fault}`, '   \t   ^^^']);
  // As are characters of several bytes; those of two columns have two spaces below them.
  expect(excerptOf(`^XA^CI28^FXäöü^FS${fault}`)[1]).toBe(`${' '.repeat(17 + 3)}^^^`);
  expect(excerptOf(`^XA^CI28^FX中文^FS${fault}`)[1]).toBe(`${' '.repeat(18 + 3)}^^^`);
  expect(excerptOf(`^XA^CI28^FXe\u0301^FS${fault}`)[1]).toBe(`${' '.repeat(15 + 3)}^^^`);
});

it('puts carets below characters, whatever bytes they are', () => {
  const long = `^XA^CI28^FO1,1^FX${'.'.repeat(20)}^FS${'中'.repeat(30)}^FS^XZ`;
  expect(excerptOf(long)[1]).toBe(`${' '.repeat(40)}${'^'.repeat(60)}`);
});

it.each(['⌚', '⚡', '⭕', '🛒'])('leaves two columns for %s', (wide) => {
  expect(excerptOf(`^XA^FX${wide}^FS^FOabc,9^FDx^FS^XZ`)[1]).toBe(`${' '.repeat(14)}^^^`);
});

it('shows a part of a long line', () => {
  const [line = '', carets = ''] = excerptOf(
    `^XA^FX${'.'.repeat(500)}^FS^FOabc,9^FD${'x'.repeat(500)}^FS^XZ`,
  );
  expect(line).toMatch(/^….*\^FOabc,9\^FDx+…$/);
  expect(line.length).toBe(102);
  expect(line.indexOf('abc')).toBe(carets.indexOf('^^^'));
});

it('keeps what steers a terminal away from it', () => {
  const [line] = excerptOf('^XA^FX\x1b[31m\u202e^FS^FOabc,9^FDx^FS^XZ');
  expect(line).toBe('^XA^FX?[31m?^FS^FOabc,9^FDx^FS^XZ');
});

it('is coloured on request', () => {
  const [finding] = lint(Buffer.from('^XA^FOabc,9^FDx^FS^XZ'));
  expect(finding && findingText(finding, { text: '', at: 0, length: 0 }, true)).toContain(
    '\x1b[31merror\x1b[0m parameter-not-a-number',
  );
});
