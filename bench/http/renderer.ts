import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { encodePng } from '../../src/encode/png.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { substitute } from '../../src/library.ts';
import { type ByteString, byteStringOf } from '../../src/zpl/byte-string.ts';
import { median } from '../harness/statistics.ts';
import { atLeast, atMost, type Options, type Row, type Suite } from '../harness/suite.ts';
import { CARRIER_VARIABLES, CARRIER_ZPL, carrierValues } from '../labels/carrier.ts';
import { carrierStreams } from '../labels/carriers.ts';
import { fire } from './client/closed-loop.ts';
import { type Answers, type Load, load } from './client/open-loop.ts';
import { ask, type Request } from './client/request.ts';
import { makeOneAccount } from './service/one-account.ts';
import { processorMs, processorTime } from './service/processor-time.ts';
import { type Served, serve, serveEcho, serveRenderer } from './service/served.ts';

const PATH = '/v1/printers/8dpmm/labels/4x6/0/';
const SIZE = { widthMm: 101.6, heightMm: 152.4, dpi: 203 };
const CONNECTIONS = 16;
/** Milliseconds of drawing in each turn; shorter turns measure how threads wake up. */
const TURN_MS = 300;
/** Turns before those that are measured: each thread has a compiler of its own. */
const WARM_TURNS = 25;
/** Streams of each size. */
const STREAMS = 100;
/** Answers of a turn of the service, which has that label alone, and turns before those that are measured. */
const SAVED_ANSWERS = 600;
const WARM_ROUNDS = 5;
/** Labels of which a carrier's stream takes this many forms, each with digits of its own. */
const FORMS = 8;

/** Calls of Labelary's API that `platen renderer` answers. */
export const renderer: Suite = {
  name: 'renderer',
  what: 'processor time of `platen renderer` for a call with its label, beside a bare server and the same drawing in process',
  method:
    `autocannon, pipelining 1, ${CONNECTIONS} connections; PNGs of 4 × 6 inches at 8 dpmm, no two calls of a turn with the ` +
    'same digits. The renderer, an echo of as many bytes on the same native core, and this process, which draws the same ' +
    'streams with the same code as `platen render`, take turns; medians of processor time by the number of calls, and of the ' +
    'ratios of each round. So do a call with a label and `POST …/render` of that label, saved, with the same values. ' +
    'Overload: capacity is what 32 calls at once get; then calls are offered at ten times that rate over 256 ' +
    'connections, of which as many go out as the client can send. The client runs on the cores of the server: goodput by ' +
    'the clock lacks what the client takes, that by the processor time of the server does not.',
  run,
};

async function run({ quick }: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-renderer-'));
  try {
    const rows: Row[] = [];
    const served = await serveRenderer(folder);
    for (const [name, streams] of Object.entries(contests()))
      rows.push(await measure(served, name, streams, quick));
    rows.push(await besideSaved(served, folder, quick));
    for (const [name, streams] of Object.entries(contests()))
      rows.push(await overload(served, name, streams, quick));
    await served.stop();
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Streams by what they are. */
function contests(): Readonly<Record<string, readonly string[]>> {
  const line = (row: number): string =>
    `^FO20,${20 + (row % 55) * 21}^A0N,20,20^FDLine ${row} of 1234567890^FS`;
  const sized = (bytes: number): string[] =>
    forms(`^XA^FO20,5^BY2^BCN,60^FD1234567890123^FS${repeated(line, bytes - 60)}^XZ`, STREAMS);
  const carriers = carrierStreams().map(({ zpl }) => forms(Buffer.from(zpl).toString('latin1'), FORMS));
  return {
    'label of 0.2 kB': sized(200),
    'label of 2 kB': sized(2000),
    'label of 20 kB': sized(20_000),
    // Neighbours are labels of different carriers: a load of which most is refused is then as mixed as any other.
    'labels of 25 carriers': Array.from({ length: FORMS }, (_, form) =>
      carriers.map((of) => of[form] as string),
    ).flat(),
  };
}

function repeated(make: (at: number) => string, bytes: number): string {
  let text = '';
  for (let at = 0; text.length < bytes; at++) text += make(at);
  return text;
}

/** A stream with other digits at the ends of its numbers. */
function forms(zpl: string, count: number): string[] {
  return Array.from({ length: count }, (_, form) => {
    const digits = String(form).padStart(3, '0');
    return zpl.replace(/(\^FD[^^]*?\d{7})\d{3}(?!\d)/g, `$1${digits}`);
  });
}

/** A call that carries the label, of 4 × 6 inches. */
export function requestOf(zpl: string): Request {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'image/png' };
  return { kind: 'png', method: 'POST', path: PATH, headers, body: zpl };
}

async function measure(
  served: Served,
  name: string,
  streams: readonly string[],
  quick: boolean,
): Promise<Row> {
  const requests = streams.map(requestOf);
  const bytes = await ask(served.port, requests[0] as Request);
  const echo = await serveEcho(bytes, bytes);
  const sources = streams.map((zpl) => byteStringOf(Buffer.from(zpl)));
  const calls: number[] = [];
  const echoes: number[] = [];
  const drawings: number[] = [];
  const once = drawn(sources, STREAMS);
  const count = Math.ceil((1000 * TURN_MS) / Math.min(once, drawn(sources, STREAMS)));
  await usedBy(served, requests, WARM_TURNS * count);
  try {
    for (let round = 0; round <= (quick ? 5 : 15); round++) {
      const call = await usedBy(served, requests, count);
      const answer = await usedBy(echo, requests, count);
      const drawing = drawn(sources, count);
      if (round === 0) continue;
      calls.push(call);
      echoes.push(answer);
      drawings.push(drawing);
    }
  } finally {
    await echo.stop();
  }
  const ratio = (others: readonly number[]): number =>
    median(calls.map((micros, round) => micros / (others[round] as number)));
  return {
    name,
    value: median(calls),
    unit: 'µs',
    samples: calls,
    ratio: ratio(drawings),
    of: 'drawing in process',
    marks: [atMost(1.6, 'ratio')],
    claim: 'A call takes at most 1.6 times the processor time of `platen render` in process',
    detail: { 'drawing µs': median(drawings), 'echo µs': median(echoes), 'times the echo': ratio(echoes) },
  };
}

/** A call that carries the label, by one to the service with the values of that label, which it has saved. */
async function besideSaved(renderer: Served, dataDir: string, quick: boolean): Promise<Row> {
  const sets = Array.from({ length: STREAMS }, (_, set) => carrierValues(set, CARRIER_VARIABLES.length));
  const calls = sets.map((variables) =>
    requestOf(Buffer.from(substitute({ zpl: CARRIER_ZPL }, { variables }).zpl).toString('latin1')),
  );
  const { key, labelId } = await makeOneAccount({ dataDir });
  const service = await serve(dataDir);
  const renders = sets.map((variables) => ({
    kind: 'png',
    method: 'POST' as const,
    path: `${service.basePath}/labels/${labelId}/render`,
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ variables, format: 'png' }),
  }));
  const samples: number[] = [];
  const saved: number[] = [];
  try {
    for (let round = -WARM_ROUNDS; round < (quick ? 5 : 15); round++) {
      const call = await usedBy(renderer, calls, SAVED_ANSWERS);
      const render = await usedBy(service, renders, SAVED_ANSWERS);
      if (round < 0) continue;
      samples.push(call);
      saved.push(render);
    }
  } finally {
    await service.stop();
  }
  return {
    name: 'a carrier label with 22 values',
    value: median(samples),
    unit: 'µs',
    samples,
    ratio: median(samples.map((micros, round) => micros / (saved[round] as number))),
    of: 'the saved label',
    detail: { 'saved label µs': median(saved) },
  };
}

/** Processor time of a process for each call, in microseconds. */
async function usedBy(
  { port, pid }: Pick<Served, 'port' | 'pid'>,
  requests: readonly Request[],
  answers: number,
): Promise<number> {
  const before = processorTime([pid]);
  const { statuses, errors } = await fire(port, requests, CONNECTIONS, { answers });
  const after = processorTime([pid]);
  if (errors > 0 || Object.keys(statuses).some((status) => status !== '200')) {
    throw new Error(`${errors} calls had no answer, others ${JSON.stringify(statuses)}`);
  }
  return (after.main + after.others - before.main - before.others) / answers;
}

/** Processor time of drawing each stream in this process, in microseconds. */
function drawn(sources: readonly ByteString[], count: number): number {
  const before = process.cpuUsage();
  for (let at = 0; at < count; at++) {
    const { bitmaps } = renderImages(sources[at % sources.length] as ByteString, SIZE, 'first', {
      now: new Date(),
    });
    for (const bitmap of bitmaps) encodePng(bitmap, SIZE.dpi);
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

/** Goodput at ten times the capacity, by that of the capacity itself. */
async function overload(
  served: Served,
  name: string,
  streams: readonly string[],
  quick: boolean,
): Promise<Row> {
  // No lead: the time and the work of all answers count, from an empty queue to an empty queue.
  const plan = { requests: streams.map(requestOf), seconds: quick ? 4 : 8 };
  const rounds: { readonly alone: Step; readonly high: Step }[] = [];
  for (let round = 0; round < 3; round++) {
    const alone = await step(served, { ...plan, connections: 32, rate: null });
    const rate = 10 * alone.load.goodput;
    rounds.push({ alone, high: await step(served, { ...plan, connections: 256, rate, patienceMs: 5 }) });
  }
  const middle = (figure: (round: (typeof rounds)[number]) => number): number => median(rounds.map(figure));
  const ratios = rounds.map(({ alone, high }) => high.load.goodput / alone.load.goodput);
  const times = (high: number, alone: number): number => high / alone;
  return {
    name: `${name}, 10×: goodput`,
    value: median(ratios),
    unit: 'of the capacity',
    samples: ratios,
    marks: [atLeast(0.95), atLeast(0.95, BY_PROCESSOR)],
    claim: 'At 10 times the capacity the renderer answers 0.95 of what it does alone',
    detail: {
      [BY_PROCESSOR]: middle(({ alone, high }) => times(goodputOfCore(high), goodputOfCore(alone))),
      'sent, times the capacity': middle(({ alone, high }) => times(high.load.sentRate, alone.load.goodput)),
      'µs for a refusal': middle(refusalMicros),
      'refused, p99 ms': middle(({ high }) => refusals(high)?.p99Ms ?? 0),
      'client alone, cores': middle(({ alone }) => alone.clientCores),
      'client, cores': middle(({ high }) => high.clientCores),
    },
  };
}

const BY_PROCESSOR = "by the server's processor time";

/** A load, and the processors that both ends were using meanwhile. */
interface Step {
  readonly load: Load;
  readonly seconds: number;
  readonly serverCores: number;
  readonly clientCores: number;
}

async function step({ port, pid }: Served, plan: Omit<Parameters<typeof load>[0], 'port'>): Promise<Step> {
  await pause(1000);
  const began = { at: performance.now(), own: process.cpuUsage(), server: processorMs(pid) };
  const result = await load({ ...plan, port });
  const ms = performance.now() - began.at;
  const { user, system } = process.cpuUsage(began.own);
  return {
    load: result,
    seconds: plan.seconds,
    serverCores: (processorMs(pid) - began.server) / ms,
    clientCores: (user + system) / 1000 / ms,
  };
}

const goodputOfCore = ({ load: { goodput }, serverCores }: Step): number => goodput / serverCores;

const refusals = ({ load: { answers } }: Step): Answers | undefined =>
  answers.find(({ status }) => status === 503);

/** Processor time of the server that its good answers do not explain, for each refusal; 0 where there was none. */
function refusalMicros({ alone, high }: { readonly alone: Step; readonly high: Step }): number {
  const perSecond = (refusals(high)?.count ?? 0) / high.seconds;
  if (perSecond === 0) return 0;
  const cores = high.serverCores - high.load.goodput / goodputOfCore(alone);
  return (1e6 * cores) / perSecond;
}
