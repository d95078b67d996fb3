import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../src/errors.ts';
import { LIMITS } from '../../src/limits.ts';
import { BODY_JSON_OPTIONS } from '../../src/record/body-members.ts';
import { JSON_DEPTH, parseJson, SentJson } from '../../src/record/json.ts';
import { threadMs } from '../support/thread-time.ts';

const parse = (text: string) => parseJson(Buffer.from(text), 'the file', BODY_JSON_OPTIONS);

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
    expect(() => parse(text)).toThrow(`${name} appears twice in the file`);
  });

  it.each([
    '{"a":1,"a":2}',
    '{"x":{"variables":{"a":1,"a":2}}}',
    '{"records":{"a":{"b":1,"b":2}}}',
    '[{"variables":1,"variables":2}]',
  ])('ignores what stands twice where nobody looks: %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('takes the last member that stands twice inside a variable', () => {
    expect(parse('{"variables":{"x":{"k":1,"k":2}}}')).toEqual({ variables: { x: new SentJson('{"k":2}') } });
  });

  it('names what it read', () => {
    expect(() => parse('')).toThrow(/^The input is invalid: the file is empty/);
    expect(() => parse('{')).toThrow('the file is not valid JSON');
  });

  it('is not confused by colons, quotes and backslashes inside strings', () => {
    expect(parse('{"a:\\"":"\\\\","b":"c:d\\":e"}')).toEqual({ 'a:"': '\\', b: 'c:d":e' });
  });

  it.each(['', '{', '{"a":}', 'nul', "{'a':1}", '{"a":1}x'])('refuses what is not JSON: %j', (text) => {
    expect(() => parse(text)).toThrow(FailureError);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => parseJson(Buffer.from([0x22, 0xff, 0x22]), 'the file', BODY_JSON_OPTIONS)).toThrow(/UTF-8/);
  });

  it.each([
    (depth: number) => '['.repeat(depth) + ']'.repeat(depth),
    (depth: number) => `${'{"a":1,"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
    (depth: number) => `${'['.repeat(depth - 1)}{"variables":1.0}${']'.repeat(depth - 1)}`,
  ])('reads what is nested to the limit, and refuses more by its name: %s', (nested) => {
    expect(() => parse(nested(JSON_DEPTH))).not.toThrow();
    const message = 'the file nests objects and arrays deeper than 512 levels';
    for (const depth of [JSON_DEPTH + 1, 5000]) expect(() => parse(nested(depth))).toThrow(message);
  });

  it('takes no brace in a string for nesting', () => {
    const text = JSON.stringify({ 'a"[{': '[{\\"'.repeat(1000) });
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('refuses the deepest body within two milliseconds of processor time', () => {
    const cpuMs = (text: string): number => {
      const times = Array.from({ length: 20 }, () => {
        const before = threadMs();
        try {
          parse(text);
        } catch (error) {
          expect(error).toBeInstanceOf(FailureError);
        }
        return threadMs() - before;
      });
      return Math.min(...times);
    };
    const deep = `{"variables":{"v":${'['.repeat(32_000)}${']'.repeat(32_000)}}}`;
    expect(cpuMs(deep)).toBeLessThan(2);
  });

  const NUMBERS = [
    '376104250021234569',
    '1e400',
    '1.0',
    '-0',
    '1E5',
    '0.10',
    '1e2',
    '-12345678901234567890.5',
  ];

  it.each(NUMBERS)('keeps the digits of %s where a value is inserted', (digits) => {
    const sent = new SentJson(digits);
    expect(parse(`{"variables":{"v":${digits}}}`)).toEqual({ variables: { v: sent } });
    expect(parse(`{ "records" : [ { "a" : [ ${digits} , {"b":${digits}} ] } ] }`)).toEqual({
      records: [{ a: new SentJson(`[${digits},{"b":${digits}}]`) }],
    });
  });

  it.each(NUMBERS)('gives %s as a number where one is read, and leaves it alone in strings', (digits) => {
    const number = Number(digits);
    const text = `{"copies":${digits},"records":[${digits}],"x":{"y":${digits}},"variables":{"v":"${digits}"}}`;
    expect(parse(text)).toEqual({
      copies: number,
      records: [number],
      x: { y: number },
      variables: { v: digits },
    });
  });

  it('keeps a value as JSON without spaces, as the language would write it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, space) => {
        const sent = JSON.stringify({ variables: { number: 0, value: [value, { value }] } }, null, space);
        const { variables } = parse(sent.replace('0', '1.0')) as { variables: { value: unknown } };
        // Texts that may be cut have other tests.
        const text = JSON.stringify([value, { value }]);
        if (text.length <= LIMITS.variableValueUnits) expect(variables.value).toEqual(new SentJson(text));
      }),
    );
  });

  it.each([
    ['an array', `[1.0${',1.0'.repeat(16_000)}]`],
    ['arrays in an object', `{"a":[1.0${',[1.0]'.repeat(10_000)},"]"]}`],
    ['brackets in strings', `[1.0${',"]}"'.repeat(10_000)}]`],
  ])('cuts what is too long to be inserted: %s', (_, long) => {
    const { variables } = parse(`{"variables":{"v":${long},"w":2}}`) as {
      variables: { v: SentJson; w: number };
    };
    const { text } = variables.v;
    expect(text.length).toBeGreaterThan(LIMITS.variableValueUnits);
    expect(text.length).toBeLessThan(LIMITS.variableValueUnits + 50);
    expect(variables.w).toBe(2);
  });

  it('replaces a member that is too long by a later one of the same name', () => {
    const text = `{"variables":{"v":{"a":[1.0${',1'.repeat(2000)}],"b":2.0,"a":3.0}}}`;
    expect(parse(text)).toEqual({ variables: { v: new SentJson('{"a":3.0,"b":2.0}') } });
  });

  it('reads with care what it reads without', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom('', ' ', '\n\t'), (value, space) => {
        // The first member has the whole text read with care.
        const text = `[1.0,${JSON.stringify(value, null, space)} , {"__proto__":{"a":null}}]`;
        expect(parse(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
