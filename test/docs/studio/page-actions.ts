import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Opens a label as people do: Ctrl+O, a part of its name, Enter. */
export async function openFromList(page: Page, name: string, { isGone = false } = {}): Promise<void> {
  await page.keyboard.press('Control+o');
  await page.getByLabel('Search labels').fill(name);
  await page.locator('dialog.labels li:visible button').first().click();
  if (isGone) return;
  await expect.poll(() => page.title()).toBe(`${name} – Platen Studio`);
  await expect.poll(() => page.locator('.place').count()).toBe(1);
}

/** Waits until the label is shown as it is now: pointers, and keys that go through fields, are about what is shown. */
export async function drawn(page: Page): Promise<void> {
  await page.locator('canvas[aria-busy="false"]').waitFor({ state: 'attached' });
}

/** Waits until the field with this data is selected on the label. */
export async function picked(page: Page, data: string): Promise<void> {
  await page.locator('.place', { hasText: data }).waitFor();
}

/** The space beside a label that is shown as a whole: ruler and margin, in pixels. */
const BESIDE = 36;

/** The place of a dot on the screen, of a label of so many dots, which then is shown as a whole. */
export async function dotAt(
  page: Page,
  [width, height]: readonly [number, number],
  x: number,
  y: number,
): Promise<{ readonly x: number; readonly y: number }> {
  await drawn(page);
  await page.getByRole('button', { name: 'Fit' }).click();
  const box = await page.locator('canvas').boundingBox();
  if (box === null) throw new Error('there is no canvas');
  const scale = Math.min((box.width - 2 * BESIDE) / width, (box.height - 2 * BESIDE) / height);
  const place = (from: number, length: number, dots: number, at: number): number =>
    from + BESIDE / 2 + (length - dots * scale) / 2 + at * scale;
  return { x: place(box.x, box.width, width, x), y: place(box.y, box.height, height, y) };
}

/** Drops a file on the page. */
export async function drop(page: Page, path: string): Promise<void> {
  const file = JSON.stringify([await readFile(path, 'utf8'), basename(path)]);
  const files = await page.evaluateHandle(`(() => {
    const [text, name] = ${file};
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], name));
    return transfer;
  })()`);
  await page.dispatchEvent('main', 'drop', { dataTransfer: files });
}

/** Pixels of the canvas that are neither grey nor the blue of what is selected. */
export function colouredPixels(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.querySelector('canvas');
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let coloured = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (Math.abs(data[i] - data[i + 1]) > 60) coloured++;
    }
    return coloured;
  })()`);
}

/** A picture as a scanner makes it of the label: brown, and a little aslant. */
export async function scanOf(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate<string>(`(async () => {
    const canvas = new OffscreenCanvas(609, 406);
    const context = canvas.getContext('2d');
    context.fillStyle = '#f2ead8';
    context.fillRect(0, 0, 609, 406);
    context.rotate(0.02);
    context.fillStyle = '#a03010';
    context.font = 'bold 44px sans-serif';
    context.fillText('Ada Byron', 24, 60);
    context.fillRect(24, 186, 561, 4);
    for (let x = 60; x < 520; x += 12) context.fillRect(x, 205, 5, 110);
    const blob = await canvas.convertToBlob({ type: 'image/png' });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  })()`);
  return Buffer.from(base64, 'base64');
}
