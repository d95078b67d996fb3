import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { drawn } from '../docs/studio/page-actions.ts';
import { openStudio, type useStudio } from '../studio/open-studio.ts';
import { launchBrowser } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/eventually.ts';

export const LABEL = '^XA^PW400^LL200\n^FO20,30^A0N,40^FD{name}^FS\n^FO10,120^GB100,50,50^FS\n^XZ\n';

/**
 * One browser for the tests of a suite, and visits to the page of a studio.
 *
 * @param shared one studio for all of them; without it each visit has one of its own, on a folder with one label
 */
export function useBrowser(shared?: ReturnType<typeof useStudio>) {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  /** The page of the shared studio, or of one of the visit's own, and what it must not do on the way. */
  return async (options: BrowserContextOptions = {}, own?: Awaited<ReturnType<typeof openStudio>>) => {
    const studio = own ?? shared?.() ?? (await openStudio({ files: { 'box.zpl': LABEL } }));
    const { folder, url, newAddress } = studio;
    const context = await browser.newContext({ viewport: { width: 1300, height: 800 }, ...options });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    const misdeeds: string[] = [];
    page.on('console', (message) => misdeeds.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => misdeeds.push(String(error)));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== url) misdeeds.push(request.url());
    });
    await page.goto(newAddress());
    await expect.poll(() => inkOf(page)).toBeGreaterThan(0);
    return { folder, page, misdeeds };
  };
}

/** The test for a black pixel of the canvas. */
export const BLACK = 'r + g + b < 60';

/** Pixels of the canvas that a condition on red, green and blue finds, where something is painted. */
export function pixels(page: Page, condition: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    // Changes before are painted by now.
    await new Promise(requestAnimationFrame);
    const canvas = document.querySelector('canvas');
    if (canvas === null || canvas.width === 0) return 0;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const [r, g, b, a] = [data[i], data[i + 1], data[i + 2], data[i + 3]];
      if (a === 255 && (${condition})) count++;
    }
    return count;
  })()`);
}

/** Black dots of the label as it is drawn. */
export function inkOf(page: Page): Promise<number> {
  return pixels(page, BLACK);
}

/** The place on the screen of a dot of a label of 400 by 200. */
export async function pixelOf(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  await drawn(page);
  // One to one, in the middle of what the rulers leave.
  await page.getByText('1:1').click();
  const box = await page.locator('canvas').boundingBox();
  if (box === null) throw new Error('there is no canvas');
  return { x: box.x + 12 + box.width / 2 - 200 + x, y: box.y + 12 + box.height / 2 - 100 + y };
}

export async function clickDot(page: Page, x: number, y: number): Promise<void> {
  const at = await pixelOf(page, x, y);
  await page.mouse.click(at.x, at.y);
}

/** The source as the editor has it. */
export async function textOf(page: Page): Promise<string> {
  return (await page.locator('.cm-line').allInnerTexts()).map((line) => line.replace(/^\n$/, '')).join('\n');
}

/** Holds back requests of a page, as a slow server does. Each call of the result lets the next one through. */
export async function heldBack(page: Page, path: string): Promise<() => void> {
  const held: (() => void)[] = [];
  let through = 0;
  await page.route(`**/${path}*`, async (route) => {
    if (through === 0) await new Promise<void>((resolve) => held.push(resolve));
    else through--;
    await route.continue();
  });
  return () => {
    const next = held.shift();
    if (next === undefined) through++;
    else next();
  };
}

/** Drops a file at a pixel of the window, or pastes it where there is none. */
export async function dropFile(
  page: Page,
  name: string,
  file: Buffer,
  at: { x: number; y: number } | null,
): Promise<void> {
  // Firefox gives an event that a script makes no `clipboardData`.
  const event =
    at === null
      ? `Object.defineProperty(new ClipboardEvent('paste', { bubbles: true }), 'clipboardData', { value: transfer })`
      : `new DragEvent('drop', { dataTransfer: transfer, clientX: ${at.x}, clientY: ${at.y}, bubbles: true, cancelable: true })`;
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${file.toString('base64')}'), (each) => each.charCodeAt(0));
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], '${name}'));
    document.querySelector('canvas').dispatchEvent(${event});
  })()`);
}
