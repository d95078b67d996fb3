import { describe, expect, it } from 'vitest';
import { fetchLabel } from '../../../src/batch/service/saved-label.ts';
import type { RenderedRows } from '../../../src/batch/stages.ts';
import { useDatabase, useService } from '../../support/service.ts';
import { fileOf, jsonLayout, madeHere, type Values } from '../local/making.ts';
import { refuses, useFront } from './front.ts';
import { callsTo, failures, madeBy, never } from './making.ts';

const api = useService({}, useDatabase());
const front = useFront(api);

const CODE = '^XA^FO9,9^BEN,50^FD{ean}^FS^FO9,80^A0N,20^FD{name}^FS^XZ';
const GOOD = '400638133393';

/** A label of a shop of its own, and rows for it of which some have these values instead. */
async function prepared(
  zpl: string,
  count: number,
  values: Values,
  others: Readonly<Record<number, Values>>,
) {
  const shop = await api.account();
  const { id } = await shop.label({ zpl });
  const rows = Array.from({ length: count }, (_, i) => ({
    ...values,
    name: `row ${i + 1}`,
    ...others[i + 1],
  }));
  const way = { url: front.url, key: shop.key };
  const label = await fetchLabel(callsTo(way), id, never);
  return { shop, id, way, label, rows };
}

const requests = () => front.asked.map(({ path, status }) => [path.split('/').at(-1), status]);

const rowNumbers = (made: readonly RenderedRows[]) => failures(made).map(({ row }) => row);

describe('rows that fail', () => {
  it('cost themselves only, in whatever jobs they are, and say what is wrong as those made here', async () => {
    const bad = { 3: { ean: 'x' }, 4: { ean: '12' }, 30: { ean: '' }, 75: { ean: '1' }, 76: { ean: '2' } };
    const { id, way, label, rows } = await prepared(CODE, 80, { ean: GOOD }, bad);
    const made = await madeBy(way, id, rows);
    const here = await madeHere({ label, pieceRows: 1 }, rows);
    expect(failures(made)).toEqual(failures(here));
    expect(rowNumbers(made)).toEqual([3, 4, 30, 75, 76]);
    expect(made[0]?.failed[0]).toEqual(here[0]?.failed[0]);
    expect(fileOf(made, label)).toBe(fileOf(here, label));
    // Each of the four jobs is sent once more.
    expect(front.asked.filter(({ path }) => path.endsWith('/print'))).toHaveLength(8);
  });

  it('fail by their transforms', async () => {
    const zpl = '^XA^FO9,9^A0N,20^FD{sku} {name}^FS^XZ';
    const { shop, rows } = await prepared(
      zpl,
      10,
      { sku: '1' },
      { 2: { sku: 'long' }, 7: { sku: 'longer' } },
    );
    const steps = [{ op: 'trim' }, { op: 'max_length', length: 3 }];
    const fieldTransforms = [{ variable: 'sku', steps }];
    const { id } = await shop.label({ zpl, fieldTransforms });
    const way = { url: front.url, key: shop.key };
    const made = await madeBy(way, id, rows);
    const label = await fetchLabel(callsTo(way), id, never);
    const here = await madeHere({ label: { ...label, fieldTransforms }, pieceRows: 1 }, rows);
    expect(failures(made)).toEqual(failures(here));
    expect(failures(made)).toMatchObject([
      { row: 2, status: 422, reason: expect.stringMatching(/"sku", step 2/) },
      { row: 7, status: 422 },
    ]);
    expect(made[0]?.failed).toEqual(
      here.flatMap(({ failed }) => failed).map((row, i) => ({ ...row, row: [2, 7][i] })),
    );
  });

  it('are looked for by checks where the answer names none', async () => {
    // Without ^CI28 there are no such letters.
    const { id, way, label, rows } = await prepared(
      '^XA^FO9,9^FD{name}^FS^XZ',
      25,
      {},
      { 12: { name: '日本' } },
    );
    const made = await madeBy(way, id, rows);
    expect(failures(made)).toEqual([
      { row: 12, status: 422, reason: expect.stringMatching(/^A value cannot be written in the label: /) },
    ]);
    expect(failures(made)[0]?.reason).not.toMatch(/records|25/);
    expect(fileOf(made, label)).toBe(fileOf(await madeHere({ label, pieceRows: 1 }, rows), label));
    const checks = front.asked.filter(({ path }) => path.endsWith('/print?validate=true'));
    expect(checks.length).toBeLessThanOrEqual(10);
    expect(requests().at(-1)).toEqual(['print', 200]);
  });

  it('say all that is wrong with them, also what the answer does not tell of each', async () => {
    const bad = { 3: { ean: 'x', name: '日本' }, 5: { ean: 'y' }, 9: { name: '日' } };
    const { id, way, label, rows } = await prepared(CODE, 12, { ean: GOOD }, bad);
    const made = await madeBy(way, id, rows);
    const here = await madeHere({ label, pieceRows: 1 }, rows);
    expect(failures(made)).toEqual(failures(here));
    expect(rowNumbers(made)).toEqual([3, 5, 9]);
    expect(failures(made)[0]?.reason).toContain('in field "{name}"');
  });

  it('are none where a job is too large as a whole: it is sent in parts', async () => {
    // 25 of them are more than 2 MiB together.
    const zpl = `^XA^FO9,9^FD{name}^FS^FX${'x'.repeat(100_000)}^FS^XZ`;
    const { id, way, label, rows } = await prepared(zpl, 25, {}, {});
    const made = await madeBy(way, id, rows);
    expect(failures(made)).toEqual([]);
    expect(made[0]?.pieces.map(({ firstRow, rows: count }) => [firstRow, count])).toEqual([
      [1, 13],
      [14, 12],
    ]);
    expect(fileOf(made, label)).toBe(fileOf(await madeHere({ label, pieceRows: 1 }, rows), label));
  });

  it('fail alone where no request can carry them', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `v${i}`);
    const zpl = `^XA^CI28^FO9,9^FD${names.map((name) => `{${name}}`).join('')}{name}^FS^XZ`;
    const long = Object.fromEntries(names.map((name) => [name, '€'.repeat(1000)]));
    const short = Object.fromEntries(names.map((name) => [name, '']));
    const { id, way, rows } = await prepared(zpl, 4, short, { 3: long });
    const made = await madeBy(way, id, rows);
    expect(failures(made)).toEqual([
      { row: 3, status: 413, reason: expect.stringContaining('exceeds 65536 bytes') },
    ]);
    expect(made.flatMap(({ pieces }) => pieces.map((piece) => piece.rows))).toEqual([2, 1]);
  });

  it('fail by themselves when the service fails at them again and again', async () => {
    const { id, way, rows } = await prepared(CODE, 5, { ean: GOOD }, {});
    front.does(({ body }) => (body.includes('"row 4"') ? refuses(500, 'internal') : null));
    const made = await madeBy(way, id, rows);
    expect(failures(made)).toEqual([{ row: 4, status: 500, reason: 'Refused: internal' }]);
    expect(made[0]?.pieces.map((piece) => piece.rows)).toEqual([3, 1]);
  });

  it('fail before anything is sent if they are no records', async () => {
    const { id, way, rows } = await prepared(CODE, 4, { ean: GOOD, n: '1' }, { 2: { n: 'many' } });
    const layout = jsonLayout(['ean', 'name', 'n'], {
      variables: { ean: 'ean', name: 'name' },
      copiesColumn: 'n',
    });
    const made = await madeBy(way, id, rows, { layout });
    expect(failures(made)).toMatchObject([
      { row: 2, status: 400, reason: expect.stringContaining('copies') },
    ]);
    expect(requests()).toEqual([
      [id, 200],
      [id, 200],
      ['print', 200],
    ]);
  });

  it.each(['png', 'pdf'] as const)('fail as %s too', async (format) => {
    const { id, way, rows } = await prepared(CODE, 3, { ean: GOOD }, { 2: { ean: 'x' } });
    const made = await madeBy(way, id, rows, { format });
    expect(failures(made)).toMatchObject([
      { row: 2, status: 422, reason: expect.stringContaining('digits') },
    ]);
    expect(made.flatMap(({ pieces }) => pieces)).toHaveLength(2);
  });

  it('are found by a dry run, which makes nothing', async () => {
    const bad = { 3: { ean: 'x' }, 30: { ean: '2' } };
    const { id, way, rows } = await prepared(CODE, 40, { ean: GOOD }, bad);
    for (const options of [{}, { rowsApart: true }, { format: 'png' }, { format: 'pdf' }] as const) {
      const made = await madeBy(way, id, rows, { ...options, validates: true });
      expect(rowNumbers(made)).toEqual([3, 30]);
      const pieces = made.flatMap((each) => each.pieces);
      expect(pieces.reduce((sum, { labels }) => sum + labels, 0)).toBe(38);
      expect(pieces.every(({ bytes, pages }) => bytes.length === 0 && pages.length === 0)).toBe(true);
    }
    expect(front.asked.every(({ method, path }) => method === 'GET' || path.endsWith('?validate=true'))).toBe(
      true,
    );
  });
});
