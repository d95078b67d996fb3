import { describe, expect, it } from 'vitest';
import {
  FORMAT_TYPES,
  type LabelaryFormat,
  readLabelaryRequest,
} from '../../src/labelary/labelary-request.ts';
import { doLabelaryTask } from '../../src/labelary/labelary-task.ts';
import { bombs } from '../fuzz/bombs.ts';
import { FULL_RUNS } from '../support/runs.ts';

function answered(zpl: string, format: LabelaryFormat, linter: 'On' | 'Off') {
  const headers: Readonly<Record<string, string>> = {
    accept: FORMAT_TYPES[format],
    'x-linter': linter,
    'x-formatter': 'On',
  };
  const { request } = readLabelaryRequest('POST', '/v1/printers/8dpmm/labels/1x1/', (name) => headers[name]);
  return doLabelaryTask({ kind: 'labels', zpl: Buffer.from(zpl, 'latin1'), request });
}

/** Nothing here draws: each night labels that are large in what they draw are tried too. */
const TRIED = bombs().filter(({ drawsMuch }) => FULL_RUNS || !drawsMuch);

// Drawing them has bounds of its own: test/fuzz/bounds.test.ts.
describe('small labels that ask for much are read, linted and formatted', () => {
  it.each(TRIED.map(({ name, zpl }) => [name, zpl] as const))('%s', (_, zpl) => {
    const formatted = answered(zpl, 'zpl', 'On');
    expect(formatted.status, formatted.reason).toBe(200);
    expect(formatted.warnings.split('|').length).toBeLessThanOrEqual(100);
    const { status, reason } = answered(zpl, 'json', 'Off');
    expect([200, 404, 413], reason).toContain(status);
    // Formatted ZPL is formatted already.
    const again = answered(Buffer.from(formatted.body).toString('latin1'), 'zpl', 'Off');
    expect(Buffer.from(again.body).equals(Buffer.from(formatted.body))).toBe(true);
  });
});
