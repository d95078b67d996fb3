import type { LoadReport } from '../../src/load/report.ts';
import { PARTS } from '../../src/load/tally.ts';

/** Text that is no markup, wherever it is put. */
const HOSTILE = `"><script>alert('1')</script><img src="https://x.example/">&amp;`;

const FARED = {
  requests: 1000,
  rate: 98.7,
  latency_ms: { mean: 5, p50: 4.2, p99: 31, max: 40 },
  shares: { '200': 0.987, '429': 0, '503': 0.013, other: 0, unanswered: 0 },
  answers: { '200': 987, '503 busy': 13 },
  parts_ms: Object.fromEntries(
    PARTS.map((part, index) => [part, { mean: index, p99: null }]),
  ) as LoadReport['parts_ms'],
};

/** The report of a search, with hostile text in it. */
export const REPORT: LoadReport = {
  ...FARED,
  url: `http://127.0.0.1:8080/${HOSTILE}`,
  started_at: '2026-11-23T01:00:00.000Z',
  labels: [HOSTILE],
  mix: { zpl: 0.7, png: 0.3 },
  mode: 'find',
  p99_bound_ms: 250,
  sustainable_rate: 98.7,
  verdict: 'good',
  interrupted: false,
  budget: { units_per_minute: 60, units_per_request: 1, requests_per_second: 1 },
  asked_rate: 98.7,
  connections: 99,
  seconds: 10,
  unsent: 0,
  distribution: [
    { percentage: 1, ms: 1 },
    { percentage: 50, ms: 4.2 },
    { percentage: 99, ms: 31 },
  ],
  kinds: { zpl: { units: 1, ...FARED }, png: { units: 1, ...FARED } },
  generator: { busy: 0.2, processors: 0.1, of_processors: 8 },
  limit: null,
  advice: [{ limit: 'pool', text: HOSTILE }],
  steps: [{ rate: 10, p50_ms: 1, p99_ms: null, verdict: 'refused' }],
  series: [
    { seconds: 0.5, rate: 90, failed: 0, p50_ms: 4, p99_ms: 30 },
    { seconds: 1, rate: 0, failed: 9, p50_ms: null, p99_ms: null },
    { seconds: 1.5, rate: 100, failed: 0, p50_ms: 4, p99_ms: 31 },
  ],
};
