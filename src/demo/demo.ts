import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Service, startService } from '../app.ts';
import { describeFailure } from '../cli/failure.ts';
import { stopRequested } from '../cli/stop-signal.ts';
import { table } from '../cli/table.ts';
import { readConfig } from '../config.ts';
import { DirectoryLock } from '../store/directory-lock.ts';
import { curlLines } from './curl-lines.ts';
import { freePort } from './free-port.ts';
import { type DemoResult, requestsFor, send } from './requests.ts';
import { FEATURED, readSamples, type Sample } from './samples.ts';

const FOLDER = 'demo-output';
const DATA_FOLDER = join(FOLDER, 'data');

/** The demonstration asks for more at once than the default of 60 units lets through in a minute. */
const UNITS_PER_MINUTE = '10000';

interface Prepared {
  readonly key: string;
  readonly labels: readonly { readonly sample: Sample; readonly labelId: string }[];
}

/** Starts the service over a fresh database and fills it; resolves to whether every request went well. */
async function demo(): Promise<boolean> {
  const { once } = parseArgs({ options: { once: { type: 'boolean', default: false } } }).values;
  const stop = once ? Promise.resolve() : stopRequested();
  say(`Making a fresh database in ${DATA_FOLDER} …`);
  const service = await start();
  try {
    const prepared = await prepare(service);
    const results = await requestAll(service.url, prepared);
    report(results);
    if (results.some(({ failure }) => failure !== null)) return false;
    const featured = prepared.labels.find(({ sample }) => sample.slug === FEATURED) ?? prepared.labels[0];
    if (featured !== undefined) {
      say('', ...curlLines(service.url, prepared.key, featured.labelId, featured.sample.variables));
    }
    say('', `The images are in ${FOLDER}/*.png; the PDFs, the ZPL and the print batches lie beside them.`);
    say(`This service allows ${UNITS_PER_MINUTE} units a minute (RATE_UNITS_PER_MINUTE); the default is 60.`);
    if (!once) say(`It runs on ${service.url} until Ctrl-C.`);
    await stop;
    return true;
  } finally {
    await service.close();
  }
}

async function start(): Promise<Service> {
  // Refuses while another demonstration runs on this database.
  (await DirectoryLock.take(DATA_FOLDER)).release();
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(DATA_FOLDER, { recursive: true });
  const defaults = readConfig({});
  const { PORT, OPS_PORT, HOST, LOG_LEVEL } = process.env;
  const config = readConfig({
    HOST,
    PORT: PORT ?? String(await freePort(HOST ?? defaults.host, defaults.port)),
    OPS_PORT: OPS_PORT ?? String(await freePort(defaults.opsHost, defaults.opsPort)),
    LOG_LEVEL: LOG_LEVEL ?? 'warn',
    DATA_DIR: DATA_FOLDER,
    RATE_UNITS_PER_MINUTE: UNITS_PER_MINUTE,
  });
  return startService(config);
}

async function prepare({ store }: Service): Promise<Prepared> {
  const account = await store.createAccount('Demo', 'pro');
  const { value } = await store.createKey(account.id, 'full');
  const samples = readSamples();
  const saved = await store.importLabels(
    account.id,
    samples.map(({ label }) => label),
  );
  const labels = samples.flatMap((sample, index) => {
    const label = saved[index];
    return label === undefined ? [] : [{ sample, labelId: label.id }];
  });
  return { key: value, labels };
}

async function requestAll(url: string, { key, labels }: Prepared): Promise<readonly DemoResult[]> {
  const results: DemoResult[] = [];
  for (const { sample, labelId } of labels) {
    for (const request of requestsFor(sample)) {
      results.push(await send(request, { url, key, labelId }, FOLDER, sample.slug));
      if (results.length === 1) {
        say(`First PNG ${(performance.now() / 1000).toFixed(1)} s after the program started.`, '');
      }
    }
  }
  return results;
}

function report(results: readonly DemoResult[]): void {
  const rows = results.map(({ label, format, bytes, ms, failure }) => ({
    label,
    format,
    bytes,
    ms: ms.toFixed(1),
    result: failure ?? 'ok',
  }));
  say(table(rows, ''));
}

function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  process.exitCode = (await demo()) ? 0 : 1;
} catch (error) {
  process.stderr.write(`demo: ${describeFailure(error)}\n`);
  process.exitCode = 1;
}
