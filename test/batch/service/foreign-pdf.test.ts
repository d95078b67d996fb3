import { expect, test } from 'vitest';
import { BatchStopped } from '../../../src/batch/batch-failure.ts';
import { useDatabase, useService } from '../../support/service.ts';
import { jsonLayout } from '../local/making.ts';
import { type Behaviour, useFront } from './front.ts';
import { madeBy } from './making.ts';

const api = useService({}, useDatabase());
const front = useFront(api);

const PDF = '%PDF-1.4 as somebody else writes it';
const foreign: Behaviour = (response) =>
  void response
    .writeHead(200, { 'content-type': 'application/pdf', 'x-svc-output-format': 'vector' })
    .end(PDF);

test('PDFs of an external renderer are kept as files of rows, and cannot be put together', async () => {
  const shop = await api.account();
  const { id } = await shop.label();
  const way = { url: front.url, key: shop.key };
  const rows = [{ name: 'a' }, { name: 'b' }];
  front.does(({ path }) => (path.endsWith('/render') ? foreign : null));
  const apart = await madeBy(way, id, rows, { format: 'pdf', rowsApart: true });
  const pieces = apart.flatMap((made) => made.pieces);
  expect(pieces.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual([PDF, PDF]);
  expect(pieces).toMatchObject([
    { labels: 1, pages: [] },
    { labels: 1, pages: [] },
  ]);
  for (const options of [{}, { rowsApart: true, layout: jsonLayout(['name'], { copies: 2 }) }]) {
    const making = madeBy(way, id, rows, { format: 'pdf', ...options });
    await expect(making).rejects.toThrow(BatchStopped);
    await expect(making).rejects.toThrow(/external renderer.*--split 1.*PNG or ZPL/);
  }
});
