import { describe, expect, it } from 'vitest';
import { advise, type Facts } from '../../src/load/advice.ts';
import type { Measured } from '../../src/load/measure.ts';
import { PARTS, type Part } from '../../src/load/tally.ts';

type Ms = Readonly<Partial<Record<Part, number>>>;

const partsOf = (ms: Ms): Measured['parts_ms'] =>
  Object.fromEntries(PARTS.map((part) => [part, { mean: ms[part] ?? 0, p99: null }])) as Measured['parts_ms'];

/** 1000 requests at 100 a second over 10 connections, all answered well unless it says otherwise. */
function measured(ms: Ms, changes: Partial<Measured> = {}): Measured {
  const fared = {
    requests: 1000,
    rate: 100,
    latency_ms: { mean: 5, p50: 5, p99: 9, max: 10 },
    shares: { '200': 1, '429': 0, '503': 0, other: 0, unanswered: 0 },
    answers: { '200': 1000 },
    parts_ms: partsOf(ms),
  };
  return {
    asked_rate: 100,
    connections: 100,
    seconds: 10,
    unsent: 0,
    ...fared,
    distribution: [],
    kinds: { zpl: { units: 1, ...fared }, png: { units: 1, ...fared, parts_ms: partsOf({ render: 80 }) } },
    generator: { busy: 0.2, processors: 0.1, of_processors: 8 },
    ...changes,
  };
}

const answered = (answers: Readonly<Record<string, number>>): Partial<Measured> => ({ answers });

const slow = (its: Measured, more: Partial<Facts> = {}) =>
  advise({
    measured: its,
    verdict: 'slow',
    closed: false,
    unitsPerRequest: 3.9,
    topRate: 100,
    local: true,
    ...more,
  });

describe('advice', () => {
  it.each<[name: string, its: Measured, limit: string, words: readonly string[]]>([
    [
      'an account over its budget',
      measured({}, answered({ '200': 900, '429 budget_exceeded': 100 })),
      'budget',
      ['10.0 %', '23400 units a minute', 'accounts set-rate', 'RATE_UNITS_PER_MINUTE'],
    ],
    [
      'the guard of the deployment',
      measured({}, answered({ '200': 500, '429 guard_exceeded': 500 })),
      'guard',
      ['50.0 %', 'CREDENTIAL_PRECHECKS_PER_MINUTE of at least 6000'],
    ],
    [
      'a full queue',
      measured({}, answered({ '200': 999, '503 busy': 1 })),
      'pool',
      ['0.1 %', 'POOL_THREADS', 'instances'],
    ],
    [
      'another refusal',
      measured({}, answered({ '200': 999, '503 guard_unavailable': 1 })),
      'refusals',
      ['503 guard_unavailable', 'docs/errors.md'],
    ],
    [
      'failures',
      measured({}, { shares: { '200': 0.8, '429': 0, '503': 0, other: 0.1, unanswered: 0.1 } }),
      'failures',
      ['20.0 %', 'log of the service'],
    ],
    [
      'a sender without time left',
      measured({ queue: 50 }, { generator: { busy: 0.95, processors: 0.9, of_processors: 16 } }),
      'generator',
      ['95.0 %', 'another machine'],
    ],
    [
      'too few connections',
      measured({ wait: 40, render: 50, rest: 25 }, { connections: 5 }),
      'connections',
      ['40 ms', '8 connections', '75 ms', 'one of 5', '--connections'],
    ],
    [
      'busy threads',
      measured({ queue: 50, render: 10, rest: 5 }),
      'threads',
      ['50 of 65 ms', 'POOL_THREADS'],
    ],
    [
      'heavy labels',
      measured({ queue: 5, render: 30, encode: 10 }),
      'label',
      ['40 of 45 ms', 'png took 80 ms'],
    ],
    [
      'slow stores',
      measured({ auth: 20, limit: 10, rest: 5 }),
      'stores',
      ['30 of 35 ms', 'PostgreSQL', 'Redis'],
    ],
    ['a long way', measured({ rest: 20, queue: 1 }), 'network', ['20 of 21 ms', 'LISTENERS']],
  ])('names %s, with what was measured and what to change', (_, its, limit, words) => {
    const [first, ...others] = slow(its);
    expect({ limit: first?.limit, others }).toEqual({ limit, others: [] });
    for (const word of words) expect(first?.text).toContain(word);
  });

  it('asks for a guard that lets the highest rate through that was sent', () => {
    const its = measured({}, answered({ '429 guard_exceeded': 1000 }));
    expect(slow(its, { topRate: 160 })[0]?.text).toContain('at least 9600');
  });

  it('does not ask for connections that would only wait in the queue', () => {
    const its = measured({ wait: 400, queue: 90, rest: 5 }, { connections: 5 });
    expect(slow(its).map(({ limit }) => limit)).toEqual(['threads']);
  });

  it('has nothing to change at a rate that was good', () => {
    const [first, ...others] = slow(measured({ queue: 50 }), { verdict: 'good' });
    expect({ limit: first?.limit, others }).toEqual({ limit: 'nothing', others: [] });
  });

  it('says what takes most time where requests are sent as fast as they are answered', () => {
    const its = measured({ render: 9, queue: 3 }, { asked_rate: null });
    expect(slow(its, { verdict: 'good', closed: true })[0]?.limit).toBe('label');
  });

  it('says what it takes of a machine that it shares with the service, and only there', () => {
    const its = measured({ queue: 5 }, { generator: { busy: 0.5, processors: 0.4, of_processors: 2 } });
    expect(slow(its).map(({ limit }) => limit)).toEqual(['threads', 'shared-machine']);
    expect(slow(its)[1]?.text).toContain('0.4 of the 2 processors');
    expect(slow(its, { local: false }).map(({ limit }) => limit)).toEqual(['threads']);
  });

  it('does not judge by the times of those that were not refused', () => {
    const its = measured({ queue: 50 }, answered({ '200': 900, '503 busy': 50, '429 guard_exceeded': 50 }));
    expect(slow(its).map(({ limit }) => limit)).toEqual(['guard', 'pool']);
  });
});
