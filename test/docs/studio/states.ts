import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { colouredPixels, dotAt, drop, openFromList, picked, scanOf } from './page-actions.ts';
import { FAULTY } from './shown-labels.ts';

/** The scene that the states share: one page, whose labels are files of a folder and those of a service. */
export interface Scene {
  readonly page: Page;
  readonly folder: string;
}

/** Something that people see of the studio. */
interface State {
  /** The name of its picture. */
  readonly name: string;
  /** A description of the picture, for readers who do not see it. */
  readonly words: string;
  /** The pane that is in the picture; all of them if absent. */
  readonly part?: string;
  readonly width?: number;
  /** Brings the page there. Rejects where that state is not reached. */
  reach(scene: Scene): Promise<void>;
  /** Back to where the next state can be reached from. */
  leave?(scene: Scene): Promise<void>;
}

const VALUES = {
  recipient: 'Ada Byron',
  address: '12 St James Square, London SW1Y 4LB',
  tracking: 'NW123456790GB',
  order: '2711',
};

/** In the order in which one page goes through them. */
export const STATES: readonly State[] = [
  {
    name: 'editor',
    words:
      'The source of a parcel label with a field selected, the label, and the panel that changes the field',
    async reach({ page }) {
      await openFromList(page, 'parcel');
      for (const [name, value] of Object.entries(VALUES))
        await page.getByLabel(name, { exact: true }).fill(value);
      await page.locator('.barcodes', { hasText: VALUES.tracking }).waitFor();
      await page.locator('.cm-line', { hasText: '{address}' }).click();
      await picked(page, '{address}');
      // Help is shown where it rests.
      await page.mouse.move(0, 0);
    },
  },
  {
    name: 'list',
    words: 'The list of labels: files, bundles, and those of a service',
    async reach({ page }) {
      await page.keyboard.press('Control+o');
      await page.locator('dialog.labels', { hasText: 'on the service' }).waitFor();
    },
    leave: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'drag',
    words: 'A field during a move',
    part: '.label',
    async reach({ page }) {
      const from = await dotAt(page, [609, 406], 60, 40);
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(from.x + 70, from.y + 70, { steps: 3 });
      await picked(page, '{recipient}');
    },
    async leave({ page }) {
      await page.mouse.up();
      await page.locator('.cm-content').press('Control+z');
    },
  },
  {
    name: 'resize',
    words: 'A bar code during a resize by its corner',
    part: '.label',
    async reach({ page }) {
      const inside = await dotAt(page, [609, 406], 200, 250);
      await page.mouse.click(inside.x, inside.y);
      await picked(page, '{tracking}');
      const box = /x (\d+) y (\d+) · (\d+) × (\d+) dots/.exec(await page.locator('.place').innerText());
      const [x = 0, y = 0, width = 0, height = 0] = (box ?? []).slice(1).map(Number);
      const corner = await dotAt(page, [609, 406], x + width, y + height);
      await page.mouse.move(corner.x, corner.y);
      await page.mouse.down();
      await page.mouse.move(corner.x, corner.y + 25, { steps: 3 });
    },
    leave: ({ page }) => page.mouse.up(),
  },
  {
    name: 'changes',
    words: 'Additions since the label was saved in green, removals in red',
    part: '.label',
    async reach({ page }) {
      await expect.poll(() => page.locator('.cm-content').innerText()).not.toContain('^BCN,110');
      await page.getByRole('button', { name: 'Changes' }).click();
      await expect.poll(() => colouredPixels(page)).toBeGreaterThan(500);
    },
    async leave({ page }) {
      await page.getByRole('button', { name: 'Changes' }).click();
      await page.locator('.cm-content').press('Control+z');
    },
  },
  {
    name: 'tracing',
    words: 'A picture over the label to trace it',
    part: '.label',
    async reach({ page }) {
      const scan = { name: 'scan.png', mimeType: 'image/png', buffer: await scanOf(page) };
      await page.locator('.tools input[type=file]').setInputFiles(scan);
      await page.getByRole('button', { name: 'Remove the picture' }).waitFor();
      await expect.poll(() => colouredPixels(page)).toBeGreaterThan(500);
    },
    leave: ({ page }) => page.getByRole('button', { name: 'Remove the picture' }).click(),
  },
  {
    name: 'dots',
    words: 'Single dots with the grid over them',
    part: '.label',
    async reach({ page }) {
      const at = await dotAt(page, [609, 406], 110, 56);
      await page.mouse.move(at.x, at.y);
      await page.keyboard.down('Control');
      for (let i = 0; i < 9; i++) await page.mouse.wheel(0, -100);
      await page.keyboard.up('Control');
      await page.getByRole('button', { name: 'Grid' }).click();
      await expect.poll(() => page.locator('.scale').innerText()).toMatch(/^1,?\d{3} %$/);
    },
    async leave({ page }) {
      await page.getByRole('button', { name: 'Grid' }).click();
      await page.getByRole('button', { name: 'Fit' }).click();
    },
  },
  {
    name: 'share',
    words: 'The menu for sharing a label, and the message that its link is copied',
    async reach({ page }) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByText('Share').click();
      await page.getByText('Copy link to this label').click();
      await page.locator('.message', { hasText: 'The link is copied' }).waitFor();
      await page.getByText('Share').click();
    },
    leave: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'dark',
    words: 'The same in the dark colours of the system',
    async reach({ page }) {
      await page.emulateMedia({ colorScheme: 'dark' });
      await page.locator('.cm-line', { hasText: '{tracking}' }).click();
      await picked(page, '{tracking}');
    },
    leave: ({ page }) => page.emulateMedia({ colorScheme: 'light' }),
  },
  {
    name: 'phone',
    words: 'The page on a phone: source, label and variables below one another',
    width: 390,
    async reach({ page }) {
      await page.mouse.move(0, 0);
      await page.locator('.cm-tooltip').waitFor({ state: 'detached' });
    },
  },
  {
    name: 'findings',
    words: 'Faults: underlined in the source, listed below it, outlined on the label',
    async reach({ page }) {
      await openFromList(page, 'faulty');
      await page.locator('.findings li.error').first().waitFor();
      await page.locator('.findings li.error').nth(1).getByRole('button').first().click();
    },
  },
  {
    name: 'help',
    words: 'Completion of commands, with their parameters',
    async reach({ page }) {
      await page.locator('.cm-content').press('Control+End');
      await page.keyboard.type('^B');
      await page.locator('.cm-tooltip-autocomplete li').nth(5).waitFor();
      await page.locator('.cm-completionInfo').waitFor();
    },
    async leave({ page }) {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
    },
  },
  {
    name: 'variables',
    words: 'Variables with the result of each step of their transforms, and a clock',
    part: 'aside .variables',
    async reach({ page }) {
      await openFromList(page, 'Price');
      await page.getByLabel('name', { exact: true }).fill(' Oak shelf, 80 cm ');
      await page.getByLabel('price', { exact: true }).fill('24.5');
      await page.getByLabel('Clock').fill('2026-12-24T18:30');
      await page.locator('.steps', { hasText: '£24.50' }).waitFor();
    },
  },
  {
    name: 'rows',
    words: 'A table of rows: the fourth is shown, whose value is no EAN-13',
    part: '.table',
    async reach({ page }) {
      await openFromList(page, 'Shelf');
      await page.getByLabel('Rows (CSV, Excel, JSON)').setInputFiles('docs/labels/shelf.csv');
      await page.locator('.table output', { hasText: '2 fail' }).waitFor();
      await page.keyboard.press('F8');
      await page.locator('.table .failure', { hasText: 'Row 4' }).waitFor();
    },
    leave: ({ page }) => page.getByLabel('Close the table').click(),
  },
  {
    name: 'several',
    words: 'All labels of a file in a grid',
    part: '.label',
    async reach({ page }) {
      await openFromList(page, 'series');
      await page.getByRole('button', { name: 'All', exact: true }).click();
      await page.locator('.pages', { hasText: 'of 3' }).waitFor();
      await page.getByRole('button', { name: 'Label 3' }).waitFor();
    },
  },
  {
    name: 'symbols',
    words: 'The text that a reader finds in the symbols of a label',
    part: 'aside .barcodes',
    async reach({ page }) {
      await openFromList(page, 'two-barcodes');
      await page.getByLabel('ean', { exact: true }).fill('501234567890');
      await page.getByLabel('sku', { exact: true }).fill('oak-80');
      await page.locator('.barcodes', { hasText: 'https://example.com/oak-80' }).waitFor();
    },
  },
  {
    name: 'limit',
    words: 'A size that is not drawn, and the reason',
    async reach({ page }) {
      await page.getByLabel('Resolution').selectOption('600');
      await page.getByLabel('Width (mm)').fill('900');
      await page.locator('.failure', { hasText: '12000' }).waitFor();
    },
    async leave({ page }) {
      await page.getByLabel('Width (mm)').fill('101.6');
      await page.getByLabel('Resolution').selectOption('203');
    },
  },
  {
    name: 'import',
    words: 'The changes that the import of a dropped file made, and the optional ones',
    async reach({ page }) {
      await drop(page, 'docs/labels/driver-picture.prn');
      await page.getByLabel('Leave out what sets up the printer').check();
      await page.getByText('left out').first().waitFor();
    },
    leave: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'service-label',
    words: 'A label that a service has saved',
    async reach({ page }) {
      await openFromList(page, 'Depot');
      await page.locator('.state', { hasText: 'on the service' }).waitFor();
    },
  },
  {
    name: 'conflict',
    words: 'The question which one is kept, if the file and the page were changed',
    async reach({ page, folder }) {
      await openFromList(page, 'parcel');
      await page.locator('.cm-content').press('Control+End');
      await page.keyboard.type('^FX mine');
      // A page without changes would follow the file.
      await page.locator('.state', { hasText: 'changed' }).waitFor();
      await writeFile(join(folder, 'parcel.zpl'), FAULTY);
      await page.getByRole('dialog', { name: 'The file was changed' }).waitFor();
    },
  },
  {
    name: 'gone',
    words: 'The message that a file no longer exists',
    async reach({ page, folder }) {
      await rm(join(folder, 'series.zpl'));
      await openFromList(page, 'series', { isGone: true });
      await page.locator('.message.error', { hasText: 'there is no such file' }).waitFor();
    },
  },
];
