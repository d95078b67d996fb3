import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../src/errors.ts';
import { parseJson } from '../../src/http/json.ts';

const parse = (text: string) => parseJson(Buffer.from(text));

describe('parseJson', () => {
  it('reads whatever JSON can say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each(['{"a":1,"a":2}', '{"variables":{"x":"1","x":"1"}}', '[{"a":{"b":1,"\\u0062":2}}]'])(
    'refuses the same member twice: %s',
    (text) => {
      expect(() => parse(text)).toThrow(/same member twice/);
    },
  );

  it('is not confused by colons, quotes and backslashes inside strings', () => {
    expect(parse('{"a:\\"":"\\\\","b":"c:d\\":e"}')).toEqual({ 'a:"': '\\', b: 'c:d":e' });
  });

  it.each(['', '{', '{"a":}', 'nul', "{'a':1}", '{"a":1}x'])('refuses what is not JSON: %j', (text) => {
    expect(() => parse(text)).toThrow(FailureError);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]))).toThrow(/UTF-8/);
  });

  it('survives nesting as deep as a body can be', () => {
    const deep = '['.repeat(32_000) + ']'.repeat(32_000);
    expect(() => parse(deep)).not.toThrow(RangeError);
  });
});
