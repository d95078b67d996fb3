import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  PlatenClient,
  type PlatenClientOptions,
  RefusedError,
} from '../../../src/api-client/platen-client.ts';
import { BASE, type TestAccount, type TestService, useDatabase, useService } from '../../support/service.ts';

const database = useDatabase();

const BARCODE = '^XA^FO9,9^BEN,50^FD{ean}^FS^FO9,90^A0N,20,20^FD{name}^FS^XZ';

/** A client of this service. */
const clientWith = (
  api: TestService,
  key: string,
  options: Partial<PlatenClientOptions> = {},
): PlatenClient => new PlatenClient({ url: `http://127.0.0.1:${api.service.port}${BASE}/`, key, ...options });

/** The error of a call that is refused. */
async function refusal(call: Promise<unknown>): Promise<RefusedError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RefusedError) return error;
  throw new Error(`not refused: ${String(error)}`);
}

describe('a client of the service', () => {
  const api = useService({}, database);
  const clientOf = ({ key }: Pick<TestAccount, 'key'>): PlatenClient => clientWith(api, key);

  it('lists labels by page, and all of them one after another', async () => {
    const shop = await api.account();
    const client = clientOf(shop);
    const ids: string[] = [];
    for (let count = 0; count < 3; count++) ids.unshift((await shop.label()).id);
    const { data, pagination } = await client.listLabels({ limit: 2, offset: 1 });
    expect(data.map(({ id }) => id)).toEqual(ids.slice(1));
    expect(pagination).toEqual({ limit: 2, offset: 1, total: 3, next_offset: null });
    const listed: string[] = [];
    for await (const { id } of client.labels()) listed.push(id);
    expect(listed).toEqual(ids);
  });

  it('reads a label, and its ZPL as it was saved', async () => {
    const shop = await api.account();
    const zpl = '\uFEFF^XA^CI28^FO9,9^FDŁódź {name}^FS^XZ';
    const { id } = await shop.label({ zpl });
    expect(await clientOf(shop).getLabel(id)).toMatchObject({ id, zpl, dynamic_tokens: ['name'] });
    expect(await clientOf(shop).downloadZpl(id)).toMatchObject({ zpl, outputFormat: 'vector' });
  });

  it('renders ZPL as text, PNG and PDF as bytes', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const variables = { name: 'Zoë' };
    const text = await clientOf(shop).render(id, { variables });
    expect(text).toMatchObject({ outputFormat: 'vector', warningCount: 0, warnings: [] });
    expect(text.data).toContain('^FDHello Zo_89');
    const png = await clientOf(shop).render(id, { format: 'png', variables });
    expect([...png.data.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    const pdf = await clientOf(shop).render(id, { format: 'pdf', variables });
    expect([...pdf.data.subarray(0, 5)]).toEqual([...Buffer.from('%PDF-')]);
    expect(pdf.requestId).not.toBe(png.requestId);
  });

  it('says what a printer may do otherwise', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ zpl: '^XA^FO300,20^A0N,90,90^FDfar too long^FS^XZ' });
    const { warningCount, warnings } = await clientOf(shop).render(id, { format: 'png' });
    expect(warningCount).toBe(1);
    expect(warnings).toEqual([expect.stringContaining('beyond the edge')]);
  });

  it('prints records and copies', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ name: 'Łabel' });
    const job = await clientOf(shop).print(id, { records: [{ name: 'a' }, { name: 'b' }], copies: 3 });
    expect(job).toMatchObject({ labelCount: 6, filename: 'Łabel.zpl', outputFormat: 'vector' });
    expect(job.zpl.match(/\^XZ/g)).toHaveLength(6);
  });

  it('prints under Deno, which sends the body in chunks', async () => {
    vi.stubGlobal('Deno', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const shop = await api.account();
    const { id } = await shop.label();
    const prints = [1, 2].map((copies) =>
      clientOf(shop).print(id, { variables: { name: 'Zoë'.repeat(300) }, copies }),
    );
    expect((await Promise.all(prints)).map(({ labelCount }) => labelCount)).toEqual([1, 2]);
  });

  it('gets the faults of the values', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ zpl: BARCODE });
    const error = await refusal(clientOf(shop).render(id, { variables: { ean: '12' } }));
    expect(error).toMatchObject({
      status: 422,
      code: 'barcode_invalid',
      fields: [{ symbology: 'ean13', template: '{ean}', value: '12' }],
    });
    expect(api.logs.some((line) => line.includes(error.requestId))).toBe(true);
  });

  it('gets the faults of all records of a print job, without anything being made', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ zpl: BARCODE });
    const client = clientOf(shop);
    const good = { ean: '4006381333931', name: 'x' };
    expect(
      await client.validatePrint(id, { records: [good, { ...good, name: '' }], copies: 4 }),
    ).toMatchObject({
      labelCount: 8,
      unresolvedCount: 0,
    });
    expect(await client.validateRender(id, { variables: { ean: good.ean } })).toMatchObject({
      labelCount: 1,
      unresolvedCount: 1,
    });
    const error = await refusal(client.validatePrint(id, { records: [{ ean: 'x' }, good, { ean: '2' }] }));
    expect(error.records).toEqual([0, 2]);
    expect(error.fields.map(({ value }) => value)).toEqual(['x', '2']);
  });

  it('inserts numbers, truth values and nothing', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ zpl: '^XA^FO9,9^FD{a}-{b}-{c}-{d}^FS^XZ' });
    const { data, unresolvedCount } = await clientOf(shop).render(id, {
      variables: { a: 1.25, b: true, c: null },
    });
    expect(data).toContain('^FD1.25-true--{d}');
    expect(unresolvedCount).toBe(1);
  });

  it('gets an error when its key is revoked in the middle', async () => {
    const shop = await api.account();
    const client = clientOf(shop);
    await client.listLabels();
    const keys = await api.service.store.listKeys(shop.id);
    for (const key of keys) await api.service.store.revokeKey(key.id);
    // With PostgreSQL it is heard a moment later.
    const listed = async (): Promise<never> => {
      for (;;) await client.listLabels();
    };
    expect(await refusal(listed())).toMatchObject({ status: 401, code: 'key_unknown' });
  });

  it('gets the name of the scope that its key lacks', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    expect(await refusal(clientOf({ key: shop.renderKey }).print(id))).toMatchObject({
      status: 403,
      code: 'scope_missing',
      requiredScope: 'print',
    });
  });

  it('gets an error for a url that leads to no route', async () => {
    const { key } = await api.account();
    const client = clientWith(api, key, { url: `http://127.0.0.1:${api.service.port}/elsewhere` });
    expect(await refusal(client.listLabels())).toMatchObject({
      status: 404,
      code: 'route_not_found',
      message: 'There is no such route. Is the url right?',
    });
  });
});

describe('a client of a service with a budget', () => {
  const api = useService({ RATE_UNITS_PER_MINUTE: '10' }, database);

  it('is refused at once what it may not wait for, and waits for nothing else', async () => {
    const { key } = await api.account();
    const client = clientWith(api, key, { maxWaitMs: 100 });
    await Promise.all(Array.from({ length: 10 }, () => client.listLabels()));
    const { status, code, retryAfterSeconds } = await refusal(client.listLabels());
    expect([status, code]).toEqual([429, 'budget_exceeded']);
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });
});
