import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useRenderer } from '../renderer/open-renderer.ts';
import { useStudio } from '../studio/open-studio.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { inkOf, LABEL, textOf, useBrowser } from './visited-studio.ts';

describe.skipIf(!hasBrowser())('the playground of a renderer, in a browser', () => {
  const renderer = useRenderer({ hasPlayground: true });

  async function opened(): Promise<{ page: Page; misdeeds: string[]; asked: string[] }> {
    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    const misdeeds: string[] = [];
    const asked: string[] = [];
    page.on('console', (message) => misdeeds.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => misdeeds.push(String(error)));
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url())) asked.push(request.url());
    });
    await page.goto(renderer().url);
    await page.getByText('Edit a label in the browser').click();
    await expect.poll(() => inkOf(page)).toBeGreaterThan(0);
    return { page, misdeeds, asked };
  }

  it('keeps the label in the address as it is typed, and tells the server nothing of it but to draw', async () => {
    const { page, misdeeds, asked } = await opened();
    for (const name of ['Save', 'Save as…'])
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('^XA^FO9,9^A0N,40^FDsecond^FS^XZ');
    await expect.poll(() => page.url()).toContain('#label=');
    await page.keyboard.press('Control+s');
    await page.getByText('Nothing is saved here').waitFor();
    const typed = await textOf(page);
    expect(typed).toContain('second');
    // The address follows what is typed after half a second.
    const other = await page.context().newPage();
    const inOther = async (): Promise<string> => {
      await other.goto('about:blank');
      await other.goto(page.url());
      await expect.poll(() => inkOf(other)).toBeGreaterThan(0);
      return textOf(other);
    };
    await expect.poll(inOther).toBe(typed);
    // The page leaves without a question, and comes back as it was.
    await page.reload();
    await expect.poll(() => textOf(page)).toBe(typed);
    expect(asked.filter((url) => !url.startsWith(`${renderer().url}/`))).toEqual([]);
    expect(asked.filter((url) => url.includes('label='))).toEqual([]);
    expect(misdeeds).toEqual([]);
  });
});

describe.skipIf(!hasBrowser())('a studio that saves nothing, in a browser', () => {
  const visit = useBrowser(useStudio(() => ({ files: { 'box.zpl': LABEL }, canSave: false })));

  it('opens files and has no way to change them', async () => {
    const { page, misdeeds } = await visit();
    expect(await page.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    expect(await textOf(page)).toContain('^GB100,50,50');
    expect(misdeeds).toEqual([]);
  });
});
