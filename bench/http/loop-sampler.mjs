// Loaded into the service before its own modules: reports, on a socket, how long the event loop's turns were.
import { openSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** Between two looks at the clock; a turn that is shorter is not seen by itself. Milliseconds. */
const EVERY_MS = 1;

const path = process.env.LOOP_SAMPLER_SOCKET;
if (isMainThread && path !== undefined) {
  const clock = threadClock();
  let wall = [];
  let processor = [];
  let last = performance.now();
  let lastProcessor = clock();
  setInterval(() => {
    const now = performance.now();
    const used = clock();
    wall.push(now - last);
    processor.push(used - lastProcessor);
    last = performance.now();
    lastProcessor = clock();
  }, EVERY_MS).unref();
  createServer((socket) => {
    socket.end(JSON.stringify({ wall: figures(wall), processor: figures(processor) }));
    wall = [];
    processor = [];
  })
    .listen(path)
    .unref();
}

/** Processor time of the main thread in milliseconds, as Linux counts it; NaN elsewhere. */
function threadClock() {
  try {
    const file = openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
    const bytes = Buffer.alloc(64);
    return () => Number.parseInt(bytes.latin1Slice(0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6;
  } catch {
    return () => Number.NaN;
  }
}

function figures(times) {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p99: at(0.99), p999: at(0.999), longest: at(1) };
}
