import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStudio } from '../studio/open-studio.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { hasBrowser } from '../support/browser.ts';
import { textOf, useBrowser } from './visited-studio.ts';

const COUNT = 1000;
/** Labels of which each has a number, and a bar that is as wide as its number says. */
const MANY = Array.from(
  { length: COUNT },
  (_, i) => `^XA^PW400^LL200^FO20,20^A0N,60^FDNo ${i + 1}^FS^FO0,120^GB${40 + (i % 300)},40,40^FS^XZ\n`,
).join('');

/** Black pixels of each thumbnail that is painted, by its number. */
function painted(page: Page): Promise<Readonly<Record<number, number>>> {
  return page.evaluate<Readonly<Record<number, number>>>(`(() => {
    const found = {};
    for (const canvas of document.querySelectorAll('.thumbnails canvas')) {
      if (canvas.width === 0 || canvas.clientWidth === 0) continue;
      const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
      copy.drawImage(canvas, 0, 0);
      const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
      let black = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i] < 100 && data[i + 3] === 255) black++;
      if (black > 0) found[canvas.parentElement.textContent] = black;
    }
    return found;
  })()`);
}

const focused = (page: Page) => page.evaluate<string>("document.activeElement.getAttribute('aria-label')");

describe.skipIf(!hasBrowser())('all labels of a file in a grid', () => {
  const visit = useBrowser(useStudio(() => ({ files: { 'many.zpl': MANY } })));

  it('draws those in sight alone, goes through them by keys, and opens one at its source', async () => {
    const { page, misdeeds } = await visit();
    await page.getByRole('button', { name: 'All', exact: true }).press('Enter');
    await expect.poll(() => focused(page)).toBe('Label 1');
    expect(await page.locator('.thumbnails button').count()).toBe(COUNT);
    await expect.poll(async () => Object.keys(await painted(page)).length).toBeGreaterThan(5);
    const first = await painted(page);
    expect(Math.max(...Object.keys(first).map(Number))).toBeLessThan(COUNT / 2);
    // Wider bars are more ink.
    expect(first[6]).toBeGreaterThan(first[1] ?? 0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focused(page)).toBe('Label 2');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => focused(page)).toBe('Label 2');
    await page.keyboard.press('End');
    await expect.poll(() => focused(page)).toBe(`Label ${COUNT}`);
    await expect.poll(async () => Object.keys(await painted(page))).toContain(String(COUNT));
    // Pictures far away are dropped.
    await expect.poll(async () => Object.keys(await painted(page))).not.toContain('1');
    await page.keyboard.press('j');
    await page.keyboard.type('637');
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Label 637');
    await expect.poll(async () => Object.keys(await painted(page))).toContain('637');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate('document.activeElement.className')).toContain('cm-content');
    expect(await page.getByLabel('Number of the label').inputValue()).toBe('637');
    await page.keyboard.type('^FX here');
    const line = (await textOf(page)).split('\n').find((each) => each.includes('^FX here'));
    expect(line).toContain('^FDNo 637^FS');
    // On the label, J goes to another one.
    await page.locator('canvas').first().focus();
    await page.keyboard.press('j');
    await page.keyboard.type('12');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'All', exact: true }).press('Enter');
    await expect.poll(() => focused(page)).toBe('Label 12');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('CANVAS');
    expect(await page.getByLabel('Number of the label').inputValue()).toBe('12');
    expect(misdeeds).toEqual([]);
  });

  it('draws thumbnails again after a change, and follows the number of labels', async () => {
    const { page, misdeeds } = await visit();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(async () => Object.keys(await painted(page))).toContain('2');
    const before = await painted(page);
    await page.locator('.cm-content').press('Control+Home');
    // One step of the history, however slow the machine is.
    await page.keyboard.insertText('^XA^PW400^LL200^FO0,0^GB390,190,190^FS^XZ');
    await expect.poll(() => page.locator('.thumbnails button').count()).toBe(COUNT + 1);
    await expect.poll(async () => (await painted(page))[1] ?? 0).toBeGreaterThan(3 * (before[1] ?? 0));
    await page.locator('.cm-content').press('Control+z');
    await expect.poll(() => page.locator('.thumbnails button').count()).toBe(COUNT);
    await expect.poll(async () => (await painted(page))[1]).toBe(before[1]);
    expect(misdeeds).toEqual([]);
  });

  it('stays fluent while it is scrolled through a thousand labels', async () => {
    const { page, misdeeds } = await visit();
    await page.getByRole('button', { name: 'All', exact: true }).click();
    await expect.poll(async () => Object.keys(await painted(page)).length).toBeGreaterThan(5);
    const { frames, pictures } = await page.evaluate<{ frames: number; pictures: number }>(`(async () => {
      const grid = document.querySelector('.thumbnails');
      let frames = 0;
      let pictures = 0;
      for (let at = 0; at < grid.scrollHeight; at += grid.clientHeight / 2) {
        grid.scrollTop = at;
        await new Promise(requestAnimationFrame);
        frames++;
        const kept = [...grid.querySelectorAll('canvas')].filter(({ width }) => width > 0 && width !== 300);
        pictures = Math.max(pictures, kept.length);
      }
      return { frames, pictures };
    })()`);
    expect(frames).toBeGreaterThan(50);
    // Labels in sight, and a screen before and behind them.
    expect(pictures).toBeLessThan(150);
    await expect.poll(async () => Object.keys(await painted(page))).toContain(String(COUNT));
    expect(misdeeds).toEqual([]);
  });
});
