import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { dotAt, drawn } from '../docs/studio/page-actions.ts';
import { openStudio } from '../studio/open-studio.ts';
import { hasBrowser, reachByTab, typeInto } from '../support/browser.ts';
import { pictureFile } from '../support/pictures.ts';
import { dropFile, inkOf, textOf, useBrowser } from './visited-studio.ts';

/** The table of these tasks, with the number of actions of each. */
const PAGE = readFileSync(new URL('../../docs/studio.md', import.meta.url), 'utf8');

const CARRIER = `^XA^PW812^LL1218^CI28
^FO40,40^A0N,40,40^FDNorthwind Parcel^FS
^FO40,100^A0N,60,60^FD{recipient}^FS
^FO40,300^GB732,3,3^FS
^BY3^FO100,700^BCN,160,Y,N,N,A^FDNW123456790GB^FS
^XZ
`;
const RAGGED = `^XA^PW400^LL200
^FO20,20^A0N,30^FDOne^FS
^FO31,70^A0N,30^FDTwo^FS
^FO45,120^A0N,30^FDThree^FS
^XZ
`;
const BROKEN = `^XA^PW400^LL200
^FO20,20^A0N,40,40^FDFragile
^FO20,100^GB50,50,5,B,9^FS
^XZ
`;

const LOGO = pictureFile(
  Array.from({ length: 60 }, () => '#'.repeat(100)),
  'image/png',
);

/** Somebody who reads no ZPL, at the studio; an act is a click, a text, a choice, or keys that are pressed together. */
class Designer {
  acts = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) });
  }

  menu(name: string): Locator {
    return this.page.locator('.edit-tools summary', { hasText: name });
  }

  async click(target: Locator): Promise<void> {
    this.acts++;
    await target.click();
  }

  async clickDot(size: readonly [number, number], x: number, y: number, key?: 'Shift'): Promise<void> {
    const place = await dotAt(this.page, size, x, y);
    this.acts++;
    if (key !== undefined) await this.page.keyboard.down(key);
    await this.page.mouse.click(place.x, place.y);
    if (key !== undefined) await this.page.keyboard.up(key);
  }

  async type(field: Locator, text: string): Promise<void> {
    this.acts++;
    await typeInto(field, text);
  }

  async choose(field: Locator, option: string): Promise<void> {
    this.acts++;
    await field.selectOption(option);
  }

  async dropFile(
    name: string,
    file: Buffer,
    size: readonly [number, number],
    x: number,
    y: number,
  ): Promise<void> {
    const place = await dotAt(this.page, size, x, y);
    this.acts++;
    await dropFile(this.page, name, file, place);
  }

  async press(target: Locator, ...keys: readonly string[]): Promise<void> {
    await reachByTab(target);
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async write(target: Locator, text: string): Promise<void> {
    await this.press(target, 'Control+a');
    await this.page.keyboard.type(text);
  }

  /** Writes the data of the selected field. */
  async writeData(text: string): Promise<void> {
    await this.page.keyboard.press('F4');
    expect(await data(this).evaluate((element) => element === element.ownerDocument.activeElement)).toBe(
      true,
    );
    await this.write(data(this), text);
  }
}

interface Task {
  /** As the page of the studio names it. */
  readonly name: string;
  readonly file: readonly [name: string, source: string];
  byPointer(designer: Designer): Promise<void>;
  byKeyboard(designer: Designer): Promise<void>;
  /** Rejects unless the label is what was asked for. */
  isDone(page: Page): Promise<void>;
}

const data = ({ page }: Designer): Locator =>
  page.getByRole('region', { name: 'Field', exact: true }).getByLabel('data');
const valueOf = ({ page }: Designer, variable: string): Locator => page.getByLabel(variable, { exact: true });

const qrLink = (page: Page): Locator => page.getByRole('dialog', { name: 'QR Code' }).getByLabel('Address');

const LINK = 'https://northwind.example/NW123456790GB';
const SIZE = [812, 1218] as const;
const CONTENT = { recipient: 'Ada Byron', address: '12 St James Square, London', tracking: 'NW123456790GB' };

const TASKS: readonly Task[] = [
  {
    name: 'A parcel label from nothing',
    file: ['carrier.zpl', CARRIER],
    async byPointer(designer) {
      const { page } = designer;
      await designer.click(designer.button('New…'));
      await designer.click(page.getByRole('dialog', { name: 'New label' }).getByText('Empty'));
      await expect.poll(() => page.title()).toBe('New label – Platen Studio');
      await designer.clickDot(SIZE, 80, 70);
      await designer.type(data(designer), '{recipient}');
      await designer.click(designer.button('Block'));
      await designer.clickDot(SIZE, 40, 160);
      await designer.type(data(designer), '{address}');
      await designer.click(designer.button('Line'));
      await designer.clickDot(SIZE, 40, 400);
      await designer.click(designer.menu('Barcode'));
      await designer.click(designer.button('Code 128'));
      await designer.clickDot(SIZE, 40, 500);
      await designer.type(data(designer), '{tracking}');
      for (const [variable, value] of Object.entries(CONTENT))
        await designer.type(valueOf(designer, variable), value);
    },
    async byKeyboard(designer) {
      const { page } = designer;
      const canvas = page.locator('canvas');
      await designer.press(designer.button('New…'), 'Enter');
      await designer.press(
        page.getByRole('dialog', { name: 'New label' }).getByRole('button', { name: /^Empty/ }),
        'Enter',
      );
      await expect.poll(() => page.title()).toBe('New label – Platen Studio');
      await drawn(page);
      await designer.press(canvas, 'Tab');
      await designer.writeData('{recipient}');
      await designer.press(canvas, 'b');
      await designer.writeData('{address}');
      await designer.press(canvas, 'l');
      await designer.press(designer.menu('Barcode'), 'Enter');
      await designer.press(designer.button('Code 128'), 'Enter');
      await designer.writeData('{tracking}');
      for (const [variable, value] of Object.entries(CONTENT))
        await designer.write(valueOf(designer, variable), value);
    },
    async isDone(page) {
      await page.locator('.barcodes', { hasText: CONTENT.tracking }).waitFor();
      await page.getByRole('heading', { name: 'No findings' }).waitFor();
      const text = await textOf(page);
      for (const part of ['{recipient}', '{address}', '^GB', '{tracking}']) expect(text).toContain(part);
    },
  },
  {
    name: 'A logo and a QR Code added to the label of a carrier',
    file: ['carrier.zpl', CARRIER],
    async byPointer(designer) {
      const { page } = designer;
      await designer.dropFile('logo.png', LOGO, SIZE, 600, 40);
      await designer.click(designer.button('Place'));
      await expect.poll(() => textOf(page)).toContain('^GF');
      await designer.click(designer.menu('Barcode'));
      await designer.click(designer.button('QR: link, Wi-Fi, contact…'));
      await designer.type(qrLink(page), LINK);
      await designer.click(designer.button('Insert'));
    },
    async byKeyboard(designer) {
      const { page } = designer;
      const chooser = page.waitForEvent('filechooser');
      await designer.press(designer.button('Picture…'), 'Enter');
      await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: LOGO });
      await designer.press(designer.button('Place'), 'Enter');
      await expect.poll(() => textOf(page)).toContain('^GF');
      await designer.press(designer.menu('Barcode'), 'Enter');
      await designer.press(designer.button('QR: link, Wi-Fi, contact…'), 'Enter');
      await designer.write(qrLink(page), LINK);
      await page.keyboard.press('Enter');
      await expect.poll(() => textOf(page)).toContain('^BQ');
      // Away from the bars, below which it was put.
      for (let press = 0; press < 40; press++) await page.keyboard.press('Shift+ArrowDown');
    },
    async isDone(page) {
      await page.locator('.barcodes', { hasText: LINK }).waitFor();
      await page.locator('.barcodes', { hasText: CONTENT.tracking }).waitFor();
      const text = await textOf(page);
      expect(text).toContain('^GF');
      expect(text.replace(/\^FO[^^]*(\^GF|\^BQ).*\n/g, '')).toBe(CARRIER);
    },
  },
  {
    name: 'Three fields aligned',
    file: ['ragged.zpl', RAGGED],
    async byPointer(designer) {
      await designer.clickDot([400, 200], 30, 33);
      await designer.clickDot([400, 200], 50, 83, 'Shift');
      await designer.clickDot([400, 200], 60, 133, 'Shift');
      await designer.click(designer.menu('Arrange'));
      await designer.click(designer.button('Align left'));
    },
    async byKeyboard(designer) {
      await designer.press(designer.page.locator('canvas'), 'Control+a');
      await designer.press(designer.menu('Arrange'), 'Enter');
      await designer.press(designer.button('Align left'), 'Enter');
    },
    async isDone(page) {
      // Letters begin beside their origins, each by its own dots.
      await expect
        .poll(() => textOf(page))
        .toMatch(/\^FO(19|20|21),20.*\n\^FO(19|20|21),70.*\n\^FO(19|20|21),120/);
    },
  },
  {
    name: 'A 203 dpi label to 300 dpi',
    file: ['carrier.zpl', CARRIER],
    async byPointer(designer) {
      await designer.choose(designer.page.getByLabel('Resolution'), '300');
      await designer.click(designer.button('Scale the label to 300 dpi'));
    },
    async byKeyboard(designer) {
      await designer.press(designer.page.getByLabel('Resolution'), '3');
      await designer.press(designer.button('Scale the label to 300 dpi'), 'Enter');
    },
    async isDone(page) {
      await page.locator('.message', { hasText: 'The label is scaled to 300 dpi' }).waitFor();
      await page.locator('.barcodes', { hasText: CONTENT.tracking }).waitFor();
      expect(await textOf(page)).toContain('^FO59,148^A0N,89,89^FD{recipient}');
    },
  },
  {
    name: 'A broken label repaired',
    file: ['broken.zpl', BROKEN],
    async byPointer(designer) {
      const fix = designer.button(/^Fix/);
      await designer.click(fix.first());
      await expect.poll(() => fix.count()).toBe(1);
      await designer.click(fix.first());
    },
    async byKeyboard(designer) {
      const fix = designer.button(/^Fix/);
      await designer.press(fix.first(), 'Enter');
      await expect.poll(() => fix.count()).toBe(1);
      await designer.press(fix.first(), 'Enter');
    },
    async isDone(page) {
      await page.getByRole('heading', { name: 'No findings' }).waitFor();
      expect(await textOf(page)).toContain('^FDFragile^FS');
    },
  },
];

describe.skipIf(!hasBrowser())('a task of somebody who reads no ZPL', () => {
  const visit = useBrowser();

  describe.each(TASKS)('$name', ({ name, file: [file, source], byPointer, byKeyboard, isDone }) => {
    const opened = async () => {
      const { page, misdeeds } = await visit({}, await openStudio({ files: { [file]: source } }));
      await expect.poll(() => inkOf(page)).toBeGreaterThan(0);
      return { designer: new Designer(page), misdeeds };
    };

    it('takes as many actions by the pointer as the page of the studio says', async () => {
      const { designer, misdeeds } = await opened();
      await byPointer(designer);
      await isDone(designer.page);
      expect(misdeeds).toEqual([]);
      expect(PAGE).toContain(`| ${name} | ${designer.acts} |`);
    });

    it('is done by the keyboard alone', async () => {
      const { designer, misdeeds } = await opened();
      await byKeyboard(designer);
      await isDone(designer.page);
      expect(designer.acts).toBe(0);
      expect(misdeeds).toEqual([]);
    });
  });
});
