import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fetchLabel } from '../../../src/batch/service/saved-label.ts';
import type { RenderedRows } from '../../../src/batch/stages.ts';
import { readSamples, type Sample } from '../../../src/demo/samples.ts';
import { useDatabase, useService } from '../../support/service.ts';
import { chunksOf, fileOf, jsonLayout, keep, madeHere, madeOf, type Values } from '../local/making.ts';
import { useFront } from './front.ts';
import { callsTo, chunksFrom, madeBy, makerFor, never } from './making.ts';

const api = useService({}, useDatabase());
const front = useFront(api);

const way = async () => {
  const shop = await api.account();
  return { shop, way: { url: front.url, key: shop.key } };
};

const names = (count: number): Values[] => Array.from({ length: count }, (_, i) => ({ name: `row ${i}` }));
/** A label that leaves the printer otherwise than it was. */
const STATEFUL = '^XA^CI28^FO9,9^A0N,30^FD{name}^FS^CC~~XZ';

/** Requests to this route that were made. */
const asked = (route: string) => front.asked.filter(({ path }) => path.endsWith(route));
const recordsOf = (body: string): Values[] => (JSON.parse(body) as { records: Values[] }).records;

/**
 * Stops the clock of the service, which is in this process: automatic tokens show it. Its threads have clocks of their
 * own.
 */
function stoppedClock(): Date {
  const now = new Date(Date.now() + 3_600_000);
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  return now;
}

/** Others have the bytes of the service where they are made here: test/batch/local/local-maker.test.ts. */
const SAMPLES = ['international', 'return', 'tracked-parcel'].map((slug) => {
  const sample = readSamples().find((each) => each.slug === slug);
  if (sample === undefined) throw new Error(`no sample ${slug}`);
  return [slug, sample] as const;
});

/** A sample in the service, rows for it, and how it is made here. */
async function prepared({ label, variables }: Sample, count: number) {
  const { shop, way: through } = await way();
  const { id: _, ...saved } = label;
  const { id } = await shop.label(saved);
  const now = stoppedClock();
  const rows = Array.from({ length: count }, (_, i) => ({ ...variables, copies: String((i % 3) + 1) }));
  const columns = Object.keys(variables);
  const layout = jsonLayout([...columns, 'copies'], {
    variables: Object.fromEntries(columns.map((name) => [name, name])),
    copiesColumn: 'copies',
  });
  const fetched = await fetchLabel(callsTo(through), id, never);
  const here = { label: { ...fetched, fieldTransforms: saved.fieldTransforms }, layout, pieceRows: 1, now };
  return { through, id, rows, layout, here };
}

const piecesOf = (made: readonly RenderedRows[]) => made.flatMap(({ pieces }) => pieces);

describe('labels made through a service have the bytes of those made here', () => {
  it.each(SAMPLES)('as ZPL: %s', async (_, sample) => {
    const { through, id, rows, layout, here } = await prepared(sample, 30);
    const local = await madeHere(here, rows);
    expect(fileOf(await madeBy(through, id, rows, { layout }), here.label)).toBe(fileOf(local, here.label));
    const apart = await madeBy(through, id, rows.slice(0, 4), { layout, rowsApart: true });
    expect(piecesOf(apart)).toEqual(piecesOf(local).slice(0, 4));
  });

  it.each(SAMPLES.slice(-1))('as PNG and PDF: %s', async (_, sample) => {
    const { through, id, rows, layout, here } = await prepared(sample, 3);
    for (const format of ['png', 'pdf'] as const) {
      const local = await madeOf({ ...here, format }, rows);
      expect(piecesOf(await madeBy(through, id, rows, { layout, format }))).toEqual(piecesOf(local));
    }
  });
});

it.each([false, true])('says what pictures lack, made or checked (%s)', async (validates) => {
  const { shop, way: through } = await way();
  const { id } = await shop.label({ zpl: '^XA^CI28^FO9,9^A0N,30^FD{name}^FS^XZ' });
  const maker = await makerFor(through, id, { format: 'png', validates });
  const rows = [{ name: 'Ada' }, { name: '中' }];
  const warnings: unknown[] = [];
  for await (const made of maker.make(chunksOf(rows, 7), 1, never)) {
    for (const { row, text } of made.warnings ?? []) warnings.push([row, text.slice(0, 47)]);
  }
  expect(warnings).toEqual([[2, '^FD font 0 has no glyph for ? (U+4E2D, Han); bl']]);
});

describe('print jobs', () => {
  /** How many records the jobs had, in their order. */
  const sizes = () => asked('/print').map(({ body }) => recordsOf(body).length);

  it('have 25 records at most, whatever chunks the rows came in, and wherever a run goes on', async () => {
    const { shop, way: through } = await way();
    const { id } = await shop.label({ zpl: STATEFUL });
    const rows = names(110);
    const whole = await madeBy(through, id, rows, {}, 110);
    expect(whole.map((made) => made.rows)).toEqual([25, 25, 25, 25, 10]);
    expect(sizes()).toEqual([25, 25, 25, 25, 10]);
    for (const perChunk of [1, 7, 25]) {
      const made = await madeBy(through, id, rows, {}, perChunk);
      expect(made.map(({ pieces }) => pieces)).toEqual(whole.map(({ pieces }) => pieces));
      const { next } = made[1] as RenderedRows;
      const maker = await makerFor(through, id);
      const rest = await keep(maker.make(chunksFrom(rows, perChunk, next), 51, never));
      expect(rest.map(({ pieces }) => pieces)).toEqual(whole.slice(2).map(({ pieces }) => pieces));
    }
  });

  it('never cross the end of a part', async () => {
    const { shop, way: through } = await way();
    const { id } = await shop.label({ zpl: STATEFUL });
    const made = await madeBy(through, id, names(80), { partRows: 30 });
    expect(made.map(({ rows }) => rows)).toEqual([25, 5, 25, 5, 20]);
    const maker = await makerFor(through, id, { partRows: 30 });
    const rest = await keep(maker.make(chunksOf(names(40), 20), 26, never));
    expect(rest.map(({ rows }) => rows)).toEqual([5, 10]);
  });

  it('have 100 labels at most, rows of the same copies, and bodies of 64 KiB', async () => {
    const { shop, way: through } = await way();
    const { id } = await shop.label({ zpl: '^XA^CI28^FO9,9^A0N,30^FD{a}{b}^FS^XZ' });
    const copies = ['40', '40', '40', '1', '1', '', '100', '2'];
    const layout = jsonLayout(['a', 'n'], { variables: { a: 'a' }, copiesColumn: 'n', copies: 1 });
    const labels = (
      await madeBy(
        through,
        id,
        copies.map((n) => ({ a: 'x', n })),
        { layout },
      )
    ).flatMap(({ pieces }) => pieces.map((piece) => piece.labels));
    expect(labels).toEqual([80, 40, 3, 100, 2]);
    const long = 'Ł'.repeat(1000);
    await madeBy(
      through,
      id,
      Array.from({ length: 25 }, () => ({ a: long, b: long })),
    );
    const bodies = asked('/print').map(({ body }) => Buffer.byteLength(body));
    expect(Math.max(...bodies)).toBeGreaterThan(60_000);
    expect(Math.max(...bodies)).toBeLessThanOrEqual(65_536);
    expect(sizes().slice(5)).toEqual([16, 9]);
  });

  it('are in the order of their rows, however late the first ones are answered', async () => {
    const { shop, way: through } = await way();
    const { id } = await shop.label({ zpl: STATEFUL });
    let jobs = 0;
    front.does(async ({ path }) => {
      if (path.endsWith('/print') && jobs++ % 2 === 0) await delay(60);
      return null;
    });
    const rows = names(400);
    const made = await madeBy({ ...through, concurrency: 8 }, id, rows);
    expect(fileOf(made, await fetchLabel(callsTo(through), id, never)).match(/row \d+/g)).toEqual(
      rows.map(({ name }) => name),
    );
    expect(front.mostUnderWay).toBeGreaterThan(1);
    expect(front.mostUnderWay).toBeLessThanOrEqual(8);
  });
});
