import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../src/errors.ts';
import { parseJson } from '../../src/http/json.ts';
import { isOwnMember } from '../../src/http/schemas.ts';

const parse = (text: string) => parseJson(Buffer.from(text), 'the file', isOwnMember);

describe('parseJson', () => {
  it('reads whatever JSON can say', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['{"format":"zpl","format":"png"}', 'format'],
    ['{"variables":{},"x":[{"a":1}],"variables":{}}', 'variables'],
    ['{"variables":{"x":"1","x":"1"}}', 'variables.x'],
    ['{"n":[1,2],"variables":{"b":1,"\\u0062":2}}', 'variables.b'],
    ['{"records":[{"a":1},[2,3],{"a,\\"":1,"b":{},"a,\\"":2}]}', 'records.2.a,"'],
  ])('refuses a member that stands twice, by its name: %s', (text, name) => {
    expect(() => parse(text)).toThrow(`${name} stands twice in the file`);
  });

  it.each([
    '{"a":1,"a":2}',
    '{"x":{"variables":{"a":1,"a":2}}}',
    '{"variables":{"x":{"k":1,"k":2}}}',
    '{"records":{"a":{"b":1,"b":2}}}',
    '[{"variables":1,"variables":2}]',
  ])('ignores what stands twice where nobody looks: %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('names what it read', () => {
    expect(() => parse('')).toThrow(/^the file is empty/);
    expect(() => parse('{')).toThrow('the file is not valid JSON');
  });

  it('is not confused by colons, quotes and backslashes inside strings', () => {
    expect(parse('{"a:\\"":"\\\\","b":"c:d\\":e"}')).toEqual({ 'a:"': '\\', b: 'c:d":e' });
  });

  it.each(['', '{', '{"a":}', 'nul', "{'a':1}", '{"a":1}x'])('refuses what is not JSON: %j', (text) => {
    expect(() => parse(text)).toThrow(FailureError);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]), 'the file', isOwnMember)).toThrow(/UTF-8/);
  });

  it('survives nesting as deep as a body can be', () => {
    const deep = '['.repeat(32_000) + ']'.repeat(32_000);
    expect(() => parse(deep)).not.toThrow(RangeError);
    const repeated = '{"a":1,"a":'.repeat(5000) + '1' + '}'.repeat(5000);
    expect(() => parse(repeated)).not.toThrow();
  });
});
