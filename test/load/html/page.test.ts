import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportPage } from '../../../src/load/html/page.ts';
import { PARTS } from '../../../src/load/parts.ts';
import type { Report } from '../../../src/load/report.ts';
import { isInstalled } from '../../support/installed.ts';

const CHROMIUM = '/usr/bin/chromium';

/** What is no markup, wherever it is put. */
const HOSTILE = `"><script>alert('1')</script><img src="https://x.example/">&amp;`;

const FARED = {
  requests: 1000,
  rate: 98.7,
  latency_ms: { mean: 5, p50: 4.2, p99: 31, max: 40 },
  shares: { '200': 0.987, '429': 0, '503': 0.013, other: 0, unanswered: 0 },
  answers: { '200': 987, '503 busy': 13 },
  parts_ms: Object.fromEntries(
    PARTS.map((part, index) => [part, { mean: index, p99: null }]),
  ) as Report['parts_ms'],
};

const REPORT: Report = {
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
      ) as Report['parts_ms'],
      distribution: [],
      series: [],
      steps: [],
      kinds: {},
    };
    expect(reportPage(empty)).not.toMatch(/NaN|Infinity|undefined|null/);
  });
});

describe.skipIf(!isInstalled(CHROMIUM, '--version'))('the page of a load in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM });
  });
  afterAll(() => browser.close());

  it.each([
    [400, 'light'],
    [400, 'dark'],
    [1200, 'light'],
  ] as const)('fits into %i pixels, %s, and asks for nothing', async (width, colorScheme) => {
    const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
    const page = await context.newPage();
    const misdeeds: string[] = [];
    page.on('console', (message) => misdeeds.push(message.text()));
    page.on('request', (request) => misdeeds.push(request.url()));
    await page.setContent(reportPage(REPORT));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    expect(await page.locator('h1').innerText()).toContain('98.7 requests/s hold');
    expect(await page.locator('svg path.line').count()).toBe(5);
    const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe(colorScheme === 'dark' ? 'rgb(20, 24, 29)' : 'rgb(255, 255, 255)');
    expect(misdeeds).toEqual([]);
    await context.close();
  });
});
