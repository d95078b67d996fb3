import { expect, it } from 'vitest';
import { type LoadOptions, runLoad } from '../../src/load/run-load.ts';
import { KEY, LABEL_ID, useImitatedService } from './imitated-service.ts';

const service = useImitatedService();

/** A search that is ended when it notes a line with this word, of a service that refuses all requests but the first. */
async function endedAt(word: string, status: number, headers: Readonly<Record<string, string>> = {}) {
  service.answers(({ answer }) => {
    if (service.received.length > 1) answer.writeHead(status, headers);
    answer.end();
  });
  const options: LoadOptions = {
    url: new URL(service.url),
    key: KEY,
    labelIds: [LABEL_ID],
    mix: new Map([['zpl', 1]]),
    rate: 'find',
    p99BoundMs: 60_000,
    seconds: 0.25,
    connections: 1,
    values: null,
  };
  const stop = new AbortController();
  return runLoad(
    options,
    (line) => {
      if (line.startsWith(word)) stop.abort();
    },
    stop.signal,
  );
}

it.each([
  ['waiting', 429, 'budget'],
  ['holding', 503, 'refused'],
])('has what was measured when it is ended at %j', async (word, status, verdict) => {
  const { interrupted, measurement, found } = await endedAt(word, status);
  expect(interrupted).toBe(true);
  expect(measurement.all.sent).toBeGreaterThan(0);
  expect(found?.bad?.verdict).toBe(verdict);
});

it("waits before it holds a rate as long as a 429 asks for, a gateway's too", async () => {
  const { interrupted, found } = await endedAt('waiting 120 s,', 429, { 'retry-after': '120' });
  expect({ interrupted, verdict: found?.bad?.verdict }).toEqual({ interrupted: true, verdict: 'budget' });
});

it('ends where that is more than an hour', async () => {
  await expect(endedAt('waiting', 429, { 'retry-after': '2147484' })).rejects.toThrow(
    '429 asks for a wait of 2147484 s: start again after it',
  );
});
