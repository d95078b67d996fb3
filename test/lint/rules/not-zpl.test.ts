import { expect, test } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';

test.each([
  ['nothing', '', 'the stream is empty'],
  ['an answer of a server', '\n{"error":"not found"}', 'this is JSON, not ZPL'],
  ['UTF-16', '\xff\xfe^\0X\0A\0^\0X\0Z\0', 'this is UTF-16'],
  ['a web page', '<html><body>^ and ~ and {name}</body></html>', 'no label begins'],
  ['a binary file', `\x89PNG\r\n\x1a\n${'\x02\x03\x0f^\x00~\x01'.repeat(500)}`, 'no label begins'],
])('says once that %s is not ZPL', (_, text, message) => {
  const findings = lint(Buffer.from(text, 'latin1'));
  expect(findings).toMatchObject([{ code: 'not-zpl', message: expect.stringContaining(message) }]);
});
