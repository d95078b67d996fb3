import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportPage } from '../../src/load/html/page.ts';
import { REPORT } from '../load/some-report.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';

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
