import { expect, it } from 'vitest';
import { headline } from '../../src/load/report-text.ts';
import { REPORT } from './some-report.ts';

const ALL_REFUSED = { '200': 0, '429': 1, '503': 0, other: 0, unanswered: 0 };
const NO_TIMES = { mean: null, p50: null, p99: null, max: null };
const AT_RATE = { ...REPORT, mode: 'rate', sustainable_rate: null } as const;

it.each([
  [
    'a rate that was carried',
    AT_RATE,
    '98.7 requests/s for 10 s, 99 connections: good; 98.7 % answered 200, p99 31 of at most 250 ms',
  ],
  [
    'a bound that was missed',
    { ...AT_RATE, verdict: 'slow', p99_bound_ms: 20 } as const,
    '98.7 requests/s for 10 s, 99 connections: p99 above the bound; 98.7 % answered 200, p99 31 of at most 20 ms',
  ],
  [
    'a rate of which everything was refused',
    { ...AT_RATE, verdict: 'budget', shares: ALL_REFUSED, latency_ms: NO_TIMES } as const,
    '98.7 requests/s for 10 s, 99 connections: over a budget (429); 0.0 % answered 200, p99 - of at most 250 ms',
  ],
  [
    'a search that was ended early',
    { ...REPORT, sustainable_rate: null, interrupted: true },
    'No rate was held; the last was 98.7 requests/s for 10 s, 99 connections, ended early: good; ' +
      '98.7 % answered 200, p99 31 of at most 250 ms',
  ],
  ['a search', REPORT, '98.7 requests/s hold with p99 below 250 ms; 10 s, 99 connections'],
  [
    'a search that held a rate of which not all was answered',
    { ...REPORT, sustainable_rate: 4497, asked_rate: 4700 },
    '4497 requests/s (4700 asked) hold with p99 below 250 ms; 10 s, 99 connections',
  ],
  [
    'no rate',
    { ...REPORT, mode: 'closed', sustainable_rate: null, asked_rate: null, shares: ALL_REFUSED } as const,
    'As fast as 99 connections get answers, for 10 s, 99 connections: 0.0 % answered 200',
  ],
])('says of %s how it ended', (_, report, said) => {
  expect(headline(report)).toBe(said);
});
