import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStudio, useStudio } from '../studio/open-studio.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { hasBrowser, launchBrowser } from '../support/browser.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { palettePng } from '../support/palette-png.ts';
import { useDatabase, useService } from '../support/service.ts';
import { FAULTY, PRICED, SERIES } from './studio/shown-labels.ts';
import { STATES } from './studio/states.ts';

const DOCS = new URL('../../docs/', import.meta.url);
const PICTURES = new URL('studio/', DOCS);
const SIZE = { width: 1200, height: 680 };
/** Longer than the page waits before it has bar codes read. */
const SETTLED_MS = 1500;
/** States of studios of their own. */
const EMPTY = { name: 'empty', words: 'An empty folder: a label to begin with' };
const SERVICE_GONE = {
  name: 'service-gone',
  words: 'A service that does not answer, beside available files',
};
const OTHERS = [EMPTY, SERVICE_GONE];

const label = (name: string): Buffer => readFileSync(new URL(`labels/${name}`, DOCS));

/**
 * The page shows each state of the studio, and the test brings a browser there. How browsers draw letters differs from
 * machine to machine, so pictures are made by `npm run docs` alone, and their widths compared.
 */
describe.skipIf(!hasBrowser())('the pictures of the studio', () => {
  const api = useService({}, useDatabase());
  let service = { url: '', key: '' };
  beforeAll(async () => {
    const shop = await api.account();
    await shop.label({ name: 'Depot', zpl: '^XA^CI28^FO30,30^A0N,50^FDDepot {name}^FS^XZ' });
    service = { url: api.service.url, key: shop.key };
  });
  const studio = useStudio(() => ({
    files: {
      'parcel.zpl': label('parcel.zpl'),
      'shelf.json': label('shelf.json'),
      'two-barcodes.zpl': label('two-barcodes.zpl'),
      'price.json': PRICED,
      'faulty.zpl': FAULTY,
      'series.zpl': SERIES,
    },
    service,
  }));
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    page = await opened(studio().newAddress());
  });
  afterAll(() => browser.close());

  const opened = async (address: string): Promise<Page> => {
    const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light', locale: 'en-GB' });
    const made = await context.newPage();
    made.setDefaultTimeout(PATIENCE_MS);
    made.on('dialog', (dialog) => void dialog.accept());
    await made.goto(address);
    await made.locator('canvas').waitFor();
    return made;
  };

  it.each(STATES)('$name: $words', async ({ name, part, width = SIZE.width, reach, leave }) => {
    await page.setViewportSize({ width, height: width < SIZE.width ? 844 : SIZE.height });
    const scene = { page, folder: studio().folder };
    await reach(scene);
    await expectPicture(page, name, part);
    expect(await accessibilityViolations(page)).toEqual([]);
    await leave?.(scene);
  });

  it(EMPTY.words, async () => {
    const { newAddress } = await openStudio();
    const empty = await opened(newAddress());
    onTestFinished(() => empty.context().close());
    await expect.poll(() => empty.title()).toBe('New label – Platen Studio');
    await expectPicture(empty, EMPTY.name);
    expect(await accessibilityViolations(empty)).toEqual([]);
  });

  it(SERVICE_GONE.words, async () => {
    // A port that nobody listens on, and that is the same in each picture.
    const dead = { url: 'http://127.0.0.1:9', key: service.key };
    const { newAddress } = await openStudio({ files: { 'parcel.zpl': label('parcel.zpl') }, service: dead });
    const alone = await opened(newAddress());
    onTestFinished(() => alone.context().close());
    await alone.locator('.message.error', { hasText: 'the service' }).waitFor();
    await expectPicture(alone, SERVICE_GONE.name);
    expect(await accessibilityViolations(alone)).toEqual([]);
  });

  it('are all in the page, with words for who does not see them', () => {
    const page = readFileSync(new URL('studio.md', DOCS), 'utf8');
    const shown = [...page.matchAll(/!\[(.+)\]\(studio\/(.+)\.png\)/g)].map(([, words, name]) => ({
      name,
      words,
    }));
    const states = [...STATES, ...OTHERS].map(({ name, words }) => ({ name, words }));
    expect(shown.toSorted(byName)).toEqual(states.toSorted(byName));
    const files = states.map(({ name }) => `${name}.png`);
    expect(readdirSync(PICTURES).toSorted()).toEqual(files.toSorted());
  });
});

function byName(
  a: { readonly name?: string | undefined },
  b: { readonly name?: string | undefined },
): number {
  return (a.name ?? '') < (b.name ?? '') ? -1 : 1;
}

/** The picture of this state is as wide as what is seen now. */
async function expectPicture(page: Page, name: string, part?: string): Promise<void> {
  const isMade = process.env['UPDATE_DOCS'] === '1';
  // A picture has all that comes a moment later too, so that it is the same each time.
  if (isMade) await page.waitForTimeout(SETTLED_MS);
  const clip = part === undefined ? undefined : await placeOf(page, part);
  // On a phone it is longer than the screen.
  const fullPage = clip === undefined;
  const shown = await page.screenshot({ animations: 'disabled', ...(fullPage ? { fullPage } : { clip }) });
  const file = new URL(`${name}.png`, PICTURES);
  if (isMade) writeFileSync(file, await palettePng(shown));
  // Heights depend on the fonts.
  expect(readFileSync(file).readUInt32BE(16)).toBe(shown.readUInt32BE(16));
}

/**
 * The place of a part of the page; a part with a pane of its own is shown up to its edges, any other with its
 * surroundings.
 */
async function placeOf(page: Page, part: string) {
  const box = await page.locator(part).boundingBox();
  if (box === null) throw new Error(`there is no ${part}`);
  const margin = part.startsWith('aside') ? 12 : 0;
  const { x, y, width, height } = box;
  return { x: x - margin, y: y - margin, width: width + 2 * margin, height: height + 2 * margin };
}
