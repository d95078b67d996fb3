import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { prepareSampleAccount } from '../../src/demo/sample-account.ts';
import { readSamples } from '../../src/demo/samples.ts';
import { LIMITS } from '../../src/limits.ts';
import { openAdminStore } from '../../src/store/open.ts';
import type { AdminStore } from '../../src/store/store.ts';
import { useDirectory } from '../support/service.ts';
import { json, platen } from './recorder.ts';

const directory = useDirectory();
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-demo-test-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const SAMPLES = readSamples();
const PORTS = { PORT: '0', OPS_PORT: '0', POOL_THREADS: '1' };

test('renders every sample into the folder, and says what to ask for', async () => {
  const output = join(folder, 'output');
  const argv = ['demo', '--once', '--json', '--output', output];
  const ignored = { DATABASE_URL: 'postgres://nobody', RATE_UNITS_PER_MINUTE: '60' };
  const shown = json(await platen(argv, { ...directory(), ...PORTS, ...ignored }));
  expect(shown).toMatchObject({
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/label-api$/),
    key: expect.stringMatching(/^svc_/),
    data_dir: directory().DATA_DIR,
    labels: SAMPLES.map(({ slug, label: { id }, variables }) => ({ id, slug, variables })),
  });
  expect(shown.first_png_seconds).toBeGreaterThan(0);
  const files = SAMPLES.flatMap(({ slug }) =>
    ['-batch.zpl', '.pdf', '.png', '.zpl'].map((end) => slug + end),
  );
  expect((await readdir(output)).toSorted()).toEqual(files.toSorted());
  expect((await readFile(join(output, 'tracked-parcel.png'))).toString('latin1', 1, 4)).toBe('PNG');
});

describe('the sample account', () => {
  let store: AdminStore;
  beforeAll(async () => {
    const { databaseUrl, dataDir } = readConfig(directory(), ['databaseUrl', 'dataDir']);
    store = await openAdminStore({ databaseUrl, dataDir, onError: () => {} });
  });
  afterAll(() => store.close());

  test('gets its plan and budget back', async () => {
    const { id } = await prepareSampleAccount(store, SAMPLES);
    await store.setPlan(id, 'free');
    await store.setRate(id, 30);
    await prepareSampleAccount(store, SAMPLES);
    expect((await store.listAccounts()).find((account) => account.id === id)).toMatchObject({
      plan: 'pro',
      unitsPerMinute: null,
    });
  });

  test('is one, with the same labels and one key of its own, however often the demo starts', async () => {
    const { id } = await prepareSampleAccount(store, SAMPLES);
    const { key: ours } = await store.createKey(id, 'full', 'ours');
    const starts = [];
    for (let start = 0; start < LIMITS.activeKeys; start++) {
      starts.push(await prepareSampleAccount(store, SAMPLES));
    }
    expect(new Set(starts.map((start) => start.id))).toEqual(new Set([id]));
    expect(new Set(starts.map(({ key }) => key)).size).toBe(starts.length);
    const labels = await store.listAllLabels(id);
    expect(labels.map((label) => label.id).toSorted()).toEqual(
      SAMPLES.map(({ label }) => label.id).toSorted(),
    );
    const active = (await store.listKeys(id)).filter(({ revokedAt }) => revokedAt === null);
    expect(active.map(({ last4 }) => last4)).toEqual([ours.last4, starts.at(-1)?.key.slice(-4)]);
  });
});
