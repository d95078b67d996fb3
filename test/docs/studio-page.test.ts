import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { openStudio } from '../studio/open-studio.ts';
import { isInstalled } from '../support/installed.ts';

/** Debian's, which comes with its fonts and libraries. */
const CHROMIUM = '/usr/bin/chromium';
const PICTURE = new URL('../../docs/studio.png', import.meta.url);
const SIZE = { width: 1280, height: 720 };

/** How browsers draw letters differs from machine to machine, so pictures are compared by their size alone. */
it.skipIf(!isInstalled(CHROMIUM, '--version'))('the page shows the studio as it is', async () => {
  const label = (name: string) => readFileSync(new URL(`../../docs/labels/${name}`, import.meta.url));
  const { newAddress } = await openStudio({ files: { 'parcel.zpl': label('parcel.zpl') } });
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  onTestFinished(() => browser.close());
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'light' });
  await page.goto(newAddress());
  const values = {
    recipient: 'Ada Byron',
    address: '12 St James Square, London SW1Y 4LB',
    tracking: 'NW123456790GB',
    order: '2711',
  };
  for (const [name, value] of Object.entries(values))
    await page.getByLabel(name, { exact: true }).fill(value);
  await page.locator('.barcodes', { hasText: values.tracking }).waitFor();
  await page.locator('.cm-line', { hasText: '{address}' }).click();
  await expect.poll(() => page.locator('.place').innerText(), { timeout: 30_000 }).toContain('dots');
  await page.mouse.move(0, 0);
  const shown = await page.screenshot();
  if (process.env['UPDATE_DOCS'] === '1') writeFileSync(PICTURE, shown);
  const saved = readFileSync(PICTURE);
  expect([saved.readUInt32BE(16), saved.readUInt32BE(20)]).toEqual([SIZE.width, SIZE.height]);
});
