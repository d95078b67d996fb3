import { describe, expect, it } from 'vitest';
import { UnderWay, type Unfinished } from '../../../src/http/transport/under-way.ts';

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Exchanges that are only told apart, each of which comes a while after the one before. */
const exchanges = (count: number, from = 0, apartMs = 0) =>
  Array.from(
    { length: count },
    (_, i) => ({ path: `${from + i}`, gone: false, arrivedAtMs: i * apartMs }) as unknown as Unfinished,
  );

function underWay() {
  const handled: string[] = [];
  const made = new UnderWay({
    handler: ({ path }) => void handled.push(path),
    onError: () => {},
    maxBodyBytes: 1,
    requestDeadlineMs: 1000,
  });
  return { made, handled };
}

describe('requests that come together', () => {
  it('are handled as they come for two milliseconds', () => {
    const { made, handled } = underWay();
    for (const exchange of exchanges(100, 0, 0.1)) made.start(exchange);
    expect(handled).toHaveLength(20);
  });

  it('are handled some in each turn of the event loop then, in the order in which they came', async () => {
    const { made, handled } = underWay();
    for (const exchange of exchanges(100, 0, 0.1)) made.start(exchange);
    await turn();
    expect(handled).toHaveLength(52);
    for (const exchange of exchanges(10, 100)) made.start(exchange);
    expect(handled).toHaveLength(52);
    for (let i = 0; i < 3; i++) await turn();
    expect(handled).toEqual(Array.from({ length: 110 }, (_, i) => `${i}`));
  });

  it('do not wait behind those whose clients have gone', async () => {
    const { made, handled } = underWay();
    for (const exchange of exchanges(21, 0, 0.1)) made.start(exchange);
    for (const exchange of exchanges(500, 21)) made.start({ ...exchange, gone: true });
    for (const exchange of exchanges(1, 521)) made.start(exchange);
    await turn();
    expect(handled.at(-1)).toBe('521');
  });
});
