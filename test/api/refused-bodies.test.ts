import { beforeAll, describe, expect, it } from 'vitest';
import { BASE, type TestAccount, useDatabase, useService } from '../support/service.ts';
import { expectAnswer, expectCleanLog, expectProblem, expectStillServing } from './expectations.ts';

const SOME_ID = '3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f';

const database = useDatabase();

describe('refused bodies', () => {
  const api = useService({}, database);
  let shop: TestAccount;
  beforeAll(async () => {
    shop = await api.account();
  });

  const ROUTES = [
    ['render', (id: string) => `/labels/${id}/render`, {}],
    ['print', (id: string) => `/labels/${id}/print`, {}],
    ['POST / to render', () => '/', { action: 'render' }],
    ['POST / to print', () => '/', { action: 'print' }],
  ] as const;

  describe.each(ROUTES)('bodies of %s', (_route, path, extra) => {
    const withExtra = (body: object) =>
      'action' in extra ? { label_id: SOME_ID, ...extra, ...body } : { ...extra, ...body };

    it.each([
      ['nothing', ''],
      ['blanks', '  '],
      ['no JSON', '{"variables":'],
      ['two documents', '{}{}'],
      ['a comment', '{/**/}'],
      ['NaN', '{"copies":NaN}'],
      ['an array', '[]'],
      ['text', '"{}"'],
      ['null', 'null'],
      ['a number', '7'],
      ['broken UTF-8', Buffer.from('{"variables":{"a":"\xff"}}', 'latin1')],
      ['half a UTF-8 character', Buffer.from('{"a":"\xe6\xbc"}', 'latin1')],
      ['UTF-16', Buffer.from('{}', 'utf16le')],
      ['deep nesting', '['.repeat(60_000)],
    ])('400 for %s', async (_name, body) => {
      expectProblem(await shop.post(path(SOME_ID), body), 400);
    });

    it.each([
      ['variables that are an array', { variables: [] }],
      ['variables that are text', { variables: 'a' }],
      ['variables that are null', { variables: null }],
      ['a blank name', { variables: { ' \t\u00a0': 'x' } }],
      ['an empty name', { variables: { '': 'x' } }],
      ['a name of 81 characters', { variables: { ['n'.repeat(81)]: 'x' } }],
      ['a value of 1001 characters', { variables: { a: 'x'.repeat(1001) } }],
      ['an object that is too long as text', { variables: { a: { b: 'x'.repeat(1000) } } }],
      [
        '51 variables',
        { variables: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`v${i}`, ''])) },
      ],
      ['a name twice after trimming', { variables: { a: '1', ' a ': '2' } }],
      ['the name constructor', { variables: { constructor: 'x' } }],
      ['the name prototype', { variables: { ' prototype ': 'x' } }],
      ['the name toString', { variables: { toString: 'x' } }],
      ['the name __proto__', JSON.parse('{"variables":{"__proto__":"x"}}')],
    ])('400 for %s', async (_name, body) => {
      expectProblem(await shop.post(path(SOME_ID), withExtra(body)), 400);
    });

    it('400 for the same variable twice, spelled alike or with an escape', async () => {
      const rest = JSON.stringify(withExtra({})).slice(1, -1);
      const comma = rest === '' ? '' : ',';
      for (const twice of ['"a":"1","a":"2"', '"a":"1","\\u0061":"1"']) {
        expectProblem(await shop.post(path(SOME_ID), `{${rest}${comma}"variables":{${twice}}}`), 400);
      }
    });

    it.each([
      ['none', undefined],
      ['text/plain', 'text/plain'],
      ['a form', 'application/x-www-form-urlencoded'],
      ['JSON-like', 'application/jsonp'],
      ['another charset', 'application/json; charset=iso-8859-1'],
    ])('400 for the content type: %s', async (_name, type) => {
      const { id } = await shop.label();
      const headers = { 'x-api-key': shop.key, ...(type === undefined ? {} : { 'content-type': type }) };
      const body = { ...withExtra({}), ...('action' in extra ? { label_id: id } : {}) };
      const reply = await api.request('POST', BASE + path(id), { headers, body });
      expectProblem(reply, 400);
    });

    it('accepts the content type with a charset, in any case', async () => {
      const { id } = await shop.label();
      const body = { ...withExtra({}), ...('action' in extra ? { label_id: id } : {}) };
      for (const type of [
        'Application/JSON',
        'application/json;charset=UTF-8',
        'application/json; charset="utf-8"',
      ]) {
        const headers = { 'x-api-key': shop.key, 'content-type': type };
        expect((await api.request('POST', BASE + path(id), { headers, body })).status).toBe(200);
      }
    });
  });

  it.each([{ format: 'gif' }, { format: 'PNG' }, { format: '' }, { format: null }, { format: ['png'] }])(
    '400 for a render of %o',
    async (body) => {
      expectProblem(await shop.post(`/labels/${SOME_ID}/render`, body), 400);
      expectProblem(await shop.post(`/labels/${SOME_ID}`, body), 400);
      expectProblem(await shop.post('/', { label_id: SOME_ID, ...body }), 400);
    },
  );

  it.each([
    { variables: {}, records: [{}] },
    { records: [] },
    { records: blankRecords(26) },
    { records: {} },
    { records: [[]] },
    { records: [null] },
    { records: [{}, { '': 'x' }] },
    { copies: 0 },
    { copies: 101 },
    { copies: -1 },
    { copies: 1.5 },
    { copies: '2' },
    { copies: null },
    { records: blankRecords(25), copies: 5 },
    { records: [{}, {}], copies: 51 },
  ])('400 for a print of %o', async (body) => {
    expectProblem(await shop.post(`/labels/${SOME_ID}/print`, body), 400);
    expectProblem(await shop.post('/', { label_id: SOME_ID, action: 'print', ...body }), 400);
  });

  it.each([
    {},
    { label_id: null },
    { label_id: 7 },
    { label_id: SOME_ID, action: 'RENDER' },
    { label_id: SOME_ID, action: null },
    { label_id: SOME_ID, action: 'toString' },
  ])('400 for POST / with %o', async (body) => {
    expectProblem(await shop.post('/', body), 400);
  });

  it('ignores members that it does not know, and those of the other action', async () => {
    const { id } = await shop.label();
    const unknown = { zpl: '^XA^XZ', label: null, extra: { variables: [] } };
    expectAnswer(await shop.post(`/labels/${id}/render`, { ...unknown, copies: 0 }), 'text/plain');
    expectAnswer(await shop.post('/', { label_id: id, ...unknown, records: 7 }), 'text/plain');
    const print = await shop.post('/', { label_id: id, action: 'print', format: 'gif', ...unknown });
    expect(print.status).toBe(200);
  });

  it('still serves after all of that, and its log holds no key, value or ZPL', async () => {
    await expectStillServing(api);
    expectCleanLog(api);
  });
});

function blankRecords(count: number): object[] {
  return Array.from({ length: count }, () => ({}));
}
