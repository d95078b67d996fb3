import { parentPort, workerData } from 'node:worker_threads';
import { Connection } from './connection.ts';
import type { Answers, Load, Plan } from './open-loop.ts';

/** What is still under way when the time is over is waited for so long; the service's own deadline is 15 s. */
const PATIENCE_MS = 20_000;

const { port, requests, connections: most, rate, seconds } = workerData as Plan;

interface UnderWay {
  readonly kind: string;
  readonly dueMs: number;
}

const underWay = new Map<Connection, UnderWay>();
const latencies = new Map<string, number[]>();
let errors = 0;
let sent = 0;
let good = 0;

const connections = Array.from(
  { length: most },
  () =>
    new Connection(port, {
      onAnswer(connection, status) {
        const { kind, dueMs } = underWay.get(connection) as UnderWay;
        const now = performance.now();
        const key = `${status} ${kind}`;
        const samples = latencies.get(key);
        if (samples === undefined) latencies.set(key, [now - dueMs]);
        else samples.push(now - dueMs);
        if (status === 200 && now < endMs) good++;
        release(connection, now);
      },
      onLost(connection) {
        errors++;
        release(connection, performance.now());
      },
    }),
);
/** A ring, so that all take turns and none is idle for so long that the server ends it. */
const free = [...connections];
let firstFree = 0;
let freeCount = most;

const startMs = performance.now();
const endMs = startMs + seconds * 1000;

function dueMs(number: number, now: number): number {
  return rate === null ? now : startMs + (number * 1000) / rate;
}

function sendDue(now: number): void {
  while (freeCount > 0 && now < endMs) {
    const due = dueMs(sent, now);
    if (due > now) return;
    const connection = free[firstFree] as Connection;
    firstFree = (firstFree + 1) % most;
    freeCount--;
    const { kind, bytes } = requests[sent % requests.length] as Plan['requests'][number];
    underWay.set(connection, { kind, dueMs: due });
    sent++;
    connection.send(bytes);
  }
}

function release(connection: Connection, now: number): void {
  underWay.delete(connection);
  free[(firstFree + freeCount) % most] = connection;
  freeCount++;
  sendDue(now);
}

function tick(): void {
  const now = performance.now();
  sendDue(now);
  if (now < endMs) setTimeout(tick, 1);
  else if (underWay.size > 0 && now < endMs + PATIENCE_MS) setTimeout(tick, 10);
  else finish();
}

function finish(): void {
  errors += underWay.size;
  for (const connection of connections) connection.close();
  const result: Load = {
    offeredRate: rate ?? sent / seconds,
    sentRate: sent / seconds,
    goodput: good / seconds,
    answers: [...latencies].map(([key, samples]) => answersFor(key, samples)),
    errors,
  };
  parentPort?.postMessage(result);
}

function answersFor(key: string, samples: readonly number[]): Answers {
  const sorted = Float64Array.from(samples).sort();
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;
  return {
    kind: key.slice(4),
    status: Number(key.slice(0, 3)),
    count: sorted.length,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    p999Ms: at(0.999),
  };
}

tick();
