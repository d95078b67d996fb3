import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { Bitmap } from '../../src/bitmap/bitmap.ts';
import { encodePdf } from '../../src/pdf/encode-pdf.ts';
import { drawn } from '../docs/studio/page-actions.ts';
import { REFUSED_PDFS } from '../labelary/hostile-pdfs.ts';
import { useStudio } from '../studio/open-studio.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { hasBrowser, typeInto } from '../support/browser.ts';
import { animatedGif, pictureFile, signature } from '../support/pictures.ts';
import { dropFile, heldBack, inkOf, LABEL, pixelOf, textOf, useBrowser } from './visited-studio.ts';

/** 100 by 60 dots: black on the left, grey on the right. */
const LOGO = pictureFile(
  Array.from({ length: 60 }, () => '#'.repeat(50) + '+'.repeat(50)),
  'image/png',
);

/** A PDF with a page for each square, of 50 by 25 mm at 203 dpi. */
const SQUARES = Buffer.from(
  encodePdf(
    [24, 48].map((side) => {
      const bitmap = Bitmap.create(400, 200);
      bitmap.fillRect(40, 16, side, side, 'black');
      return { bitmap, widthMm: 50, heightMm: 25 };
    }),
  ),
);

/** As `pixelOf`, while controls over the label have moved it. */
async function shownPixelOf(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  await page.getByRole('button', { name: 'Fit' }).click();
  return pixelOf(page, x, y);
}

describe.skipIf(!hasBrowser())('pictures in the studio', () => {
  const visit = useBrowser(useStudio(() => ({ files: { 'box.zpl': LABEL } })));
  const form = (page: Page) => page.getByRole('form', { name: 'Picture' });
  const facts = (page: Page) => form(page).locator('output');
  const message = (page: Page) => page.locator('.message');
  const expectText = (page: Page) => expect.poll(() => textOf(page));

  it('places a dropped picture where it is dropped, as it was shown, by one step of the history', async () => {
    const { page, misdeeds } = await visit();
    const at = await pixelOf(page, 250, 40);
    const before = await inkOf(page);
    await dropFile(page, 'logo.png', LOGO, at);
    await facts(page)
      .filter({ hasText: /^x 24\d y 3\d · 100 × 60 dots \(12\.5 × 7\.5 mm\) · at most \d+ bytes$/ })
      .waitFor();
    // Middle grey is above the threshold of one half.
    await expect.poll(() => inkOf(page)).toBeGreaterThan(before + 2500);
    const half = await inkOf(page);
    await form(page).getByLabel('Threshold', { exact: true }).fill('200');
    await expect.poll(() => inkOf(page)).toBeGreaterThan(half + 2500);
    await form(page).getByLabel('Width', { exact: true }).fill('5');
    await facts(page).filter({ hasText: '40 × 24 dots' }).waitFor();
    await form(page).getByLabel('Turn').selectOption('90°');
    await facts(page).filter({ hasText: '24 × 40 dots' }).waitFor();
    expect(await textOf(page)).toBe(LABEL);
    const shown = await inkOf(page);
    await form(page).getByRole('button', { name: 'Place' }).click();
    await expectText(page).toMatch(/\^FO24\d,3\d\^GFA,120,120,3,[^^]+\^FS\n\^XZ\n$/);
    expect(await form(page).isHidden()).toBe(true);
    await page.locator('.place', { hasText: 'Picture · x 24' }).waitFor();
    // The outline covers a little of it.
    await expect.poll(async () => Math.abs((await inkOf(page)) - shown)).toBeLessThan(128);
    const placed = await textOf(page);
    await page.locator('canvas').press('ArrowDown');
    await expectText(page).not.toBe(placed);
    await expectText(page).toMatch(/\^FO24\d,3\d\^GFA/);
    await page.locator('canvas').press('Control+z');
    await page.locator('canvas').press('Control+z');
    await expectText(page).toBe(LABEL);
    expect(misdeeds).toEqual([]);
  });

  it('takes pictures of every kind, by their content', async () => {
    const { page, misdeeds } = await visit();
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"><rect width="30" height="20"/></svg>';
    for (const [name, file, dots] of [
      ['a.bin', pictureFile(['####'], 'image/jpeg', 8), '32 × 8 dots'],
      ['a.txt', Buffer.from(svg), '30 × 20 dots'],
      ['a.gif', animatedGif('black', 'white'), 'the GIF is animated: only its first picture is used'],
    ] as const) {
      await dropFile(page, name, file, { x: 5, y: 5 });
      await facts(page).filter({ hasText: dots }).waitFor();
    }
    expect(await form(page).locator('strong').innerText()).toBe('a.gif');
    await page.keyboard.press('Escape');
    await message(page).filter({ hasText: 'The picture was not placed' }).waitFor();
    expect(await form(page).isHidden()).toBe(true);
    expect(await textOf(page)).toBe(LABEL);
    // A label is opened as ever.
    await dropFile(page, 'logo.png', Buffer.from('^XA^PW400^LL200^FO9,9^GB50,50,50^FS^XZ'), {
      x: 600,
      y: 400,
    });
    await message(page).filter({ hasText: 'logo.png is imported' }).waitFor();
    await expectText(page).toContain('^GB50,50,50');
    expect(misdeeds).toEqual([]);
  });

  it('places a picture too large for one field as several, all selected, by one step of the history', async () => {
    const { page, misdeeds } = await visit();
    const tall = pictureFile(
      Array.from({ length: 52 }, (_, y) => (y % 2 === 0 ? '#....#....' : '..######..')),
    );
    await dropFile(page, 'tall.png', tall, null);
    await form(page).getByLabel('Width', { exact: true }).fill('50');
    await facts(page).filter({ hasText: '400 × 2080 dots' }).waitFor();
    await form(page).getByRole('button', { name: 'Place' }).click();
    await expectText(page).toMatch(
      /\^FO100,100\^GFA,99950,99950,50,[^^]+\^FS\n\^FO100,2099\^GFA,4050,4050,50,[^^]+\^FS\n\^XZ\n$/,
    );
    await page.locator('canvas').press('ArrowDown');
    await expectText(page).toMatch(/\^FO100,101\^GFA,[^^]+\^FS\n\^FO100,2100\^GFA/);
    await page.locator('canvas').press('Control+z');
    await page.locator('canvas').press('Control+z');
    await expectText(page).toBe(LABEL);
    expect(misdeeds).toEqual([]);
  });

  it('replaces a selected picture in its place and with its width, by one step of the history', async () => {
    const { page, misdeeds } = await visit();
    const before = await inkOf(page);
    await dropFile(page, 'logo.png', LOGO, null);
    await form(page).getByLabel('Width', { exact: true }).fill('6');
    await facts(page).filter({ hasText: 'x 100 y 100 · 48 × 29 dots' }).waitFor();
    expect(await form(page).getByText('Replace the selected picture').isHidden()).toBe(true);
    await form(page).getByRole('button', { name: 'Place' }).click();
    await expectText(page).toMatch(/\^FO100,100\^GFA,174,174,6,/);
    const placed = await textOf(page);
    await expect.poll(() => inkOf(page)).toBeGreaterThan(before + 400);
    const white = pictureFile(Array.from({ length: 80 }, () => '.'.repeat(80)));
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Picture…' }).click();
    await (await chooser).setFiles({ name: 'white.png', mimeType: 'image/png', buffer: white });
    await facts(page).filter({ hasText: 'x 100 y 100 · 48 × 48 dots' }).waitFor();
    const replace = form(page).getByLabel('Replace the selected picture');
    expect(await replace.isChecked()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    // The old picture is seen no longer.
    await expect.poll(() => inkOf(page)).toBeLessThan(before + 300);
    await replace.uncheck();
    await facts(page).filter({ hasText: ' · 80 × 80 dots' }).waitFor();
    await replace.check();
    await facts(page).filter({ hasText: 'x 100 y 100 · 48 × 48 dots' }).waitFor();
    await form(page).getByRole('button', { name: 'Place' }).click();
    await message(page).filter({ hasText: 'The picture is replaced' }).waitFor();
    expect(await textOf(page)).toMatch(/\^FO100,100\^GFA,288,288,6,[^^]+\^FS\n\^XZ\n$/);
    expect((await textOf(page)).split('^GF').length).toBe(2);
    await page.locator('canvas').press('Control+z');
    await expectText(page).toBe(placed);
    // A picture that is dropped beside it is another one, unless that is chosen.
    await dropFile(page, 'logo.png', LOGO, await pixelOf(page, 20, 20));
    await facts(page).filter({ hasText: ' · 100 × 60 dots' }).waitFor();
    expect(await replace.isChecked()).toBe(false);
    expect(misdeeds).toEqual([]);
  });

  it('chooses a page of a PDF, without its white edges, and moves it by the pointer', async () => {
    const { page, misdeeds } = await visit();
    await dropFile(page, 'labels.pdf', SQUARES, await pixelOf(page, 300, 100));
    await facts(page).filter({ hasText: ' · 24 × 24 dots' }).waitFor();
    await form(page).getByText('of 2').waitFor();
    await typeInto(form(page).getByLabel('Page'), '2');
    await facts(page).filter({ hasText: ' · 48 × 48 dots' }).waitFor();
    await form(page).getByLabel('Crop to ink').uncheck();
    await facts(page).filter({ hasText: '400 × 200 dots' }).waitFor();
    await form(page).getByLabel('Crop to ink').check();
    await facts(page).filter({ hasText: ' · 48 × 48 dots' }).waitFor();
    const from = await shownPixelOf(page, 310, 110);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 100, from.y - 50, { steps: 4 });
    await page.mouse.up();
    await facts(page)
      .filter({ hasText: /^x 19\d y 4\d / })
      .waitFor();
    const to = await pixelOf(page, 30, 20);
    await page.mouse.click(to.x, to.y);
    await facts(page)
      .filter({ hasText: /^x 2\d y 1\d / })
      .waitFor();
    await form(page).getByRole('button', { name: 'Cancel' }).click();
    expect(await textOf(page)).toBe(LABEL);
    expect(misdeeds).toEqual([]);
  });

  it('is used by the keyboard alone', async () => {
    const { page, misdeeds } = await visit();
    const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
    await writeFile(join(folder, 'logo.png'), LOGO);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Picture…' }).press('Enter');
    await (await chooser).setFiles(join(folder, 'logo.png'));
    // No pointer says where: in the middle.
    await facts(page).filter({ hasText: 'x 100 y 100 · 100 × 60 dots' }).waitFor();
    expect(await page.evaluate(`document.activeElement.ariaLabel`)).toBe('Width');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('ArrowRight');
    await facts(page).filter({ hasText: '104 × 62 dots' }).waitFor();
    await page.locator('canvas').focus();
    for (const key of ['Shift+ArrowUp', 'ArrowRight', 'ArrowRight']) await page.keyboard.press(key);
    await facts(page).filter({ hasText: 'x 102 y 90' }).waitFor();
    await page.keyboard.press('Enter');
    await expectText(page).toMatch(/\^FO102,90\^GFA,806,806,13,/);
    await page.locator('canvas').press('Control+z');
    await expectText(page).toBe(LABEL);
    await dropFile(page, 'logo.png', LOGO, null);
    await facts(page).filter({ hasText: '100 × 60 dots' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate(`document.activeElement.tagName`)).toBe('CANVAS');
    expect(await textOf(page)).toBe(LABEL);
    expect(misdeeds).toEqual([]);
  });

  it('is moved and placed as it was chosen, though the server draws it later', async () => {
    const { page, misdeeds } = await visit();
    const draw = await heldBack(page, 'api/picture');
    await dropFile(page, 'logo.png', LOGO, null);
    await form(page).waitFor();
    await page.locator('canvas').press('Shift+ArrowUp');
    await page.locator('canvas').press('ArrowRight');
    draw();
    await facts(page).filter({ hasText: 'x 101 y 90 · 100 × 60 dots' }).waitFor();
    await form(page).getByLabel('Width', { exact: true }).fill('5');
    for (const turn of ['90°', '180°', '90°']) await form(page).getByLabel('Turn').selectOption(turn);
    await form(page).getByRole('button', { name: 'Place' }).click();
    expect(await textOf(page)).toBe(LABEL);
    for (let drawings = 0; drawings < 5; drawings++) draw();
    // 40 by 24 dots, turned.
    await expectText(page).toMatch(/\^FO101,90\^GFA,120,120,3,/);
    expect(await form(page).isHidden()).toBe(true);
    // Another one, which does not take its place.
    await page.locator('canvas').press('Escape');
    const other = await heldBack(page, 'api/picture');
    await dropFile(page, 'other.bin', pictureFile(['####'], 'image/png', 8), null);
    await form(page).getByRole('button', { name: 'Place' }).click();
    // As it was chosen first, and as it is placed.
    for (let drawings = 0; drawings < 2; drawings++) other();
    await expectText(page).toMatch(/\^GFA,32,32,4,/);
    expect(misdeeds).toEqual([]);
  });

  it('says why a file is no picture for a label, and leaves the label', async () => {
    const { page, misdeeds } = await visit();
    const at = { x: 600, y: 400 };
    await dropFile(page, 'broken.png', LOGO.subarray(0, 60), at);
    await message(page).filter({ hasText: 'broken.png: the PNG picture is damaged' }).waitFor();
    await dropFile(page, 'locked.pdf', REFUSED_PDFS['with a password']?.pdf() ?? LOGO, at);
    await message(page).filter({ hasText: 'locked.pdf: the PDF has a password' }).waitFor();
    await page.evaluate(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.of(0x89, 0x50, 0x4e, 0x47), new Uint8Array(${30 * 2 ** 20})], 'large.png'));
      dispatchEvent(new DragEvent('drop', { dataTransfer: transfer }));
    })()`);
    await message(page).filter({ hasText: 'large.png has 30.0 MB; 24.0 MB are allowed' }).waitFor();
    expect(await form(page).isHidden()).toBe(true);
    expect(await textOf(page)).toBe(LABEL);
    // Browsers write answers of failure to the console.
    expect(misdeeds.filter((each) => !each.includes('422'))).toEqual([]);
  });

  it('shows a picture as a label that is turned and mirrored prints it', async () => {
    const { page, misdeeds } = await visit();
    const source = page.locator('.cm-content');
    for (const setting of ['^POI', '^PMY']) {
      // A label that prints nothing is none, and white ink is ink.
      await source.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.type(`^XA^PW400^LL200${setting}^FO0,0^GB1,1,1,W^FS^XZ`);
      await drawn(page);
      expect(await inkOf(page)).toBe(0);
      const corner = pictureFile(
        Array.from({ length: 40 }, (_, y) => (y < 20 ? '#'.repeat(20) + '.'.repeat(60) : '.'.repeat(80))),
      );
      await dropFile(page, 'corner.png', corner, await pixelOf(page, 200, 100));
      await facts(page).filter({ hasText: '80 × 40 dots' }).waitFor();
      await expect.poll(async () => (await blackBoxOf(page)).slice(2)).toEqual([20, 20]);
      const shown = await blackBoxOf(page);
      await page.locator('canvas').press('Enter');
      await expectText(page).toContain('^GFA');
      await expect.poll(() => blackBoxOf(page)).toEqual(shown);
    }
    expect(misdeeds).toEqual([]);
  });
});

describe.skipIf(!hasBrowser())('a variable that is a picture, in the studio', () => {
  const MARKED =
    '^XA^PW400^LL200^FXsvc-barcode:1;symbology=image;template=%7Bsigned%7D;threshold=160^FS' +
    '^FO40,30^GFA,2400,2400,30,,::^FS^FO20,150^A0N,30^FD{name}^FS^XZ';
  const visit = useBrowser(useStudio(() => ({ files: { 'signed.zpl': MARKED } })));

  it('takes a picture that is chosen or dropped, and makes it as small as a value may be', async () => {
    const { page, misdeeds } = await visit();
    const row = page.getByRole('group', { name: 'signed' });
    await row.getByText('No picture').waitFor();
    const before = await inkOf(page);
    const folder = await mkdtemp(join(tmpdir(), 'pictures-'));
    await writeFile(join(folder, 'signed.png'), signature(1));
    const chooser = page.waitForEvent('filechooser');
    await row.getByRole('button', { name: 'Choose picture…' }).press('Enter');
    await (await chooser).setFiles(join(folder, 'signed.png'));
    await page.locator('.message', { hasText: 'signed.png is the picture of signed' }).waitFor();
    await expect.poll(() => inkOf(page)).toBeGreaterThan(before + 500);
    await expect
      .poll(() => page.evaluate(`document.querySelector('.picture-value img').naturalWidth`))
      .toBe(400);
    expect(await accessibilityViolations(page)).toEqual([]);
    await row.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => inkOf(page)).toBe(before);
    // 2000 by 1500 pixels of noise, as a photo of many bytes is.
    await page.evaluate(`(async () => {
      const canvas = new OffscreenCanvas(2000, 1500);
      const context = canvas.getContext('2d');
      const noise = new ImageData(2000, 1500);
      for (let at = 0; at < noise.data.length; at++) noise.data[at] = at % 4 === 3 ? 255 : (at * 7919) % 251;
      context.putImageData(noise, 0, 0);
      const transfer = new DataTransfer();
      transfer.items.add(new File([await canvas.convertToBlob()], 'photo.png'));
      const row = document.querySelector('.picture-value');
      row.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
    })()`);
    await page
      .locator('.message', { hasText: /photo\.png is the picture of signed, as a JPEG of \d+ × \d+ pixels/ })
      .waitFor();
    await expect.poll(() => inkOf(page)).not.toBe(before);
    expect(await row.getByText(/^(?:[1-3]?\d|4[0-8]) kB$/).count()).toBe(1);
    expect(await page.locator('.failure:visible').count()).toBe(0);
    expect(await page.getByRole('form', { name: 'Picture' }).isHidden()).toBe(true);
    // Other values are kept across a reload in spite of it.
    await page.getByLabel('name', { exact: true }).fill('Ada');
    const memory = () => page.evaluate<string>(`JSON.stringify({ ...localStorage })`);
    await expect.poll(memory).toContain('Ada');
    expect(misdeeds).toEqual([]);
  });

  it('says that a file is no picture', async () => {
    const { page, misdeeds } = await visit();
    const row = page.getByRole('group', { name: 'signed' });
    const chooser = page.waitForEvent('filechooser');
    await row.getByRole('button', { name: 'Choose picture…' }).click();
    await (await chooser).setFiles({
      name: 'note.png',
      mimeType: 'image/png',
      buffer: Buffer.from('a note'),
    });
    await page
      .locator('.message.error', { hasText: 'note.png is not a picture that the browser reads' })
      .waitFor();
    await row.getByText('No picture').waitFor();
    expect(misdeeds).toEqual([]);
  });
});

/** Left, top, width and height of what is black on the label, in pixels from the label's corner. */
function blackBoxOf(page: Page): Promise<readonly number[]> {
  return page.evaluate<readonly number[]>(`(() => {
    const canvas = document.querySelector('canvas');
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data, width } = copy.getImageData(0, 0, canvas.width, canvas.height);
    const boxOf = (isIn) => {
      const box = [Infinity, Infinity, -1, -1];
      for (let at = 0; at < data.length / 4; at++) {
        if (!isIn(data[4 * at] + data[4 * at + 1] + data[4 * at + 2]) || data[4 * at + 3] < 255) continue;
        const [x, y] = [at % width, Math.floor(at / width)];
        box[0] = Math.min(box[0], x);
        box[1] = Math.min(box[1], y);
        box[2] = Math.max(box[2], x + 1);
        box[3] = Math.max(box[3], y + 1);
      }
      return box;
    };
    const [paper, black] = [boxOf((sum) => sum === 765), boxOf((sum) => sum < 60)];
    return [black[0] - paper[0], black[1] - paper[1], black[2] - black[0], black[3] - black[1]];
  })()`);
}
