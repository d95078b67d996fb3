import { reportPage } from '../load/html/page.ts';
import { type ReportFile, reportFile } from '../load/html/report-file.ts';
import { LoadUsage } from '../load/load-failure.ts';
import { requireLoopback } from '../load/loopback.ts';
import { parseMilliseconds } from '../load/numbers.ts';
import { reportOf } from '../load/report.ts';
import { reportText } from '../load/report-text.ts';
import { parseMix, readValues } from '../load/request-plan.ts';
import { type LoadOptions, runLoad } from '../load/run-load.ts';
import { autocannon } from '../on-first-use.ts';
import { bounded, whole } from './arguments.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { readBytes, readKey } from './read-file.ts';
import { untilStopped } from './stop-signal.ts';

interface ToLoad {
  readonly values: {
    readonly url: string;
    readonly 'key-file': string;
    readonly label: readonly string[];
    readonly mix: string | undefined;
    readonly rate: string | undefined;
    readonly find: boolean;
    readonly p99: string | undefined;
    readonly duration: string | undefined;
    readonly connections: string | undefined;
    readonly variables: string | undefined;
    readonly html: string | undefined;
    readonly 'allow-remote': boolean;
  };
  readonly json: boolean;
}

const DEFAULT_MIX = 'zpl=70,png=20,print=10';

/** Requests a second: from one in a hundred seconds to more than this program can send. */
const RATE_MIN = 0.01;
const RATE_MAX = 100_000;

/** A day at most: timers of Node end at 24.8 of them. */
const SECONDS_MIN = 0.1;
const SECONDS_MAX = 86_400;

const CONNECTIONS_MAX = 10_000;

/** Loads what sends the requests. More than half of the packages are for it, and few commands need them. */
function requireAutocannon(): void {
  try {
    autocannon();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    throw new CommandFailure(
      'the package autocannon is missing, which npm does not install with platen: run npm install autocannon@9, with -g if platen was installed so',
    );
  }
}

/** `load`: puts load on a service, and reports its capacity. @throws UsageError, CommandFailure. */
export async function load({ values, json }: ToLoad, io: Io): Promise<void> {
  if (json && values.html !== undefined) throw new UsageError('--json and --html exclude each other');
  requireAutocannon();
  let page: ReportFile | null = null;
  try {
    const options = await optionsOf(values, io);
    if (!values['allow-remote']) await requireLoopback(options.url);
    page = values.html === undefined ? null : await reportFile(values.html);
    const loaded = await untilStopped((signal) => runLoad(options, (line) => io.stderr(`${line}\n`), signal));
    const report = reportOf(options, loaded);
    answer(io, json, report, () => reportText(report));
    await page?.write(reportPage(report));
  } catch (error) {
    if (error instanceof LoadUsage) throw new UsageError(error.message);
    throw error;
  } finally {
    await page?.close();
  }
}

async function optionsOf(values: ToLoad['values'], io: Io): Promise<LoadOptions> {
  const { rate, find, p99, duration, connections, variables } = values;
  if (rate !== undefined && find) throw new UsageError('--rate and --find exclude each other');
  return {
    url: urlOf(values.url),
    labelIds: [...new Set(values.label)],
    mix: parseMix(values.mix ?? DEFAULT_MIX),
    rate: find ? 'find' : rate === undefined ? 'closed' : bounded(rate, '--rate', RATE_MIN, RATE_MAX),
    p99BoundMs: parseMilliseconds(p99 ?? '250ms', '--p99'),
    seconds: bounded(duration ?? '30', '--duration', SECONDS_MIN, SECONDS_MAX),
    connections: connections === undefined ? null : whole(connections, '--connections', 1, CONNECTIONS_MAX),
    key: await readKey(values['key-file'], io),
    values: variables === undefined ? null : readValues(await readBytes(variables, io), variables),
  };
}

function urlOf(text: string): URL {
  if (!URL.canParse(text))
    throw new UsageError(
      `--url must be absolute, as http://127.0.0.1:8080/label-api, not ${JSON.stringify(text)}`,
    );
  return new URL(text);
}
