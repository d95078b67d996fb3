import { describe, expect, it } from 'vitest';
import { labelInput } from '../store/label-input.ts';
import { SERVICE_DRIVERS } from '../support/drivers.ts';
import { BASE, type Reply, useDirectory, useService } from '../support/service.ts';
import { commandsOf, expectAnswer, expectCleanLog, expectProblem, fieldData } from './expectations.ts';

const ZPL_TYPE = 'application/vnd.printer-zpl';
const METADATA = [
  'created_at',
  'dpi',
  'height',
  'id',
  'name',
  'output_format',
  'revision',
  'updated_at',
  'width',
];

interface Listed {
  readonly id: string;
  readonly updated_at: string;
}

interface List {
  readonly data: readonly Listed[];
  readonly pagination: object;
}

const json = (reply: Reply) => JSON.parse(reply.text);
const ids = (list: List) => list.data.map(({ id }) => id);

const directory = useDirectory();

describe.each(SERVICE_DRIVERS)('successful answers over %s', (driver) => {
  const api = useService({ HTTP_DRIVER: driver }, directory);

  describe('GET /labels', () => {
    it('lists exactly the documented metadata', async () => {
      const shop = await api.account();
      const label = await shop.label({
        name: 'Étagère',
        size: { widthMm: 101.6, heightMm: 152.4, dpi: 300 },
      });
      const reply = await shop.get('/labels');
      expectAnswer(reply, 'application/json');
      expect(json(reply)).toEqual({
        data: [
          {
            id: label.id,
            name: 'Étagère',
            width: 101.6,
            height: 152.4,
            dpi: 300,
            revision: 1,
            created_at: label.createdAt.toISOString(),
            updated_at: label.updatedAt.toISOString(),
            output_format: 'vector',
          },
        ],
        pagination: { limit: 50, offset: 0, total: 1, next_offset: null },
      });
    });

    it('answers an account without labels with an empty page', async () => {
      const shop = await api.account();
      expect(json(await shop.get('/labels'))).toEqual({
        data: [],
        pagination: { limit: 50, offset: 0, total: 0, next_offset: null },
      });
    });

    it('orders by update, newest first, then by id, and pages through all of them', async () => {
      const shop = await api.account();
      const input = { name: 'Same instant', outputFormat: 'vector', zpl: null } as const;
      await api.service.store.importLabels(
        shop.id,
        Array.from({ length: 4 }, () => labelInput(input)),
      );
      const oldest = await shop.label();
      const middle = await shop.label();
      await shop.label({ id: oldest.id, name: 'Updated' });

      const all: List = json(await shop.get('/labels'));
      expect(ids(all).slice(0, 2)).toEqual([oldest.id, middle.id]);
      const byRule = all.data.toSorted((a, b) => compare(b.updated_at, a.updated_at) || compare(b.id, a.id));
      expect(all.data).toEqual(byRule);

      const paged: string[] = [];
      const nextOffsets: (number | null)[] = [];
      for (let offset: number | null = 0; offset !== null; ) {
        const page: List = json(await shop.get(`/labels?limit=2&offset=${offset}`));
        const pagination = page.pagination as { next_offset: number | null };
        expect(page.pagination).toEqual({ limit: 2, offset, total: 6, next_offset: pagination.next_offset });
        paged.push(...ids(page));
        offset = pagination.next_offset;
        nextOffsets.push(offset);
      }
      expect(paged).toEqual(ids(all));
      expect(nextOffsets).toEqual([2, 4, null]);
    });

    it('accepts the bounds of the pagination, and ignores parameters that it does not know', async () => {
      const shop = await api.account();
      await shop.label();
      expect(json(await shop.get('/labels?limit=100&offset=10000&x=1&x=2'))).toEqual({
        data: [],
        pagination: { limit: 100, offset: 10000, total: 1, next_offset: null },
      });
      expect(json(await shop.get('/labels?limit=1')).data).toHaveLength(1);
    });

    it('leaves out labels of teams and of other accounts', async () => {
      const shop = await api.account();
      await api.service.store.joinTeam(shop.id, `team-${driver}`);
      const own = await shop.label();
      await shop.label({ teamId: `team-${driver}` });
      await (await api.account()).label();
      const list: List = json(await shop.get('/labels'));
      expect(ids(list)).toEqual([own.id]);
      expect(list.pagination).toMatchObject({ total: 1 });
    });
  });

  describe('GET /labels/{label_id}', () => {
    it('gives the metadata, the dynamic tokens and the ZPL', async () => {
      const shop = await api.account();
      const zpl =
        '^XA^FO9,9^A0N,30^FD{Name} {date:DD.MM.} {name}^FS^FO9,90^BCN,50^FD{sku}^FS^FXno {token}^FS^XZ';
      const label = await shop.label({ zpl, dynamicTokens: ['customer', 'SKU'] });
      const reply = await shop.get(`/labels/${label.id}`);
      expectAnswer(reply, 'application/json');
      const { data, ...rest } = json(reply);
      expect(rest).toEqual({});
      expect(Object.keys(data).toSorted()).toEqual([...METADATA, 'dynamic_tokens', 'zpl'].toSorted());
      expect(data).toMatchObject({ id: label.id, zpl, dynamic_tokens: ['customer', 'SKU', 'Name', 'DATE'] });
    });

    it('gives null for a label without ZPL', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: null });
      expect(json(await shop.get(`/labels/${id}`)).data).toMatchObject({ zpl: null, dynamic_tokens: [] });
    });

    it('takes the id in either case, and an empty include', async () => {
      const shop = await api.account();
      const { id } = await shop.label();
      expect(json(await shop.get(`/labels/${id.toUpperCase()}?include=`)).data).toMatchObject({ id });
    });
  });

  it('GET /labels/{label_id}/zpl gives the saved characters untouched', async () => {
    const shop = await api.account();
    const zpl = '\r\n^xa^CI28^FO1,1^FD{name} Größe 漢字 🏷 \\& _5E^FS\n^XZ\t trailing';
    const { id } = await shop.label({ zpl, outputFormat: 'bitmap' });
    const reply = await shop.get(`/labels/${id}/zpl`);
    expectAnswer(reply, ZPL_TYPE);
    expect(reply.body).toEqual(Buffer.from(zpl, 'utf8'));
    expect(reply.headers['x-svc-output-format']).toBe('bitmap');
  });

  describe('rendering', () => {
    const routes = [
      ['POST /labels/{label_id}/render', (id: string) => `/labels/${id}/render`, false],
      ['POST /labels/{label_id}', (id: string) => `/labels/${id}`, false],
      ['POST /', () => '/', true],
    ] as const;

    it.each(routes)('%s substitutes into ZPL by default', async (_name, path, legacy) => {
      const shop = await api.account();
      const { id } = await shop.label({
        zpl: '^XA^CI28^FO9,9^A0N,30^FDHello {name}, {other}^FS^XZ',
      });
      const variables = { ' NAME ': 'Zoë ^XZ' };
      const reply = await shop.post(path(id), { variables, ...(legacy ? { label_id: id } : {}) });
      expectAnswer(reply, 'text/plain');
      expect(reply.headers['x-svc-output-format']).toBe('vector');
      expect(reply.headers['x-svc-render-warning-count']).toBeUndefined();
      expect(fieldData(reply.text)).toEqual(['Hello Zoë ^XZ, {other}']);
      expect(commandsOf(reply.text).filter((name) => name !== '^FH')).toEqual([
        '^XA',
        '^CI',
        '^FO',
        '^A0',
        '^FD',
        '^FS',
        '^XZ',
      ]);
    });

    it.each(routes)('%s draws a PNG of exactly the printer’s dots', async (_name, path, legacy) => {
      const shop = await api.account();
      const { id } = await shop.label({ size: { widthMm: 101.6, heightMm: 152.4, dpi: 203 } });
      const reply = await shop.post(path(id), { format: 'png', ...(legacy ? { label_id: id } : {}) });
      expectAnswer(reply, 'image/png');
      expect(reply.headers['x-svc-output-format']).toBe('vector');
      expect(reply.body.subarray(0, 8)).toEqual(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'));
      const [width, height] = [reply.body.readUInt32BE(16), reply.body.readUInt32BE(20)];
      expect({ width, height, depth: reply.body[24] }).toEqual({ width: 812, height: 1218, depth: 1 });
      const resolution = reply.body.subarray(reply.body.indexOf('pHYs') + 4);
      expect([resolution.readUInt32BE(0), resolution.readUInt32BE(4), resolution[8]]).toEqual([
        7992, 7992, 1,
      ]);
    });

    it.each(routes)(
      '%s makes a PDF with a page for each label of the stream',
      async (_name, path, legacy) => {
        const shop = await api.account();
        const { id } = await shop.label({ zpl: '^XA^FO9,9^GB50,50,5^FS^XZ^XA^FO9,9^GB90,90,5^FS^XZ' });
        const reply = await shop.post(path(id), { format: 'pdf', ...(legacy ? { label_id: id } : {}) });
        expectAnswer(reply, 'application/pdf');
        expect(reply.text).toMatch(/^%PDF-1\./);
        expect(reply.body.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
      },
    );

    it('draws the substituted values', async () => {
      const shop = await api.account();
      const { id } = await shop.label();
      const draw = async (name: string) =>
        (await shop.post(`/labels/${id}/render`, { format: 'png', variables: { name } })).body;
      expect(await draw('AAAA')).not.toEqual(await draw('BBBB'));
      expect(await draw('AAAA')).toEqual(await draw('AAAA'));
    });

    it('counts and tells warnings on PNG and PDF only, and keeps the saved fidelity mode', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: '^XA^FO9,9^XGR:MISSING.GRF,1,1^FS^XZ', outputFormat: 'bitmap' });
      const render = (format: string) => shop.post(`/labels/${id}/render`, { format });
      for (const format of ['png', 'pdf']) {
        const { headers } = await render(format);
        expect(headers).toMatchObject({ 'x-svc-render-warning-count': '1', 'x-svc-output-format': 'bitmap' });
        expect(headers['x-svc-render-warnings']).toBe('"^XG no such picture is stored"');
        const checked = await shop.post(`/labels/${id}/render?validate=true`, { format });
        expectAnswer(checked, 'application/json');
        expect(checked.headers['x-svc-render-warnings']).toBe('"^XG no such picture is stored"');
      }
      const { headers } = await render('zpl');
      expect(headers).not.toHaveProperty('x-svc-render-warning-count');
      expect(headers).not.toHaveProperty('x-svc-render-warnings');
    });

    it('converts values that are not text, and null to nothing', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: '^XA^FO9,9^A0N,30^FD{a}|{b}|{c}|{d}|{e}^FS^XZ' });
      const variables = { a: 12.5, b: false, c: null, d: [1, 'x'], e: { k: 1 } };
      const reply = await shop.post(`/labels/${id}/render`, { variables });
      expect(fieldData(reply.text)).toEqual(['12.5|false||[1,"x"]|{"k":1}']);
    });

    it('fills in automatic tokens of the server’s clock', async () => {
      const shop = await api.account();
      const { id } = await shop.label({
        zpl: '^XA^FO9,9^A0N,30^FD{DATE}^FS^FO9,90^A0N,30^FD{COUNTER:007} {COUNTER}^FS^XZ',
      });
      const before = new Date().toISOString().slice(0, 10);
      const reply = await shop.post(`/labels/${id}/render`, {});
      const after = new Date().toISOString().slice(0, 10);
      const [date, counter] = fieldData(reply.text);
      expect([before, after]).toContain(date);
      expect(counter).toBe('007 1');
    });

    it('applies saved transforms before substitution', async () => {
      const shop = await api.account();
      const fieldTransforms = [{ variable: 'Name', steps: [{ op: 'trim' }, { op: 'upper' }] }];
      const { id } = await shop.label({ fieldTransforms });
      const reply = await shop.post(`/labels/${id}/render`, { variables: { name: ' ada ' } });
      expect(fieldData(reply.text)).toEqual(['Hello ADA']);
    });
  });

  describe.each([
    ['POST /labels/{label_id}/print', (id: string) => `/labels/${id}/print`, {}],
    ['POST /', () => '/', { action: 'print' }],
  ])('%s', (_name, path, extra) => {
    const body = (id: string, job: object) => ({
      ...job,
      ...extra,
      ...('action' in extra ? { label_id: id } : {}),
    });

    it('prints records in order, the copies of each together', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: '^XA^FO9,9^A0N,30^FD{name} {COUNTER:5}^FS^XZ' });
      const records = [{ name: 'one' }, { name: 'two' }, {}];
      const reply = await shop.post(path(id), body(id, { records, copies: 2 }));
      expectAnswer(reply, ZPL_TYPE);
      expect(fieldData(reply.text)).toEqual(['one 5', 'one 5', 'two 5', 'two 5', '{name} 5', '{name} 5']);
      expect(reply.headers).toMatchObject({
        'x-svc-label-count': '6',
        'x-svc-output-format': 'vector',
        'content-disposition': 'attachment; filename="Shelf.zpl"',
      });
    });

    it('prints one record from variables, or from nothing at all', async () => {
      const shop = await api.account();
      const { id } = await shop.label();
      const withVariables = await shop.post(path(id), body(id, { variables: { name: 'Ada' } }));
      expect(fieldData(withVariables.text)).toEqual(['Hello Ada']);
      const empty = await shop.post(path(id), body(id, {}));
      expect(fieldData(empty.text)).toEqual(['Hello {name}']);
      expect(empty.headers['x-svc-label-count']).toBe('1');
    });

    it('prints up to 100 labels', async () => {
      const shop = await api.account();
      const { id } = await shop.label();
      const records = Array.from({ length: 25 }, (_, index) => ({ name: index }));
      const reply = await shop.post(path(id), body(id, { records, copies: 4 }));
      expect(reply.headers['x-svc-label-count']).toBe('100');
      expect(fieldData(reply.text)).toEqual(records.flatMap(({ name }) => Array(4).fill(`Hello ${name}`)));
    });
  });

  describe('GET /', () => {
    it('lists when label_id is absent or empty', async () => {
      const shop = await api.account();
      await shop.label();
      await shop.label();
      const { text } = await shop.get('/labels?limit=1&offset=1');
      for (const query of ['limit=1&offset=1', 'limit=1&offset=1&label_id=']) {
        const reply = await shop.get(`/?${query}`);
        expectAnswer(reply, 'application/json');
        expect(reply.text).toBe(text);
      }
    });

    it('gives the label that label_id names', async () => {
      const shop = await api.account();
      const { id } = await shop.label();
      const reply = await shop.get(`/?label_id=${id}`);
      expectAnswer(reply, 'application/json');
      expect(reply.text).toBe((await shop.get(`/labels/${id}`)).text);
    });
  });

  describe('every answer', () => {
    it('repeats a well-formed request id and replaces any other', async () => {
      const ask = async (id: string) => {
        const { headers } = await api.request('GET', '/healthz', { headers: { 'x-request-id': id } });
        return headers['x-request-id'];
      };
      expect(await ask('Job-7.a_b')).toBe('Job-7.a_b');
      for (const id of ['', 'has blank', 'a'.repeat(200), 'é', '{"x":1}']) {
        expect(await ask(id)).toMatch(/^[\w.-]{1,64}$/);
      }
      expect(await ask('')).not.toBe(await ask(''));
    });

    it('tells an authenticated caller of both budgets', async () => {
      const shop = await api.account();
      for (const path of ['/labels', '/labels/none', `/labels/${crypto.randomUUID()}`]) {
        const { headers } = await shop.get(path);
        expect(headers['ratelimit-policy']).toBe('"account";q=1000000;w=60, "key";q=1000000;w=60');
        expect(headers['ratelimit']).toMatch(/^"(account|key)";r=9999\d\d;t=(?:60|[1-5]?\d)$/);
      }
      const { headers } = await api.request('GET', `${BASE}/labels`);
      expect(headers).not.toHaveProperty('ratelimit');
    });
  });

  describe('credentials', () => {
    it.each(['Bearer', 'bearer'])('takes the key as Authorization: %s', async (scheme) => {
      const shop = await api.account();
      const headers = { authorization: `${scheme} ${shop.key}` };
      expectAnswer(await api.request('GET', `${BASE}/labels`, { headers }), 'application/json');
    });

    it('prefers x-api-key to Authorization, even when it is wrong', async () => {
      const [shop, other] = [await api.account(), await api.account()];
      const { id } = await shop.label();
      const ask = (apiKey: string, bearer: string) =>
        api.request('GET', `${BASE}/labels/${id}`, {
          headers: { 'x-api-key': apiKey, authorization: `Bearer ${bearer}` },
        });
      expectAnswer(await ask(shop.key, other.key), 'application/json');
      expectProblem(await ask(other.key, shop.key), 404);
      expectProblem(await ask('nonsense', shop.key), 401);
    });

    it('lets a render key render, and an admin grant or a team stand in for the Pro plan', async () => {
      const { store } = api.service;
      const pro = await api.account();
      const { id } = await pro.label();
      expectAnswer(await pro.post(`/labels/${id}/render`, {}, pro.renderKey), 'text/plain');
      const granted = await api.account('free');
      await store.setGranted(granted.id, true);
      expectAnswer(await granted.get('/labels'), 'application/json');
      const member = await api.account('free');
      await store.joinTeam(member.id, `members-${driver}`);
      expectAnswer(await member.get('/labels'), 'application/json');
    });
  });

  describe('administrative changes take effect at once', () => {
    it('a revoked key is answered like an unknown one', async () => {
      const shop = await api.account();
      const { key, value } = await api.service.store.createKey(shop.id, 'full');
      expectAnswer(await shop.get('/labels', value), 'application/json');
      await api.service.store.revokeKey(key.id);
      const revoked = await shop.get('/labels', value);
      const unknown = await shop.get('/labels', `svc_${'0'.repeat(48)}`);
      expectProblem(revoked, 401);
      expect(revoked.text).toBe(unknown.text);
      expect(revoked.headers).not.toHaveProperty('ratelimit');
    });

    it('a rotated key is replaced by the new one', async () => {
      const shop = await api.account();
      const { key, value } = await api.service.store.createKey(shop.id, 'render');
      await shop.get('/labels', value);
      const rotated = await api.service.store.rotateKey(key.id);
      expectProblem(await shop.get('/labels', value), 401);
      expectProblem(await shop.get('/labels', rotated.value), 403, { required_scope: 'labels:list' });
    });

    it('a replaced label renders again, and a deleted one is gone', async () => {
      const shop = await api.account();
      const { id } = await shop.label();
      const render = async () => fieldData((await shop.post(`/labels/${id}/render`, {})).text);
      expect(await render()).toEqual(['Hello {name}']);
      expect(json(await shop.get(`/labels/${id}`)).data).toMatchObject({ revision: 1 });
      await shop.label({ id, zpl: '^XA^FO9,9^A0N,30^FDBye {who}^FS^XZ' });
      expect(await render()).toEqual(['Bye {who}']);
      expect(json(await shop.get(`/labels/${id}`)).data).toMatchObject({
        revision: 2,
        dynamic_tokens: ['who'],
      });
      await api.service.store.deleteLabel(id);
      expectProblem(await shop.get(`/labels/${id}`), 404);
      expectProblem(await shop.post(`/labels/${id}/render`, {}), 404);
    });

    it('a number is inserted with the digits that were sent, on every route', async () => {
      const shop = await api.account();
      const { id } = await shop.label({ zpl: '^XA^FO9,9^A0N,30^FD{v}^FS^XZ' });
      const digits = ['376104250021234569', '1e400', '1.0', '-0', '1E5', '[1.0,{"a":-0}]'];
      for (const v of digits) {
        const one = `"variables":{"v":${v}}`;
        const answers = [
          await shop.post(`/labels/${id}/render`, `{${one}}`),
          await shop.post(`/labels/${id}`, `{${one}}`),
          await shop.post(`/labels/${id}/print`, `{${one},"copies":1}`),
          await shop.post('/', `{"label_id":"${id}",${one}}`),
          await shop.post('/', `{"label_id":"${id}","action":"print","records":[{"v":${v}}]}`),
        ];
        for (const answer of answers) expect(fieldData(answer.text)).toEqual([v]);
      }
    });

    it('a body nested too deep is refused by the limit', async () => {
      const shop = await api.account();
      const { id } = await shop.label();
      const deep = `{"variables":{"v":${'['.repeat(32_000)}${']'.repeat(32_000)}}}`;
      const reply = await shop.post(`/labels/${id}/render`, deep);
      expectProblem(reply, 400);
      expect(json(reply).error).toMatch(/deeper than 512 levels/);
    });

    it('a label deleted and imported again says what it says now, to another account too', async () => {
      const [shop, other] = [await api.account(), await api.account()];
      const { id } = await shop.label();
      for (const [owner, text] of [
        [shop, 'First'],
        [shop, 'Second'],
        [other, 'Third'],
      ] as const) {
        await api.service.store.deleteLabel(id);
        const zpl = `^XA^FO9,9^A0N,30^FD${text}^FS^XZ`;
        await owner.label({ id, zpl });
        const fresh = await owner.label({ zpl });
        const png = async (label: string) =>
          (await owner.post(`/labels/${label}/render`, { format: 'png' })).body;
        for (let time = 0; time < 3; time++) {
          expect(fieldData((await owner.post(`/labels/${id}/render`, {})).text)).toEqual([text]);
          expect(fieldData((await owner.post(`/labels/${id}/print`, {})).text)).toEqual([text]);
          expect((await png(id)).equals(await png(fresh.id))).toBe(true);
        }
      }
      expectProblem(await shop.get(`/labels/${id}`), 404);
    });

    it('a plan that ends closes the API, and its return opens it', async () => {
      const shop = await api.account();
      expectAnswer(await shop.get('/labels'), 'application/json');
      await api.service.store.setPlan(shop.id, 'free');
      expectProblem(await shop.get('/labels'), 403);
      await api.service.store.setPlan(shop.id, 'pro');
      expectAnswer(await shop.get('/labels'), 'application/json');
    });
  });

  it('logs a line for every request, without keys, values or ZPL', () => {
    expectCleanLog(api);
  });
});

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
