import { describe, expect, it } from 'vitest';
import { SERVICE_DRIVERS } from '../support/drivers.ts';
import { type Reply, useDatabase, useService } from '../support/service.ts';
import { expectAnswer, expectProblem } from './expectations.ts';

const database = useDatabase();

/** The units that the RateLimit header of an answer has left. */
const remaining = ({ headers }: Reply): number => Number(/;r=(\d+);/.exec(String(headers['ratelimit']))?.[1]);

describe.each(SERVICE_DRIVERS)('requests that are only checked, over %s', (driver) => {
  const api = useService({ HTTP_DRIVER: driver, RATE_UNITS_PER_MINUTE: '60' }, database);

  const expectValid = (reply: Reply, labels: number): void => {
    expectAnswer(reply, 'application/json');
    expect(reply.text).toBe(`{"ok":true,"labels":${labels}}`);
  };

  it('are answered alike on every route that renders or prints, with the number of labels', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const job = { records: [{ name: 'a' }, { name: 'b' }], copies: 3 };
    for (const format of ['zpl', 'png', 'pdf']) {
      const body = { format, variables: { name: 'x' } };
      expectValid(await shop.post(`/labels/${id}/render?validate=true`, body), 1);
      expectValid(await shop.post(`/labels/${id}?validate=true`, body), 1);
      expectValid(await shop.post('/?validate=true', { label_id: id, ...body }), 1);
    }
    expectValid(await shop.post(`/labels/${id}/print?validate=true`, job), 6);
    expectValid(await shop.post('/?x=1&validate=true', { label_id: id, action: 'print', ...job }), 6);
  });

  it('cost one unit, and a print job passes that the budget has no more for', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const job = { records: Array.from({ length: 25 }, () => ({})) };
    const print = (query: string, body: object) => shop.post(`/labels/${id}/print${query}`, body);
    expect(remaining(await print('?validate=true', job))).toBe(59);
    for (let unit = 0; unit < 57; unit++) await shop.get('/labels');
    expectProblem(await print('', {}), 429);
    const last = await print('?validate=true', job);
    expectValid(last, 25);
    expect(remaining(last)).toBeLessThanOrEqual(1);
  });

  it('find what the request would have been refused for, down to the limits of drawing', async () => {
    const shop = await api.account();
    const check = (id: string, route: string, body: object) =>
      shop.post(`/labels/${id}/${route}?validate=true`, body);
    const ean = await shop.label({ zpl: '^XA^FO9,9^BEN,50^FD{ean}^FS^XZ' });
    const refused = await check(ean.id, 'render', { variables: { ean: '12x' } });
    const real = await shop.post(`/labels/${ean.id}/render`, { variables: { ean: '12x' } });
    expect([refused.status, refused.text]).toEqual([422, real.text]);
    expectProblem(refused, 422, { fields: [expect.objectContaining({ symbology: 'ean13' })] });

    const wordy = await shop.label({ zpl: `^XA${`^FO0,0^FD${'x'.repeat(3000)}^FS`.repeat(7)}^XZ` });
    expectValid(await check(wordy.id, 'render', {}), 1);
    for (const format of ['png', 'pdf']) expectProblem(await check(wordy.id, 'render', { format }), 413);

    const narrow = await shop.label({ size: { widthMm: 5 } });
    expectProblem(await check(narrow.id, 'render', { format: 'png' }), 409);
    const long = await shop.label({ zpl: `^XA^FX${'x'.repeat(300_000)}^FS^XZ` });
    expectValid(await check(long.id, 'print', { copies: 6 }), 6);
    expectProblem(await check(long.id, 'print', { copies: 8 }), 413);
  });

  it('stand in the order of checks where the request would', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const empty = await shop.label({ zpl: null });
    const path = (label: string) => `/labels/${label}/print?validate=true`;
    expectProblem(await shop.post(path(id), {}, shop.renderKey), 403, { required_scope: 'print' });
    expectProblem(await shop.post(path(id), { copies: 0 }), 400);
    expectProblem(await shop.post(path('3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f'), {}), 404);
    expectProblem(await shop.post(path(empty.id), {}), 409);
  });

  it.each(['validate', 'validate=', 'validate=yes', 'validate=TRUE', 'validate=1', 'validate=true%20'])(
    'refuse ?%s, whatever the label is',
    async (query) => {
      const shop = await api.account();
      const missing = '3f0c2f5e-8f0a-4b6e-9d0c-1a2b3c4d5e6f';
      for (const [path, body] of [
        [`/labels/${missing}/render`, {}],
        [`/labels/${missing}`, {}],
        [`/labels/${missing}/print`, {}],
        ['/', { label_id: missing }],
        ['/', { label_id: missing, action: 'print' }],
      ] as const) {
        const reply = await shop.post(`${path}?${query}`, body);
        expectProblem(reply, 400);
        expect(reply.text).toContain('validate must be true or false');
      }
    },
  );

  it('are others than those with validate=false, or on other routes', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    for (const query of ['', '?validate=false', '?other=true']) {
      expectAnswer(await shop.post(`/labels/${id}/render${query}`, {}), 'text/plain');
    }
    expectAnswer(await shop.post(`/labels/${id}/print?validate=false`, {}), 'application/vnd.printer-zpl');
    expectAnswer(await shop.get(`/labels?validate=true`), 'application/json');
    expect(JSON.parse((await shop.get(`/labels/${id}?validate=perhaps`)).text).data.id).toBe(id);
  });
});

describe('placeholders that stay', () => {
  const api = useService({}, database);

  it('are counted in a header of all that is rendered, printed or checked', async () => {
    const shop = await api.account();
    const { id } = await shop.label({
      zpl: '^XA^FO9,9^A0N,20^FD{a} {b} {DATE}^FS^FO9,40^A0N,20^FD{a}^FS^XZ',
    });
    const count = async (path: string, body: object) =>
      (await shop.post(`/labels/${id}${path}`, body)).headers['x-svc-unresolved-count'];
    for (const query of ['', '?validate=true']) {
      // Three times, so that PNG and PDF are drawn in each way.
      for (const format of ['zpl', 'png', 'pdf', 'png', 'pdf', 'png']) {
        expect(await count(`/render${query}`, { format, variables: { b: '1' } })).toBe('2');
        expect(await count(`/render${query}`, { format, variables: { a: '', b: '1' } })).toBeUndefined();
      }
      expect(await count(`/print${query}`, { records: [{}, { a: '1' }], copies: 5 })).toBe('4');
      expect(await count(`/print${query}`, { records: [{ a: '1', b: '2' }] })).toBeUndefined();
    }
  });
});
