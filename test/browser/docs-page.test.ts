import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { hasBrowser, IN_FIREFOX, launchBrowser, SCROLLED_ASIDE, typeInto } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { BASE, useDatabase, useService } from '../support/service.ts';

const METHODS = ['get', 'post'] as const;

describe.skipIf(!hasBrowser())('the documentation page in a browser', () => {
  const api = useService({}, useDatabase());
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  /** The page as a browser that is sent to the root of the server gets it, and what it must not do on the way. */
  const visit = async (options: BrowserContextOptions = {}) => {
    const origin = new URL(api.service.url).origin;
    const context = await browser.newContext(options);
    onTestFinished(() => context.close());
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const misdeeds: string[] = [];
    page.on('console', (message) => misdeeds.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => misdeeds.push(String(error)));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (url.protocol !== 'data:' && url.origin !== origin) misdeeds.push(`request: ${url.href}`);
    });
    await page.goto(`${origin}/`);
    await page.locator('.opblock').first().waitFor();
    return { page, misdeeds };
  };

  it('shows every operation of the description', async () => {
    const { page, misdeeds } = await visit();
    expect(new URL(page.url()).pathname).toBe(`${BASE}/docs`);
    const described = Object.entries(openApiDocument(BASE).paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map(
        (method) => `${method.toUpperCase()} ${path}`,
      ),
    );
    const methods = await page.locator('.opblock-summary-method').allInnerTexts();
    const paths = await page.evaluate<string[]>(
      '[...document.querySelectorAll(".opblock-summary-path")].map((path) => path.dataset.path)',
    );
    expect(methods.map((method, at) => `${method} ${paths[at]}`).toSorted()).toEqual(described.toSorted());
    expect(misdeeds).toEqual([]);
  });

  it('sends requests with a key that is entered, and shows what is answered', async () => {
    const shop = await api.account();
    const { id } = await shop.label({ name: 'Shown in a browser' });
    const { page, misdeeds } = await visit();
    await page.locator('.authorize').click();
    await typeInto(page.locator('.auth-container input').first(), shop.key);
    await page.locator('.auth-container .authorize').first().click();
    await page.locator('.close-modal').click();

    const list = await operation(page, 'GET', '/labels');
    await list.locator('.execute').click();
    const answer = list.locator('.live-responses-table');
    await expect.poll(() => answer.locator('tbody .response-col_status').innerText()).toBe('200');
    await expect
      .poll(() => answer.locator('.response-col_description .microlight').first().innerText())
      .toContain('Shown in a browser');

    const render = await operation(page, 'POST', '/labels/{label_id}/render');
    await typeInto(render.getByPlaceholder('label_id'), id);
    await typeInto(render.locator('textarea'), '{"format":"png"}');
    await render.locator('.execute').click();
    const width = 'document.querySelector(".live-responses-table img")?.naturalWidth';
    // 50 mm at 203 dpi. Asked from here: the page's policy forbids it to wait for an expression.
    await expect.poll(() => page.evaluate(width)).toBe(400);
    expect(misdeeds).toEqual([]);
  });

  // The driver of Firefox cannot change the scheme.
  it.skipIf(IN_FIREFOX)('follows the scheme of the system, and fits a phone', async () => {
    const viewport = { width: 390, height: 844 };
    const { page, misdeeds } = await visit({ viewport, colorScheme: 'dark' });
    const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor');
    await expect.poll(() => page.evaluate(SCROLLED_ASIDE)).toBe(0);
    const dark = await background();
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(background).not.toBe(dark);
    expect(misdeeds).toEqual([]);
  });
});

/** An operation, opened. */
async function operation(page: Page, method: string, path: string) {
  const found = page
    .locator('.opblock')
    .filter({ has: page.locator('.opblock-summary-method', { hasText: method }) })
    .filter({ has: page.locator(`[data-path="${path}"]`) });
  await found.locator('.opblock-summary-control').click();
  return found;
}
