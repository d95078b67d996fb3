import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { useStudio } from '../studio/open-studio.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { hasBrowser, IN_FIREFOX, SCROLLED_ASIDE } from '../support/browser.ts';
import { fakeBrowserPrint } from '../support/fake-browser-print.ts';
import { startFakePrinter } from '../support/fake-printer.ts';
import { heldBack, inkOf, useBrowser } from './visited-studio.ts';

const EAN = '^XA^CI28^PW400^LL200\n^FO9,9^A0N,30^FDGröße {name}^FS\n^FO9,60^BEN,50^FD{ean}^FS\n^XZ';
const GOOD = '4006381333931';

/** Rows of which those with these numbers fail. */
function csv(count: number, bad: readonly number[]): string {
  const rows = Array.from(
    { length: count },
    (_, i) => `Box ${i + 1},${bad.includes(i + 1) ? 'x' : GOOD},note`,
  );
  return ['Name,EAN,note', ...rows, ''].join('\n');
}

async function openRows(page: Page, text: string, name = 'boxes.csv'): Promise<void> {
  const file = { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
  await page.getByLabel('Rows (CSV, Excel, JSON)').setInputFiles(file);
  await page.locator('.table').waitFor();
}

const statusOf = (page: Page) => page.locator('.table output').innerText();
const nameOf = (page: Page) => page.getByLabel('name', { exact: true }).inputValue();

describe.skipIf(!hasBrowser())('rows of a table in the studio', () => {
  const visit = useBrowser(useStudio(() => ({ files: { 'ean.zpl': EAN } })));

  it('lists ten thousand rows with what fails in each, and shows the label of one by a click', async () => {
    const { page, misdeeds } = await visit();
    await openRows(page, csv(10_000, [3, 5000, 9999]));
    await expect.poll(() => statusOf(page)).toBe('3 fail');
    expect(await page.locator('.table h2').innerText()).toBe('boxes · 10000 rows');
    await page.getByText('The label does not use note.').waitFor();
    expect(await page.evaluate(SCROLLED_ASIDE)).toBe(0);
    expect(await page.locator('.row-grid [data-row]').count()).toBeLessThan(60);
    const failing = page.locator('.row-grid [data-row="2"]');
    expect(await failing.locator('.reason').innerText()).toContain('Barcode content is invalid');
    await failing.click();
    expect(await nameOf(page)).toBe('Box 3');
    await page.locator('.table .failure', { hasText: 'Row 3: Barcode content is invalid' }).waitFor();
    const before = await inkOf(page);
    await page
      .locator('.row-grid')
      .evaluate((grid: { scrollTop: number }) => void (grid.scrollTop = 130_000));
    await page.locator('.row-grid [data-row="5001"]').click();
    expect(await nameOf(page)).toBe('Box 5002');
    await expect.poll(() => inkOf(page)).not.toBe(before);
    await page.getByRole('button', { name: 'Failing only' }).click();
    await expect.poll(() => page.locator('.row-grid [data-row]').allInnerTexts()).toHaveLength(3);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(misdeeds).toEqual([]);
  });

  it('takes a click that lasts while rows are checked', async () => {
    const { page, misdeeds } = await visit();
    const check = await heldBack(page, 'api/rows/check');
    await openRows(page, csv(20, [2]));
    const row = page.locator('.row-grid [data-row="4"]');
    await row.hover();
    await page.mouse.down();
    check();
    await page.locator('.row-grid [data-row="1"] .reason', { hasText: 'invalid' }).waitFor();
    await page.mouse.up();
    await expect.poll(() => nameOf(page)).toBe('Box 5');
    expect(misdeeds).toEqual([]);
  });

  it('goes through rows, chooses several and finds failing ones by the keyboard alone', async () => {
    const { page, misdeeds } = await visit();
    await openRows(page, csv(300, [40, 200]));
    await expect.poll(() => statusOf(page)).toBe('2 fail');
    await page.keyboard.press('F8');
    await expect.poll(() => nameOf(page)).toBe('Box 40');
    await page.keyboard.press('F8');
    await expect.poll(() => nameOf(page)).toBe('Box 200');
    await page.locator('.row-grid [data-row="199"].current').waitFor();
    await page.keyboard.press('F8');
    await expect.poll(() => nameOf(page)).toBe('Box 40');
    await page.keyboard.press('Shift+F8');
    await expect.poll(() => nameOf(page)).toBe('Box 200');
    const grid = page.getByRole('grid', { name: 'Rows' });
    await grid.focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => nameOf(page)).toBe('Box 2');
    await expect.poll(() => grid.getAttribute('aria-activedescendant')).toBe('row-1');
    // An element that is not in the page is none.
    await grid.evaluate((element: { scrollTop: number }) => void (element.scrollTop = 5000));
    await expect.poll(() => page.locator('#row-1').count()).toBe(0);
    expect(await grid.getAttribute('aria-activedescendant')).toBeNull();
    await grid.evaluate((element: { scrollTop: number }) => void (element.scrollTop = 0));
    await page.locator('#row-1').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    expect(await page.locator('.table h2').innerText()).toBe('boxes · 300 rows, 3 chosen');
    await expect.poll(() => page.locator('.row-grid [aria-selected="true"]').count()).toBe(3);
    await page.keyboard.press('End');
    await expect.poll(() => nameOf(page)).toBe('Box 300');
    await expect.poll(() => page.locator('.row-grid [aria-selected="true"]').count()).toBe(0);
    await page.keyboard.press('PageUp');
    await expect.poll(() => nameOf(page)).not.toBe('Box 300');
    expect(misdeeds).toEqual([]);
  });

  it('checks the rows again when the label changes, and takes values that no column gives', async () => {
    const { page, misdeeds } = await visit();
    await openRows(page, csv(50, [7]));
    await expect.poll(() => statusOf(page)).toBe('1 fails');
    await page.locator('.cm-line', { hasText: '^BEN' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.insertText('^FO300,9^A0N,20^FD{lot}^FS');
    await expect.poll(() => statusOf(page)).toBe('50 fail');
    await page.getByText('No column is called {lot}').waitFor();
    await page.locator('.row-grid .reason', { hasText: 'nothing fills {lot}' }).first().waitFor();
    await page.getByLabel('lot', { exact: true }).fill('L7');
    await expect.poll(() => statusOf(page)).toBe('1 fails');
    expect(misdeeds).toEqual([]);
  });

  it('takes rows from the clipboard of a spreadsheet', async () => {
    const { page, misdeeds } = await visit();
    await page.getByRole('button', { name: 'Paste rows…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Paste rows' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('textbox').fill(`name\tean\n5" pipe\t${GOOD}\n"two\nlines"\t${GOOD}\n`);
    await dialog.getByRole('button', { name: 'Use rows' }).press('Enter');
    await expect.poll(() => statusOf(page)).toBe('All can be printed');
    expect(await nameOf(page)).toBe('5" pipe');
    await page.getByRole('button', { name: 'Paste rows…' }).click();
    await dialog.getByRole('textbox').fill(`[{"name":"Ada","ean":"${GOOD}"},{"ean":"${GOOD}"}]`);
    await dialog.getByRole('button', { name: 'Use rows' }).click();
    await page.locator('.row-grid .reason', { hasText: 'nothing fills {name}' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Paste rows…' }).click();
    await dialog.getByRole('textbox').fill('[{"name":"Ada","ean":"4\\"6"}]');
    await dialog.getByRole('button', { name: 'Use rows' }).click();
    await page.locator('.row-grid .reason', { hasText: 'correct check digit; got """' }).waitFor();
    await page.getByRole('button', { name: 'Paste rows…' }).click();
    await dialog.getByRole('textbox').fill('a,b\n1,2\n3,4"5\n');
    await dialog.getByRole('button', { name: 'Use rows' }).click();
    await page.locator('.message', { hasText: 'column 2 of row 2 has a quote inside its value' }).waitFor();
    expect(misdeeds.filter((each) => !each.includes('422'))).toEqual([]);
  });

  // The driver of Firefox reports no downloads.
  it.skipIf(IN_FIREFOX)(
    'makes one file of all rows, asks before some are left out, and says which',
    async () => {
      const { page, misdeeds } = await visit();
      await openRows(page, csv(120, [3, 5]));
      await page.evaluate('globalThis.revoked = 0; URL.revokeObjectURL = () => globalThis.revoked++;');
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.message());
        void dialog.accept();
      });
      const made = async (format: string) => {
        await page.locator('.table summary').click();
        const waiting = page.waitForEvent('download');
        await page.locator('.table').getByText(format, { exact: true }).click();
        const download = await waiting;
        expect(download.suggestedFilename()).toBe(`boxes.${format.toLowerCase()}`);
        return (await readFile(await download.path())).toString('latin1');
      };
      expect((await made('ZPL')).split('^XA').length - 1).toBe(118);
      await page.locator('.message', { hasText: 'boxes.zpl has 118 rows, and lacks rows 3, 5' }).waitFor();
      expect((await made('PDF')).split('/Type/Page/').length - 1).toBe(118);
      expect(asked).toEqual(
        Array(2).fill('2 rows of 120 cannot be printed (rows 3, 5). Make a file of the rest?'),
      );
      await page.locator('.row-grid [data-row="0"]').click();
      await page.locator('.row-grid [data-row="5"]').click({ modifiers: ['Shift'] });
      expect((await made('ZPL')).split('^XA').length - 1).toBe(4);
      // A browser that is busy begins later.
      expect(await page.evaluate('globalThis.revoked')).toBe(0);
      expect(misdeeds).toEqual([]);
    },
  );

  it('prints the chosen rows without those that fail, once this is confirmed', async () => {
    const printer = await startFakePrinter();
    const { page, misdeeds } = await visit();
    await openRows(page, csv(40, [3]));
    await expect.poll(() => statusOf(page)).toBe('1 fails');
    await page.locator('.row-grid [data-row="1"]').click();
    await page.locator('.row-grid [data-row="3"]').click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Print rows…' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await dialog.getByLabel('Address').fill(printer.address);
    await expect.poll(() => dialog.getByLabel('Labels').inputValue()).toBe('picked');
    await dialog.getByRole('button', { name: 'Print' }).click();
    expect(await dialog.locator('input:invalid').count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByLabel('Print without row 3, which cannot be printed').check();
    await dialog.getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => dialog.locator('output').innerText()).toBe('Printed. 2 of 2 rows.');
    expect(printer.labels.map((label) => /Box \d+/.exec(label)?.[0])).toEqual(['Box 2', 'Box 4']);
    expect(misdeeds).toEqual([]);
  });

  it('asks about rows that were found to fail after the dialog was opened', async () => {
    const printer = await startFakePrinter();
    const { page, misdeeds } = await visit();
    let check = (): void => {};
    const checked = new Promise<void>((resolve) => (check = resolve));
    await page.route('**/api/rows/check', async (route) => {
      await checked;
      await route.continue();
    });
    await openRows(page, csv(4, [3]));
    await page.getByRole('button', { name: 'Print rows…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await dialog.getByLabel('Address').fill(printer.address);
    check();
    await dialog.getByLabel('Print without row 3, which cannot be printed').check();
    await dialog.getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => dialog.locator('output').innerText()).toBe('Printed. 3 of 3 rows.');
    expect(misdeeds).toEqual([]);
  });

  it('prints on a printer of the network while the queues of the system are still asked for', async () => {
    const printer = await startFakePrinter();
    const { page, misdeeds } = await visit();
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/printers', async (route) => {
      await answered;
      await route.fulfill({ json: { system: ['Zebra'] } });
    });
    await page.evaluate(`localStorage.setItem('printer', '{"kind":"system","name":"Zebra"}')`);
    await page.keyboard.press('Control+p');
    const dialog = page.getByRole('dialog', { name: 'Print' });
    const kind = dialog.getByLabel('Print on');
    expect(await kind.inputValue()).toBe('raw');
    await dialog.getByLabel('Address').fill(printer.address);
    answer();
    await expect.poll(() => kind.locator('option').allInnerTexts()).toContain('Zebra');
    expect([await kind.inputValue(), await dialog.getByLabel('Address').inputValue()]).toEqual([
      'raw',
      printer.address,
    ]);
    expect(misdeeds).toEqual([]);
  });

  it('stops printing, and says how far it came', async () => {
    const printer = await startFakePrinter();
    printer.bytesPerSecond = 4000;
    const { page, misdeeds } = await visit();
    await openRows(page, csv(200, []));
    await page.getByRole('button', { name: 'Print rows…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await dialog.getByLabel('Address').fill(printer.address);
    await dialog.getByRole('button', { name: 'Print' }).click();
    await dialog.getByText(/^[1-9]\d* of 200 rows are printed/).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    await dialog.getByText(/^Stopped\. \d+ rows? (?:is|are) printed/).waitFor();
    const said = Number(/\d+/.exec(await dialog.locator('output').innerText())?.[0]);
    // The printer takes all rows in five seconds: many of them are left once nothing more comes.
    let printed = -1;
    while (printed < printer.labels.length) {
      printed = printer.labels.length;
      await page.waitForTimeout(500);
    }
    expect(printed).toBeGreaterThanOrEqual(said);
    expect(printed).toBeLessThan(200);
    expect(misdeeds).toEqual([]);
  });
});

describe.skipIf(!hasBrowser())('Browser Print in the studio', () => {
  const visit = useBrowser(useStudio(() => ({ files: { 'ean.zpl': EAN } })));

  /** The dialog, once Browser Print is chosen in it. */
  async function chosen() {
    const printer = await startFakePrinter();
    const visited = await visit();
    const { page } = visited;
    const service = await fakeBrowserPrint(page, printer);
    await page.getByLabel('name', { exact: true }).fill('Zoe');
    await page.getByLabel('ean', { exact: true }).fill(GOOD);
    await page.keyboard.press('Control+p');
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await dialog.getByLabel('Print on').selectOption('Browser Print (Zebra)');
    await dialog.getByLabel('Device of Browser Print').selectOption('ZD421');
    const print = () => dialog.getByRole('button', { name: 'Print' }).click();
    const outcome = () => dialog.locator('output').innerText();
    return { ...visited, printer, service, dialog, print, outcome };
  }

  // The driver of Firefox has no bodies of the requests that a test answers.
  it.skipIf(IN_FIREFOX)(
    'prints from the page, with the status before and after, in whatever bytes',
    async () => {
      const { page, printer, service, dialog, print, outcome, misdeeds } = await chosen();
      await print();
      await expect.poll(outcome).toBe('Printed.');
      expect(printer.labels).toEqual([expect.stringContaining('Größe Zoe')]);
      expect(printer.questions).toBe(2);
      await dialog.getByRole('button', { name: 'Close' }).click();
      await openRows(page, csv(5, [2]));
      await expect.poll(() => statusOf(page)).toBe('1 fails');
      await page.getByRole('button', { name: 'Print rows…' }).click();
      await expect.poll(() => dialog.getByLabel('Device of Browser Print').inputValue()).toBe('D4J251202398');
      expect(await accessibilityViolations(page)).toEqual([]);
      await dialog.getByLabel('Print without row 2').check();
      await print();
      await expect.poll(outcome).toBe('Printed. 4 of 4 rows.');
      expect(printer.labels).toHaveLength(5);
      expect(misdeeds).toEqual(service.asked.map((path) => `http://127.0.0.1:9100${path}`));
    },
  );

  it.skipIf(IN_FIREFOX)(
    'sends nothing to a printer that cannot print, and never sends twice what may be lost',
    async () => {
      const { printer, service, print, outcome } = await chosen();
      printer.state = { headOpen: true };
      await print();
      await expect.poll(outcome).toBe('ZD421: head open; nothing was sent');
      expect(printer.labels).toEqual([]);
      printer.state = {};
      service.losesNext = true;
      await print();
      await expect
        .poll(outcome)
        .toBe('The label may or may not be printed: look at the paper. Browser Print did not answer');
      await expect.poll(() => printer.labels.length).toBe(1);
      service.losesNext = false;
      service.refusesNext = 'the device is gone';
      await print();
      await expect.poll(outcome).toContain('Browser Print reports: the device is gone');
      expect(printer.labels).toHaveLength(1);
    },
  );

  it.skipIf(IN_FIREFOX)('stops behind the row at work, and says how far it came', async () => {
    const { page, printer, service, dialog, print, outcome } = await chosen();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await openRows(page, csv(5, []));
    await expect.poll(() => statusOf(page)).toBe('All can be printed');
    await page.getByRole('button', { name: 'Print rows…' }).click();
    await dialog.getByLabel('Print on').selectOption('Browser Print (Zebra)');
    await dialog.getByLabel('Device of Browser Print').selectOption('ZD421');
    let end = (): void => {};
    service.held = new Promise((resolve) => (end = resolve));
    await print();
    await expect.poll(() => printer.labels.length).toBe(1);
    await dialog.getByRole('button', { name: 'Stop' }).click();
    end();
    await expect
      .poll(outcome)
      .toBe('Stopped. 1 row is printed; the next ones may be too: look at the paper.');
    expect(printer.labels).toHaveLength(1);
  });

  it('says that no Browser Print answers', async () => {
    const { page } = await visit();
    await page.route('http://127.0.0.1:9100/**', (route) => route.abort('connectionrefused'));
    await page.route('https://127.0.0.1:9101/**', (route) => route.abort('connectionrefused'));
    await page.keyboard.press('Control+p');
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await dialog.getByLabel('Print on').selectOption('Browser Print (Zebra)');
    await expect.poll(() => dialog.locator('output').innerText()).toContain('Browser Print does not answer');
  });
});
