import { describe, expect, it, vi } from 'vitest';
import { BatchStopped } from '../../../src/batch/batch-failure.ts';
import { fetchLabel } from '../../../src/batch/service/saved-label.ts';
import type { RenderedRows } from '../../../src/batch/stages.ts';
import { eventually } from '../../support/eventually.ts';
import { type TestAccount, useDatabase, useService } from '../../support/service.ts';
import { chunksOf, fileOf, keep, type Values } from '../local/making.ts';
import { type Behaviour, breaks, page, refuses, useFront } from './front.ts';
import { callsTo, madeBy, makerFor, never } from './making.ts';

const api = useService({}, useDatabase());
const front = useFront(api);

const rows: readonly Values[] = Array.from({ length: 100 }, (_, i) => ({ name: `row ${i}` }));

async function prepared() {
  const shop = await api.account();
  const { id } = await shop.label();
  const way = { url: front.url, key: shop.key, told: [] as (string | null)[] };
  const label = await fetchLabel(callsTo(way), id, never);
  const whole = fileOf(await madeBy(way, id, rows), label);
  return { shop, id, way, label, whole };
}

describe('a batch through a service that breaks', () => {
  it('has the bytes of one that nothing happened to', async () => {
    const { id, way, label, whole } = await prepared();
    const faults: Behaviour[] = [
      breaks,
      refuses(503, 'busy', { 'retry-after': '1' }),
      page(502),
      refuses(500, 'internal'),
      refuses(429, 'budget_exceeded', { 'retry-after': '1' }),
      (response) => {
        response.writeHead(200, { 'content-type': 'application/vnd.printer-zpl', 'content-length': '99' });
        response.write('^XA', () => response.socket?.destroy());
      },
    ];
    front.does(({ path }) => (path.endsWith('/print') ? (faults.shift() ?? null) : null));
    expect(fileOf(await madeBy(way, id, rows), label)).toBe(whole);
    expect(faults).toEqual([]);
    expect(way.told.at(-1)).toBeNull();
  });

  it('goes on when the service is there again', async () => {
    const { id, way, label, whole } = await prepared();
    let jobs = 0;
    front.does(({ path }) => {
      if (path.endsWith('/print')) jobs++;
      return jobs === 2 || jobs === 3 ? breaks : null;
    });
    expect(fileOf(await madeBy(way, id, rows), label)).toBe(whole);
    expect(way.told).toContainEqual(expect.stringContaining('No answer came'));
  });

  it('stops when the service has been silent for a minute', async () => {
    const { id, way } = await prepared();
    const maker = await makerFor(way, id);
    front.does(() => breaks);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
    try {
      const made = keep(maker.make(chunksOf(rows, 10), 1, never)).catch((reason: unknown) => reason);
      const state = { ended: false };
      void made.then(() => (state.ended = true));
      const began = performance.now();
      while (!state.ended) {
        await vi.advanceTimersByTimeAsync(500);
        await new Promise((resolve) => setImmediate(resolve));
      }
      expect(performance.now() - began).toBeGreaterThan(60_000);
      const error = await made;
      expect(error).toBeInstanceOf(BatchStopped);
      expect((error as Error).message).toMatch(
        /^http:.* has given no answer for 6\d s \(.*\); check that it runs/,
      );
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a batch through a service that changes', () => {
  /**
   * Makes rows until the second print job, before which something happens to the service; what it stopped by, and what
   * was made. A change reaches a service on PostgreSQL a moment later.
   */
  async function changed(change: (shop: TestAccount, labelId: string) => Promise<unknown>) {
    const { shop, id, way } = await prepared();
    const maker = await makerFor({ ...way, concurrency: 1 }, id);
    let jobs = 0;
    front.does(async ({ path }) => {
      if (path.endsWith('/print') && ++jobs === 2) await change(shop, id);
      return null;
    });
    const made: RenderedRows[] = [];
    const work = async () => {
      for await (const one of maker.make(chunksOf(rows, 10), 1, never)) {
        made.push({ ...one, firstRow: 0 });
      }
      await maker.confirm(never);
    };
    const error = await work().catch((reason: unknown) => reason);
    return { error: error as Error, rowsMade: made.reduce((sum, each) => sum + each.rows, 0) };
  }

  it('stops when the key is revoked, with what came before', async () => {
    const { error, rowsMade } = await changed(async ({ id, key, get }) => {
      const keys = await api.service.store.listKeys(id);
      await api.service.store.revokeKey(keys.find(({ last4 }) => key.endsWith(last4))?.id ?? '');
      await eventually(async () => expect((await get('/labels')).status).toBe(401));
    });
    expect(error).toBeInstanceOf(BatchStopped);
    expect(error.message).toMatch(/unknown or revoked\. Make a new key .*--resume/);
    expect(rowsMade).toBe(25);
  });

  it('stops when the label is deleted', async () => {
    const { error, rowsMade } = await changed(async ({ get }, labelId) => {
      await api.service.store.deleteLabel(labelId);
      await eventually(async () => expect((await get(`/labels/${labelId}`)).status).toBe(404));
    });
    expect(error).toBeInstanceOf(BatchStopped);
    expect(error.message).toMatch(/There is no such label.*deleted/);
    expect(rowsMade).toBe(25);
  });

  it('does not confirm what was made when the label is changed', async () => {
    const { error, rowsMade } = await changed(async (shop, id) => {
      await shop.label({ id, zpl: '^XA^FO20,20^A0N,30,30^FDBye {name}^FS^XZ' });
      await eventually(async () => expect((await shop.get(`/labels/${id}`)).text).toContain('"revision":2'));
    });
    expect(error).toBeInstanceOf(BatchStopped);
    expect(error.message).toMatch(/revision 2, and was at 1 .*checkpoint.* start again/);
    expect(rowsMade).toBe(100);
  });

  it('does not confirm at the next call what it did not confirm before', async () => {
    const { id, way } = await prepared();
    const maker = await makerFor(way, id);
    await keep(maker.make(chunksOf(rows, 100), 1, never));
    front.does(({ method }) => (method === 'GET' ? refuses(404, 'label_not_found') : null));
    await expect(maker.confirm(never)).rejects.toThrow(BatchStopped);
    await expect(maker.confirm(never)).rejects.toThrow(BatchStopped);
  });

  it('confirms what was made once, and asks nothing if nothing was made', async () => {
    const { id, way } = await prepared();
    const maker = await makerFor(way, id);
    const gets = () => front.asked.filter(({ method }) => method === 'GET').length;
    const before = gets();
    await maker.confirm(never);
    expect(gets()).toBe(before);
    await keep(maker.make(chunksOf(rows, 10), 1, never));
    await maker.confirm(never);
    await maker.confirm(never);
    expect(gets()).toBe(before + 1);
  });
});

describe('the label of a batch', () => {
  it('is as the service has it', async () => {
    const shop = await api.account();
    const zpl = '^XA^CI28^FO9,9^A0N,30^FD{name}^FS^CC~~XZ';
    const { id } = await shop.label({ zpl, dynamicTokens: ['extra'] });
    const label = await fetchLabel(callsTo({ url: front.url, key: shop.key }), id.toUpperCase(), never);
    expect(label).toEqual({
      id,
      revision: 1,
      name: 'Shelf',
      size: { widthMm: 50, heightMm: 25, dpi: 203 },
      zpl,
      fieldTransforms: [],
      tokens: ['extra', 'name'],
      stateReset: Buffer.from('~CC^'),
    });
  });

  it('needs a key that may read labels', async () => {
    const shop = await api.account();
    const { id } = await shop.label();
    const fetching = fetchLabel(callsTo({ url: front.url, key: shop.renderKey }), id, never);
    await expect(fetching).rejects.toThrow(BatchStopped);
    await expect(fetching).rejects.toThrow(/lacks a scope.*full key/);
  });

  it('needs ZPL', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ zpl: null });
    const fetching = fetchLabel(callsTo({ url: front.url, key: shop.key }), id, never);
    await expect(fetching).rejects.toThrow(/no saved ZPL/);
  });
});
