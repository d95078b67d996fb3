import { describe, expect, it } from 'vitest';
import { reportPage } from '../../../src/load/html/page.ts';
import type { LoadReport } from '../../../src/load/report.ts';
import { PARTS } from '../../../src/load/tally.ts';
import { REPORT } from '../some-report.ts';

describe('the page of a load', () => {
  it('escapes what it shows, and refers to nothing outside', () => {
    const page = reportPage(REPORT);
    expect(page).not.toMatch(/<(script|img|link|iframe)|<[^>]*\b(src|href)=|url\(|@import/);
    expect(page).toContain('&#60;script&#62;');
  });

  it('has all of its elements closed, and no number that is none', () => {
    const page = reportPage(REPORT);
    const open: string[] = [];
    for (const [, slash, name = '', rest = ''] of page.matchAll(/<(\/?)(\w+)((?:"[^"]*"|[^">])*)>/g)) {
      if (name === 'meta' || rest.endsWith('/')) continue;
      if (slash === '') open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
    expect(page).not.toMatch(/NaN|Infinity|undefined|null/);
  });

  it('can be made of a load that nothing was answered in', () => {
    const empty = {
      ...REPORT,
      latency_ms: { mean: null, p50: null, p99: null, max: null },
      parts_ms: Object.fromEntries(
        PARTS.map((part) => [part, { mean: null, p99: null }]),
      ) as LoadReport['parts_ms'],
      distribution: [],
      series: [],
      steps: [],
      kinds: {},
    };
    expect(reportPage(empty)).not.toMatch(/NaN|Infinity|undefined|null/);
  });
});
