import { expect, it } from 'vitest';
import { readable, visible } from '../../../src/studio/page/readable.ts';

it.each([
  [String.raw`^BX "[)>\u001e01\u001d02": it is empty`, '^BX "[)><RS>01<GS>02": it is empty'],
  [String.raw`a quote "\"" and a line "\r\n"`, 'a quote """ and a line "<CR><LF>"'],
  // The label says so itself.
  [String.raw`"\\u001d" is printed`, String.raw`"\u001d" is printed`],
  [String.raw`write \& in a block`, String.raw`write \& in a block`],
  [String.raw`the indicator is "\"`, String.raw`the indicator is "\"`],
  ['"name", step 1: too long', '"name", step 1: too long'],
])('shows %j as people read it', (message, shown) => {
  expect(readable(message)).toBe(shown);
});

it('shows each control character by its name', () => {
  expect(visible('a\0b\x1d\x7f é')).toBe('a<NUL>b<GS><DEL> é');
});
