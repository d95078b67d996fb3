import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FEATURED, readSamples } from '../../src/demo/samples.ts';
import { eventually } from '../support/eventually.ts';
import { startFakePrinter } from '../support/fake-printer.ts';
import { freePort } from '../support/free-port.ts';
import { isInstalled } from '../support/installed.ts';
import { type TestAccount, useDirectory, useService } from '../support/service.ts';
import { type Answer, BUSY, type Front, startFront } from './front.ts';
import { buildExample, type Ended, type Program, readExamples } from './programs.ts';

/** Below the repository, where the TypeScript example finds its packages. */
const OUTPUT = fileURLToPath(new URL('../output/examples/', import.meta.url));

const PARCEL = {
  recipient: 'Zoë Brontë-Smith',
  address: 'Flat 2A\n45 High Street\nLondon',
  area: 'SW1A',
  unit: '1AA',
  tracking: 'NW123456789GB',
  order_id: 'EF-20260315',
  weight: '1.25',
  item: '1 of 2',
  sender: 'Ellwood & Finch Ltd\nManchester M1 2AB',
  instructions: 'Leave in the porch',
};

const service = useService({}, useDirectory());
let account: TestAccount;
let labelId: string;
const names: string[] = [];

beforeAll(async () => {
  rmSync(OUTPUT, { recursive: true, force: true });
  mkdirSync(OUTPUT, { recursive: true });
  account = await service.account();
  for (const { slug, label } of readSamples()) {
    const saved = await account.label(label);
    names.push(saved.name);
    if (slug === FEATURED) labelId = saved.id;
  }
  names.push((await account.label({ name: 'Étiquette d’envoi 送り状' })).name);
});
afterAll(() => rmSync(OUTPUT, { recursive: true, force: true }));

const runnable = readExamples().filter(({ check }) => isInstalled(...check));

describe.each(runnable)('the example in $language', (example) => {
  let built: Promise<Program> | undefined;

  /** The example, asked to print on this printer, of a service behind a front with answers of its own. */
  async function run(
    printer: string,
    {
      key = account.key,
      first = {},
    }: { key?: string; first?: Readonly<Record<string, readonly Answer[]>> } = {},
  ): Promise<Ended & Pick<Front, 'exchanges'>> {
    const program = await (built ??= buildExample(example, OUTPUT));
    const front = await startFront(service, first);
    try {
      const ended = await program([labelId, printer], { PLATEN_URL: front.url, PLATEN_KEY: key });
      return { ...ended, exchanges: front.exchanges };
    } finally {
      front.close();
    }
  }

  it.concurrent('lists, draws, validates and prints, and waits while the service is busy', async () => {
    const printer = await startFakePrinter();
    const ended = await run(printer.address, { first: { 'GET labels': [BUSY], 'POST print': [BUSY] } });
    const { exchanges } = ended;
    // The program may end before the printer has read all of it.
    await eventually(() => expect(printer.jobs).toEqual([exchanges.at(-1)?.answer]));
    await printer.switchOff();
    expect(ended).toMatchObject({ status: 0 });
    expect(exchanges.map(({ what }) => what)).toEqual([
      'GET labels 503',
      'GET labels 200',
      'POST render 200',
      'POST print?validate 422',
      'POST print 503',
      'POST print 200',
    ]);
    const [listRefused, list, , checked, , print] = exchanges;
    expect((list?.cameMs ?? 0) - (listRefused?.cameMs ?? 0)).toBeGreaterThan(990);

    for (const name of names) expect(ended.stdout).toContain(name);
    expect(ended.stdout).toContain(labelId);
    expect(pngSize(ended.png)).toEqual([812, 1218]);

    const bad = { ...PARCEL, tracking: 'NW–1', weight: 'heavy' };
    expect(JSON.parse(checked?.body ?? '')).toEqual({ records: [PARCEL, bad] });
    for (const told of ['{tracking}', 'NW–1', 'weight', 'heavy']) expect(ended.stdout).toContain(told);
    expect(JSON.parse(print?.body ?? '')).toEqual({
      records: [PARCEL, { ...PARCEL, item: '2 of 2' }],
      copies: 2,
    });
  });

  it.concurrent('ends with a line when the service stays busy', async () => {
    const { status, stderr, exchanges } = await run('127.0.0.1:9100', {
      first: { 'GET labels': Array<Answer>(9).fill(BUSY) },
    });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/HTTP 503 busy: .*busy.*\n$/),
    });
    expect(exchanges.map(({ what }) => what)).toEqual(Array(4).fill('GET labels 503'));
  });

  it.concurrent.each([500, 504])('asks once for a print job that is answered %d', async (status) => {
    const failed = { status, headers: { 'retry-after': '1' }, body: Buffer.from('{"error":"Failed."}') };
    const ended = await run('127.0.0.1:9100', { first: { 'POST print': [failed] } });
    expect(ended).toMatchObject({ status: 1, stderr: expect.stringContaining(String(status)) });
    const prints = ended.exchanges.filter(({ what }) => what.startsWith('POST print '));
    expect(prints.map(({ what }) => what)).toEqual([`POST print ${status}`]);
  });

  it.concurrent('follows no redirect, so that the key stays where it belongs', async () => {
    const elsewhere = await startFront(service);
    const moved = { status: 302, headers: { location: `${elsewhere.url}/labels` }, body: Buffer.from('{}') };
    const { status, exchanges } = await run('127.0.0.1:9100', { first: { 'GET labels': [moved] } });
    elsewhere.close();
    expect(exchanges.map(({ what }) => what)).toEqual(['GET labels 302']);
    expect({ status, elsewhere: elsewhere.exchanges }).toEqual({ status: 1, elsewhere: [] });
  });

  it.concurrent('ends with a line when the key is wrong', async () => {
    const { status, stderr } = await run('127.0.0.1:9100', { key: `svc_${'0'.repeat(48)}` });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/HTTP 401 key_unknown: .*This API key is unknown or revoked.*\n$/),
    });
  });

  it.concurrent('ends with a line when the printer is out of reach', async () => {
    const port = await freePort();
    const { status, stderr } = await run(`127.0.0.1:${port}`);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining(String(port)) });
    expect(stderr.trim().split('\n').length).toBeLessThan(3);
  });

  it.concurrent('sends nothing again to a printer that breaks off', async () => {
    const printer = await startFakePrinter();
    printer.breakAfterBytes = 1;
    const { exchanges } = await run(printer.address);
    expect(exchanges.at(-1)?.what).toBe('POST print 200');
    await eventually(() => expect(printer.jobs).toHaveLength(1));
    await printer.switchOff();
    expect(printer.jobs).toHaveLength(1);
  });
});

/** Width and height in dots, of a PNG's header. */
function pngSize(png: Buffer | null): number[] {
  expect(png?.toString('latin1', 0, 8)).toBe('\x89PNG\r\n\x1a\n');
  return [png?.readUInt32BE(16) ?? 0, png?.readUInt32BE(20) ?? 0];
}
