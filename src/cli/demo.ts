import { mkdir } from 'node:fs/promises';
import { type Service, startService } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { curlLines } from '../demo/curl-lines.ts';
import { openDataDirectory } from '../demo/data-directory.ts';
import { freePort } from '../demo/free-port.ts';
import { type DemoResult, requestsFor, send } from '../demo/requests.ts';
import { prepareSampleAccount, type SampleAccount } from '../demo/sample-account.ts';
import { FEATURED, readSamples, type Sample } from '../demo/samples.ts';
import { CommandFailure } from './failure.ts';
import { answer, type Io } from './io.ts';
import { stopRequested } from './stop-signal.ts';
import { table } from './table.ts';

/**
 * Settings that the environment cannot change: those that reach or need other machines, because the demonstration is
 * complete in itself, and the budget, because its first requests cost more than the 60 units of a deployment.
 */
const ALONE = {
  DATABASE_URL: '',
  REDIS_URL: '',
  LISTENERS: '',
  RENDERER: '',
  RATE_UNITS_PER_MINUTE: '10000',
};

interface ToDemonstrate {
  readonly values: { readonly output: string | undefined; readonly once: boolean };
  readonly json: boolean;
}

/** `demo`: runs the service with a sample account, after rendering each sample in each format. */
export async function demo({ values, json }: ToDemonstrate, io: Io): Promise<void> {
  const stop = values.once ? Promise.resolve() : stopRequested();
  const env = filled(io.env);
  const data = await openDataDirectory(env['DATA_DIR']);
  try {
    if (data.trouble !== null)
      io.stderr(`platen demo: ${data.trouble}; the database is removed at the end\n`);
    if (!json) io.stdout(`Starting on the database in ${data.path} …\n`);
    const config = await settings(env, data.path);
    const service = await startService(config);
    try {
      const shown = await fillAndAsk(service, values.output ?? null);
      const { url, account, labels } = shown;
      const result = {
        url,
        account_id: account.id,
        key: account.key,
        labels: labels.map(({ sample: { slug, label, variables } }) => ({ id: label.id, slug, variables })),
        first_png_seconds: shown.firstPngSeconds,
        data_dir: data.path,
      };
      answer(io, json, result, () =>
        [...describe(shown, values.output), ...(values.once ? [] : invite(shown, config))].join('\n'),
      );
      await stop;
    } finally {
      await service.close();
    }
  } finally {
    await data.leave();
  }
}

/** Settings from the environment, on free ports unless the environment names them. */
async function settings(env: Io['env'], dataDir: string): Promise<Config> {
  const given = { LOG_LEVEL: 'warn', ...env, ...ALONE };
  const { host, port, opsHost, opsPort } = readConfig(given);
  const chosen = async (name: string, at: string, wanted: number) =>
    name in given ? {} : { [name]: String(await freePort(at, wanted)) };
  return readConfig({
    ...given,
    ...(await chosen('PORT', host, port)),
    ...(await chosen('OPS_PORT', opsHost, opsPort)),
    DATA_DIR: dataDir,
  });
}

/** Without variables that are empty, which count as unset. */
function filled(env: Io['env']): Io['env'] {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => (value ?? '').trim() !== ''));
}

interface Shown {
  readonly url: string;
  readonly account: SampleAccount;
  readonly labels: readonly { readonly sample: Sample; readonly results: readonly DemoResult[] }[];
  readonly firstPngSeconds: number;
}

/** Prepares the sample account and asks for every sample in every format, as a client would. */
async function fillAndAsk(service: Service, folder: string | null): Promise<Shown> {
  const samples = readSamples();
  const account = await prepareSampleAccount(service.store, samples);
  if (folder !== null) await mkdir(folder, { recursive: true });
  const url = service.url.replace(/^http:\/\/(0\.0\.0\.0|\[::\]):/, 'http://localhost:');
  let firstPngSeconds = 0;
  const labels: { sample: Sample; results: DemoResult[] }[] = [];
  for (const sample of samples) {
    const results: DemoResult[] = [];
    for (const request of requestsFor(sample)) {
      results.push(await send(request, { url, key: account.key, sample, folder }));
      firstPngSeconds ||= Math.round(performance.now()) / 1000;
    }
    labels.push({ sample, results });
  }
  const failures = labels.flatMap(({ sample, results }) =>
    results.flatMap(({ format, failure }) =>
      failure === null ? [] : `${sample.slug} as ${format}: ${failure}`,
    ),
  );
  if (failures.length > 0) throw new CommandFailure(failures.join('; '));
  return { url, account, labels, firstPngSeconds };
}

function describe({ labels, firstPngSeconds }: Shown, folder?: string): string[] {
  const rows = labels.map(({ sample, results }) => ({
    label: sample.slug,
    id: sample.label.id,
    ...Object.fromEntries(results.map(({ format, ms }) => [format, `${ms.toFixed(1)} ms`])),
  }));
  const lines = [`First PNG ${firstPngSeconds.toFixed(1)} s after the program started.`, '', table(rows, '')];
  const files = `The images are in ${folder}/*.png; the PDFs, the ZPL and the print batches are in the same folder.`;
  return folder === undefined ? lines : [...lines, '', files];
}

/** Suggestions for trying the running service. */
function invite({ url, account, labels }: Shown, { rateUnitsPerMinute, apiDocs }: Config): string[] {
  const featured = labels.find(({ sample }) => sample.slug === FEATURED)?.sample;
  return [
    '',
    `Key: ${account.key}`,
    '',
    ...(featured === undefined ? [] : curlLines(url, account.key, featured.label.id, featured.variables)),
    '',
    `Each key may use ${rateUnitsPerMinute} units a minute here; in a service, RATE_UNITS_PER_MINUTE (60 unless set).`,
    ...(apiDocs === 'on' ? [`Try the API in a browser: ${url}/docs`] : []),
    `The service runs on ${url}; Ctrl-C stops it.`,
  ];
}
