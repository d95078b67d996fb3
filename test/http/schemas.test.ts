import { describe, expect, it } from 'vitest';
import { BODY_CARE } from '../../src/http/body-care.ts';
import { parseJson } from '../../src/http/json.ts';
import { check, LabelId, LegacyAction, Pagination, PrintBody, RenderBody } from '../../src/http/schemas.ts';

const render = (body: unknown) => check(RenderBody, body, 'the request body');
const print = (body: unknown) => check(PrintBody, body, 'the request body');

/** A body as it is received. */
const sent = (text: string) => parseJson(Buffer.from(text), 'the request body', BODY_CARE);

describe('RenderBody', () => {
  it('takes {} as ZPL without variables', () => {
    expect(render({})).toEqual({ format: 'zpl' });
  });

  it('trims names, keeps strings, and turns other values into text', () => {
    const { variables } = render({
      variables: { ' a ': 'x', n: 12.5, t: true, z: null, o: { k: [1] }, l: [1, 'b'] },
      extra: 1,
    });
    expect({ ...variables }).toEqual({ a: 'x', n: '12.5', t: 'true', z: '', o: '{"k":[1]}', l: '[1,"b"]' });
  });

  it.each([
    [{ format: 'gif' }, /^The input is invalid: format must be one of zpl, png, pdf/],
    [{ format: null }, /^The input is invalid: format /],
    [{ variables: [] }, /^The input is invalid: variables must be an object/],
    [{ variables: null }, /^The input is invalid: variables must be an object/],
    [{ variables: 'x' }, /^The input is invalid: variables must be an object/],
    [{ variables: { ' ': 'x' } }, /blank/],
    [{ variables: { a: '1', ' a': '2' } }, /"a" twice/],
    [{ variables: { ['n'.repeat(81)]: 'x' } }, /longer than 80/],
    [{ variables: { a: 'x'.repeat(1001) } }, /longer than 1000/],
    [{ variables: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`v${i}`, ''])) }, /at most 50/],
    [[], /^The input is invalid: the request body must be an object/],
    ['x', /^The input is invalid: the request body must be an object/],
    [null, /^The input is invalid: the request body must be an object/],
  ])('refuses %j', (body, message) => {
    expect(() => render(body)).toThrow(message);
  });

  it.each(['__proto__', 'constructor', 'prototype', 'toString', ' __proto__ '])(
    'refuses the name %s',
    (name) => {
      const body = parseJson(Buffer.from(`{"variables":{${JSON.stringify(name)}:"x"}}`), 'body', BODY_CARE);
      expect(() => render(body)).toThrow(/reserved name/);
    },
  );

  it('takes the largest record that is allowed', () => {
    const variables = Object.fromEntries(
      Array.from({ length: 50 }, (_, i) => [String(i).padEnd(80, 'n'), 'x'.repeat(1000)]),
    );
    expect(Object.keys(render({ variables }).variables ?? {})).toHaveLength(50);
  });

  it('takes a value nested as deep as 1000 characters can be', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(render(sent(`{"variables":{"a":${nested(500)}}}`)).variables).toEqual({ a: nested(500) });
    const longer = sent(`{"variables":{"a":${nested(501)}}}`);
    expect(() => render(longer)).toThrow(/^The input is invalid: variables has a value longer than 1000/);
  });

  it('keeps the digits of numbers as they were sent, also inside what becomes text', () => {
    const body = sent(
      '{"variables":{" id ":376104250021234569,"e":1e400,"f":1.0,"z":-0,"x":1E5,"n":7,"o":{"k":[1.50,null,"1.0"]}}}',
    );
    expect(render(body).variables).toEqual({
      id: '376104250021234569',
      e: '1e400',
      f: '1.0',
      z: '-0',
      x: '1E5',
      n: '7',
      o: '{"k":[1.50,null,"1.0"]}',
    });
  });

  it.each(['1.0', '[1.0]', '1e400'])('takes no number for variables: %s', (variables) => {
    expect(() => render(sent(`{"variables":${variables}}`))).toThrow(
      /^The input is invalid: variables must be an object/,
    );
    expect(() => print(sent(`{"records":[${variables}]}`))).toThrow(
      /^The input is invalid: records\[0\] must be an object/,
    );
  });
});

describe('PrintBody', () => {
  it('takes a whole number of copies however it is written', () => {
    expect(print(sent('{"copies":2.0,"records":[{"a":1.0}]}'))).toEqual({
      copies: 2,
      records: [{ a: '1.0' }],
    });
    expect(print(sent('{"copies":1e1}'))).toEqual({ copies: 10 });
  });

  it('is one record, once, by default', () => {
    expect(print({})).toEqual({ copies: 1 });
  });

  it.each([
    [
      { variables: {}, records: [{}] },
      /^The input is invalid: records must not be given together with variables/,
    ],
    [{ records: [] }, /^The input is invalid: records must have 1 to 25/],
    [{ records: Array.from({ length: 26 }, () => ({})) }, /^The input is invalid: records must have 1 to 25/],
    [{ records: {} }, /^The input is invalid: records must be an array/],
    [{ records: [{}, 1] }, /^The input is invalid: records\[1\] must be an object/],
    [{ copies: 0 }, /^The input is invalid: copies must be an integer from 1 to 100/],
    [{ copies: 101 }, /^The input is invalid: copies /],
    [{ copies: 1.5 }, /^The input is invalid: copies /],
    [{ copies: '2' }, /^The input is invalid: copies /],
    [{ copies: null }, /^The input is invalid: copies /],
    [{ records: Array.from({ length: 25 }, () => ({})), copies: 5 }, /at most 100/],
  ])('refuses %j', (body, message) => {
    expect(() => print(body)).toThrow(message);
  });

  it('takes exactly 100 labels', () => {
    expect(print({ records: Array.from({ length: 25 }, () => ({})), copies: 4 }).copies).toBe(4);
  });
});

describe('parameters', () => {
  it.each([{}, { limit: '1', offset: '0' }, { limit: '100', offset: '10000' }])(
    'takes the page %j',
    (query) => {
      expect(() => check(Pagination, query, 'query')).not.toThrow();
    },
  );

  it.each([
    [{ limit: '0' }, /^The input is invalid: limit must be an integer from 1 to 100/],
    [{ limit: '101' }, /^The input is invalid: limit /],
    [{ limit: '1e1' }, /^The input is invalid: limit /],
    [{ limit: '' }, /^The input is invalid: limit /],
    [{ offset: '-1' }, /^The input is invalid: offset must be an integer from 0 to 10000/],
    [{ offset: '10001' }, /^The input is invalid: offset /],
    [{ offset: '1.0' }, /^The input is invalid: offset /],
  ])('refuses the page %j', (query, message) => {
    expect(() => check(Pagination, query, 'query')).toThrow(message);
  });

  it('takes UUIDs of version 1 to 5 in either case, as one id', () => {
    expect(check(LabelId, 'A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'label_id')).toBe(
      'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11',
    );
  });

  it.each([
    'a0eebc99-9c0b-7ef8-bb6d-6bb9bd380a11',
    'a0eebc99-9c0b-4ef8-cb6d-6bb9bd380a11',
    'a0eebc999c0b4ef8bb6d6bb9bd380a11',
    'x',
    '',
    'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11%20',
  ])('refuses the label id %j', (id) => {
    expect(() => check(LabelId, id, 'label_id')).toThrow(/^The input is invalid: label_id must be a UUID/);
  });

  it('knows two actions', () => {
    expect(check(LegacyAction, {}, 'body')).toEqual({ action: 'render' });
    expect(() => check(LegacyAction, { action: 'delete' }, 'body')).toThrow(
      /^The input is invalid: action must be render or print/,
    );
  });
});
