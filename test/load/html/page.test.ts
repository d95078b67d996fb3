import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportPage } from '../../../src/load/html/page.ts';
import type { LoadReport } from '../../../src/load/report.ts';
import { PARTS } from '../../../src/load/tally.ts';
import { hasBrowser, launchBrowser } from '../../support/browser.ts';
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

describe.skipIf(!hasBrowser())('the page of a load in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
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
