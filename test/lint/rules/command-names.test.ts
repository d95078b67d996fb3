import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';

it('does not say that pictures pass over ^PA and ^FL', () => {
  const findings = lint(Buffer.from('^XA^PA1,1,1,1^FLE:ONE.TTF,E:TWO.TTF,1^FO50,50^A0N,30^FDPrice^FS^XZ'));
  expect(findings.map(({ code }) => code)).toEqual(['font-unknown']);
});
