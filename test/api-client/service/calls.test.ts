import { describe, expect, it } from 'vitest';
import { PlatenClient, RefusedError } from '../../../src/api-client/platen-client.ts';
import { BASE, type TestAccount, useDatabase, useService } from '../../support/service.ts';

const api = useService({}, useDatabase());

const BARCODE = '^XA^FO9,9^BEN,50^FD{ean}^FS^FO9,90^A0N,20,20^FD{name}^FS^XZ';

const clientOf = ({ key }: Pick<TestAccount, 'key'>): PlatenClient =>
  new PlatenClient({ url: `http://127.0.0.1:${api.service.port}${BASE}/`, key });

/** What a call that is refused rejects with. */
async function refusal(call: Promise<unknown>): Promise<RefusedError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof RefusedError) return error;
  throw new Error(`not refused: ${String(error)}`);
}

describe('a client of the service', () => {
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
    expect(text).toMatchObject({ outputFormat: 'vector', warningCount: 0, warnings: null });
    expect(text.data).toContain('^FDHello Zo_89');
    const png = await clientOf(shop).render(id, { format: 'png', variables });
    expect([...png.data.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
    const pdf = await clientOf(shop).render(id, { format: 'pdf', variables });
    expect([...pdf.data.subarray(0, 5)]).toEqual([...Buffer.from('%PDF-')]);
    expect(pdf.requestId).not.toBe(png.requestId);
  });

  it('prints records and copies', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ name: 'Łabel' });
    const job = await clientOf(shop).print(id, { records: [{ name: 'a' }, { name: 'b' }], copies: 3 });
    expect(job).toMatchObject({ labelCount: 6, filename: 'Łabel.zpl', outputFormat: 'vector' });
    expect(job.zpl.match(/\^XZ/g)).toHaveLength(6);
  });

  it('is told what is wrong with the values', async () => {
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

  it('is told which scope its key lacks', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    expect(await refusal(clientOf({ key: shop.renderKey }).print(id))).toMatchObject({
      status: 403,
      code: 'scope_missing',
      requiredScope: 'print',
    });
  });

  it('is told that its url leads to no route', async () => {
    const { key } = await api.account();
    const client = new PlatenClient({ url: `http://127.0.0.1:${api.service.port}/elsewhere`, key });
    expect(await refusal(client.listLabels())).toMatchObject({
      status: 404,
      code: 'route_not_found',
      message: 'There is no such route. Is the url right?',
    });
  });
});
