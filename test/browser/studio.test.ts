import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { allowClipboard, hasBrowser, typeInto } from '../support/browser.ts';
import { startFakePrinter } from '../support/fake-printer.ts';
import { clickDot, heldBack, inkOf, LABEL, pixelOf, textOf, useBrowser } from './visited-studio.ts';

describe.skipIf(!hasBrowser())('the studio in a browser', () => {
  const visit = useBrowser();

  it('draws what is typed, and what a variable is', async () => {
    const { page, misdeeds } = await visit();
    const before = await inkOf(page);
    await page.getByLabel('name', { exact: true }).fill('M');
    await expect.poll(() => inkOf(page)).toBeLessThan(before);
    const filled = await inkOf(page);
    await page.locator('.cm-line', { hasText: '^GB' }).click();
    await page.keyboard.press('End');
    const box = '^FO200,20^GB150,150,150^FS';
    await page.keyboard.type(box);
    await expect.poll(() => inkOf(page)).toBeGreaterThan(filled + 10_000);
    // Dots that are no longer there are white again, but for those beneath the outline of the selected field.
    for (let i = 0; i < box.length; i++) await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    await expect.poll(() => inkOf(page)).toBeLessThanOrEqual(filled);
    expect(await inkOf(page)).toBeGreaterThan(filled - 1000);
    expect(misdeeds).toEqual([]);
  });

  it('selects the source of what is clicked, and the field of what is written', async () => {
    const { page, misdeeds } = await visit();
    await clickDot(page, 60, 145);
    await expect
      .poll(() => page.locator('.marked-field').allInnerTexts())
      .toEqual(['^FO10,120^GB100,50,50^FS']);
    await expect.poll(() => page.locator('.place').innerText()).toContain('x 10 y 120 · 100 × 50 dots');
    await page.locator('.cm-line', { hasText: '^A0N' }).click();
    await expect.poll(() => page.locator('.place').innerText()).toContain('x 2');
    expect(misdeeds).toEqual([]);
  });

  it('moves a field that is dragged by its origin alone, and takes it back', async () => {
    const { page, misdeeds } = await visit();
    const from = await pixelOf(page, 60, 145);
    const to = await pixelOf(page, 160, 125);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => textOf(page)).toBe(LABEL.replace('^FO10,120', '^FO110,100'));
    await page.locator('canvas').press('ArrowRight');
    await expect.poll(() => textOf(page)).toBe(LABEL.replace('^FO10,120', '^FO111,100'));
    await page.locator('.cm-content').press('Control+z');
    await page.locator('.cm-content').press('Control+z');
    await expect.poll(() => textOf(page)).toBe(LABEL);
    expect(misdeeds).toEqual([]);
  });

  it('resizes a field by the number that says its size', async () => {
    const { page, misdeeds } = await visit();
    await clickDot(page, 60, 145);
    const from = await pixelOf(page, 112, 172);
    const to = await pixelOf(page, 162, 172);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => textOf(page)).toBe(LABEL.replace('^GB100,50,50', '^GB150,50,50'));
    expect(misdeeds).toEqual([]);
  });

  it('moves, resizes and takes back with the keyboard alone, on a label that is turned too', async () => {
    const { page, misdeeds } = await visit();
    const canvas = page.locator('canvas');
    await canvas.focus();
    await canvas.press('Tab');
    await expect.poll(() => page.locator('.place').innerText()).toContain('Text {name} · x 2');
    await canvas.press('Tab');
    await expect.poll(() => page.locator('.place').innerText()).toContain('Box · x 10 y 120');
    await canvas.press('Shift+ArrowRight');
    await expect.poll(() => textOf(page)).toBe(LABEL.replace('^FO10,120', '^FO20,120'));
    await canvas.press('Alt+ArrowDown');
    await expect.poll(() => textOf(page)).toContain('^FO20,120^GB100,51,50');
    await canvas.press('Control+z');
    await canvas.press('Control+z');
    await expect.poll(() => textOf(page)).toBe(LABEL);
    await canvas.press('Control+Shift+z');
    await expect.poll(() => textOf(page)).toContain('^FO20,120');
    await canvas.press('Shift+R');
    await canvas.press('ArrowDown');
    await expect.poll(() => textOf(page)).toContain('^FO21,120');
    await canvas.press('g');
    await expect
      .poll(() => page.getByRole('button', { name: 'Grid' }).getAttribute('aria-pressed'))
      .toBe('true');
    await canvas.press('Escape');
    await canvas.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('INPUT');
    expect(misdeeds).toEqual([]);
  });

  it('keeps the focus in sight when a menu or a dialog closes', async () => {
    const { page } = await visit();
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await allowClipboard(page.context());
    await page.getByText('Share').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Copy as curl').focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused()).toBe('Share');
    await page.getByRole('button', { name: 'Save as…' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect.poll(() => focused()).toBe('Save as…');
  });

  it('completes commands, and says what they are', async () => {
    const { page, misdeeds } = await visit();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('^G');
    const box = page.locator('.cm-tooltip-autocomplete li', { hasText: '^GB' });
    await box.waitFor();
    await expect.poll(() => box.innerText()).toContain('width,height,thickness');
    await box.click();
    // The pointer has help of its own.
    await page.mouse.move(0, 0);
    await page.keyboard.type('10,');
    await expect.poll(() => page.locator('.help .marked').innerText()).toMatch(/^height/);
    await page.keyboard.press('Escape');
    await page.locator('.help').waitFor({ state: 'detached' });
    // Text for a screen reader is there for a moment only.
    await page.evaluate(`(() => {
      const announced = document.querySelector('.cm-announced');
      window.told = new Promise((resolve) => {
        const look = () => announced.textContent.trim() !== '' && resolve(announced.textContent);
        new MutationObserver(look).observe(announced, { childList: true });
      });
    })()`);
    await page.keyboard.press('F1');
    expect(await page.evaluate('told')).toContain('box or line');
    await page.keyboard.type('^FS');
    await page.keyboard.press('Escape');
    await page.locator('.help').waitFor({ state: 'detached' });
    await page.locator('.cm-line', { hasText: '^A0N' }).locator('.zpl-command').first().hover();
    await page.locator('.help', { hasText: 'field origin' }).waitFor();
    expect(misdeeds).toEqual([]);
  });

  it('leafs through rows of a file, and opens a link with label and values', async () => {
    const { page, misdeeds } = await visit();
    const rows = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nOne\nTwo\n') };
    await page.getByLabel('Rows (CSV, Excel, JSON)').setInputFiles(rows);
    const field = page.getByLabel('name', { exact: true });
    await expect.poll(() => field.inputValue()).toBe('One');
    await page.getByLabel('Next row').click();
    await expect.poll(() => field.inputValue()).toBe('Two');
    await allowClipboard(page.context());
    await page.getByText('Share').click();
    await page.getByText('Copy link to this label').click();
    await expect.poll(() => page.locator('.message').innerText()).toContain('copied');
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const other = await page.context().newPage();
    await other.goto(link);
    await expect.poll(() => inkOf(other)).toBeGreaterThan(0);
    await expect.poll(() => textOf(other)).toBe(LABEL);
    await expect.poll(() => other.getByLabel('name', { exact: true }).inputValue()).toBe('Two');
    expect(misdeeds).toEqual([]);
  });

  it('imports a file that is dropped on it, all of its labels, and what was dropped before stays in the list', async () => {
    const { page, misdeeds } = await visit();
    const label = (name: string) => `^XA^PW400^LL200^FO20,20^A0N,40^FN1"${name}"^FDZoe^FS^XZ`;
    const drop = async (name: string, ...texts: readonly string[]) => {
      const files = await page.evaluateHandle(`(() => {
        const transfer = new DataTransfer();
        for (const text of ${JSON.stringify(texts)}) transfer.items.add(new File([text], ${JSON.stringify(name)}));
        return transfer;
      })()`);
      await page.dispatchEvent('main', 'drop', { dataTransfer: files });
    };
    await drop('job.prn', label('First') + label('Other').replace('40', '50'));
    await expect.poll(() => page.title()).toBe('job 1 – Platen Studio');
    await expect.poll(() => textOf(page)).toContain('{first}');
    await page.keyboard.press('Escape');
    await drop('two.prn', label('A'), label('B'));
    await page.locator('.message.error', { hasText: 'one file at a time' }).waitFor();
    await drop('later.prn', label('Later'));
    await expect.poll(() => page.title()).toBe('later – Platen Studio');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+o');
    await page.getByText('job 2').click();
    await expect.poll(() => page.title()).toBe('job 2 – Platen Studio');
    await expect.poll(() => textOf(page)).toContain('{other}');
    expect(misdeeds).toEqual([]);
  });

  it('imports a file that is chosen, without set-up commands and with marked pictures where that is ticked', async () => {
    const { page, misdeeds } = await visit();
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import…' }).press('Enter'),
    ]);
    await chooser.setFiles('docs/labels/driver-picture.prn');
    const report = page.getByRole('dialog', { name: 'Changes by the import' });
    const setup = report.getByLabel('Leave out what sets up the printer (^MM ^PR ^MD ^PQ)');
    await setup.waitFor();
    await expect.poll(() => textOf(page)).toContain('^PR4');
    await setup.press('Space');
    await report.getByText('and is left out').first().waitFor();
    await expect.poll(() => report.getByRole('status').innerText()).toBe('The label was imported again.');
    await expect.poll(() => setup.isChecked()).toBe(true);
    await report.getByLabel('Redraw the picture of a symbol').press('Space');
    await report.getByText('it is redrawn with {').waitFor();
    await expect.poll(() => page.evaluate('document.activeElement.checked')).toBe(true);
    const text = await textOf(page);
    expect(text).toContain('svc-barcode:1;');
    expect(text).not.toContain('^PR4');
    await setup.press('Space');
    await expect.poll(() => textOf(page)).toContain('^PR4');
    expect(misdeeds).toEqual([]);
  });

  it('keeps values by folder, of the labels that were open last', async () => {
    const { page, misdeeds } = await visit();
    const field = page.getByLabel('name', { exact: true });
    await field.fill('Zoe');
    const kept = await page.evaluate<readonly string[]>(`(() => {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith('label:'));
      for (let i = 0; i < 300; i++) localStorage.setItem('label:other:' + i, JSON.stringify({ variables: {}, at: i }));
      return keys;
    })()`);
    const [, own] = /^label:([\w-]{16}):box\.zpl$/.exec(kept.join()) ?? [];
    expect(own).toBeDefined();
    await page.reload();
    await expect.poll(() => field.inputValue()).toBe('Zoe');
    // A label of the same name in another folder, at the same port.
    await page.evaluate(`localStorage.setItem('label:elsewhere:box.zpl', localStorage.getItem('label:${own}:box.zpl'));
      localStorage.removeItem('label:${own}:box.zpl')`);
    await page.reload();
    await expect.poll(() => inkOf(page)).toBeGreaterThan(0);
    await expect.poll(() => field.inputValue()).toBe('');
    const left = await page.evaluate<readonly string[]>(
      "Object.keys(localStorage).filter((key) => key.startsWith('label:'))",
    );
    expect(left).toHaveLength(200);
    expect(left).toContain('label:other:299');
    expect(left).not.toContain('label:other:0');
    expect(misdeeds).toEqual([]);
  });

  it('saves to the file', async () => {
    const { folder, page, misdeeds } = await visit();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    // One step of the history, however slow the machine is.
    await page.keyboard.insertText('^FX more');
    await page.keyboard.press('Control+s');
    await expect.poll(() => page.locator('.message').innerText()).toContain('saved');
    expect(await readFile(join(folder, 'box.zpl'), 'utf8')).toBe(`${LABEL}^FX more`);
    await page.keyboard.press('Control+z');
    await expect.poll(() => textOf(page)).toBe(LABEL);
    expect(misdeeds).toEqual([]);
  });

  it('prints the label, and asks first if the linter finds errors', async () => {
    const printer = await startFakePrinter();
    const { page, misdeeds } = await visit();
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await page.getByRole('button', { name: 'Print…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await dialog.getByLabel('Address').fill(printer.address);
    await typeInto(dialog.getByLabel('Copies'), '2');
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => dialog.locator('output').innerText()).toBe('Printed.');
    expect(printer.labels.map((label) => label.includes('Ada'))).toEqual([true, true]);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.locator('.cm-line', { hasText: '^XZ' }).click();
    await page.keyboard.press('Home');
    await page.keyboard.type('^FO9,9^BEN,50^FDletters^FS');
    await expect.poll(() => page.locator('.findings .error').count()).toBeGreaterThan(0);
    await page.keyboard.press('Control+p');
    expect(await dialog.getByLabel('Address').inputValue()).toBe(printer.address);
    await dialog.getByRole('button', { name: 'Print' }).click();
    expect(await dialog.locator('input:invalid').count()).toBe(1);
    expect(printer.labels).toHaveLength(2);
    expect(misdeeds).toEqual([]);
  });

  it('leaves the address and the printer that are chosen before it knows the queues', async () => {
    const printer = await startFakePrinter();
    const { page, misdeeds } = await visit();
    await page.evaluate(`localStorage.setItem('printer', '{"kind":"raw","address":"192.0.2.1"}')`);
    const answer = await heldBack(page, 'api/printers');
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await page.keyboard.press('Control+p');
    const dialog = page.getByRole('dialog', { name: 'Print' });
    await expect.poll(() => dialog.getByLabel('Address').inputValue()).toBe('192.0.2.1');
    await typeInto(dialog.getByLabel('Address'), printer.address);
    const known = page.waitForResponse('**/api/printers');
    answer();
    await (await known).finished();
    await dialog.getByRole('button', { name: 'Print' }).click();
    await expect.poll(() => dialog.locator('output').innerText()).toBe('Printed.');
    expect(printer.labels).toHaveLength(1);
    expect(misdeeds).toEqual([]);
  });

  it('opens a label from the list by keys alone', async () => {
    const { page, folder, misdeeds } = await visit();
    for (const name of ['a', 'b']) await writeFile(join(folder, `other-${name}.zpl`), `^XA^FX ${name}^FS^XZ`);
    await page.reload();
    await page.locator('.cm-line', { hasText: '^GB' }).click();
    await page.keyboard.press('Control+o');
    await page.keyboard.type('other');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.locator('.cm-line', { hasText: '^FX b' }).waitFor();
    await page.keyboard.press('Control+o');
    await page.keyboard.type('other-a');
    await page.keyboard.press('Enter');
    await page.locator('.cm-line', { hasText: '^FX a' }).waitFor();
    await page.reload();
    await page.locator('.cm-line', { hasText: '^FX a' }).waitFor();
    expect(misdeeds).toEqual([]);
  });

  it('keeps changes across a reload, until they are saved', async () => {
    const { page, folder, misdeeds } = await visit();
    await page.locator('.cm-line', { hasText: '^GB' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('^FX mine^FS');
    await page.reload();
    await expect.poll(() => page.locator('.message').innerText()).toContain('Your changes are restored');
    expect(await textOf(page)).toBe(LABEL.replace('50^FS\n', '50^FS^FX mine^FS\n'));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => page.locator('.message').innerText()).toBe('box.zpl is saved');
    expect(await readFile(join(folder, 'box.zpl'), 'utf8')).toContain('^FX mine');
    await page.reload();
    await page.locator('.cm-line', { hasText: '^FX mine' }).waitFor();
    expect(await page.locator('.message').innerText()).toBe('');
    expect(misdeeds).toEqual([]);
  });

  it('follows its file, and asks which one is kept if both were changed', async () => {
    const { page, folder, misdeeds } = await visit();
    const file = join(folder, 'box.zpl');
    await writeFile(file, LABEL.replace('^GB100', '^GB140'));
    await page.locator('.cm-line', { hasText: '^GB140' }).waitFor();
    await expect.poll(() => page.locator('.message').innerText()).toContain('the page shows the new version');
    const change = async (mine: string, theirs: string) => {
      await page.locator('.cm-line', { hasText: '^XZ' }).click();
      await page.keyboard.press('Home');
      await page.keyboard.type(`^FX ${mine}^FS`);
      await writeFile(file, LABEL.replace('{name}', theirs));
      return page.getByRole('dialog', { name: 'The file was changed' });
    };
    const first = await change('one', 'theirs');
    await expect.poll(() => first.locator('.removed').allInnerTexts()).toContain('-^FDtheirs^FS\n');
    expect(await first.locator('.added').allInnerTexts()).toContain('+^FX one^FS\n');
    await first.getByRole('button', { name: 'Take the file' }).click();
    await expect.poll(() => textOf(page)).toBe(LABEL.replace('{name}', 'theirs'));
    const second = await change('two', 'others');
    await second.getByRole('button', { name: 'Keep mine' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => readFile(file, 'utf8')).toContain('^FX two');
    expect(misdeeds).toEqual([]);
  });
});
