import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '../support/accessibility.ts';
import { hasBrowser } from '../support/browser.ts';
import { LABEL, textOf, useBrowser } from './visited-studio.ts';

/** Answers the next question of the page, and returns its words. */
function answered(page: Page, isYes: boolean): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', (dialog) => {
      void (isYes ? dialog.accept() : dialog.dismiss()).then(() => resolve(dialog.message()));
    });
  });
}

/** All is done by the keyboard alone. */
describe.skipIf(!hasBrowser())('the files of the studio', () => {
  const visit = useBrowser();
  const message = (page: Page) => page.locator('.message').innerText();
  const inList = async (page: Page, words: string): Promise<void> => {
    await page.keyboard.press('Control+o');
    await page.keyboard.type(words);
    await page.keyboard.press('ArrowDown');
  };
  const typed = async (page: Page, words: string): Promise<void> => {
    await page.locator('.cm-content').focus();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(words);
  };

  it('renames a label from the list, and its changes that are not saved follow it', async () => {
    const { page, folder, misdeeds } = await visit();
    await typed(page, '^FX mine');
    await page.getByLabel('name', { exact: true }).fill('Ada');
    await inList(page, 'box');
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog', { name: 'Rename' });
    await expect.poll(() => dialog.getByLabel('New name').inputValue()).toBe('box');
    await page.keyboard.type('../Grüne Box');
    await dialog.getByText('Grüne-Box.zpl').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => message(page)).toBe('box is now called Grüne-Box');
    expect(await readdir(folder)).toEqual(['Grüne-Box.zpl']);
    // The list has the keyboard again, at the same label.
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toContain('Grüne-Box');
    await page.reload();
    await expect.poll(() => textOf(page)).toBe(`${LABEL}^FX mine`);
    expect(await page.title()).toBe('Grüne-Box – Platen Studio');
    expect(await page.getByLabel('name', { exact: true }).inputValue()).toBe('Ada');
    await page.keyboard.press('Control+s');
    await expect.poll(() => readFile(join(folder, 'Grüne-Box.zpl'), 'utf8')).toBe(`${LABEL}^FX mine`);
    expect(await readdir(folder)).toEqual(['Grüne-Box.zpl']);
    expect(misdeeds).toEqual([]);
  });

  it('asks before a renamed file replaces another one', async () => {
    const { page, folder, misdeeds } = await visit();
    await writeFile(join(folder, 'other.zpl'), '^XA^FXother^FS^XZ');
    await page.reload();
    await page.locator('.cm-line', { hasText: '^GB' }).waitFor();
    await inList(page, 'other');
    await page.keyboard.press('F2');
    const dialog = page.getByRole('dialog', { name: 'Rename' });
    await dialog.waitFor();
    await page.keyboard.type('box');
    await dialog.getByText('box.zpl already exists').waitFor();
    const [no] = await Promise.all([answered(page, false), page.keyboard.press('Enter')]);
    expect(no).toBe('box.zpl already exists. Replace it?');
    expect(await readFile(join(folder, 'box.zpl'), 'utf8')).toBe(LABEL);
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('F2');
    await dialog.waitFor();
    await page.keyboard.type('box');
    await Promise.all([answered(page, true), page.keyboard.press('Enter')]);
    await expect.poll(() => readdir(folder)).toEqual(['box.zpl']);
    expect(await readFile(join(folder, 'box.zpl'), 'utf8')).toContain('^FXother');
    expect(misdeeds).toEqual([]);
  });

  it('deletes a label after a question, keeps its text in the page, and writes it again', async () => {
    const { page, folder, misdeeds } = await visit();
    await inList(page, 'box');
    const [no] = await Promise.all([answered(page, false), page.keyboard.press('Delete')]);
    expect(no).toBe('Delete box.zpl?');
    expect(await readdir(folder)).toEqual(['box.zpl']);
    await Promise.all([answered(page, true), page.keyboard.press('Delete')]);
    await expect.poll(() => message(page)).toContain('box.zpl is deleted. Its text is still here');
    expect(await readdir(folder)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await textOf(page)).toBe(LABEL);
    await page.keyboard.press('Control+Shift+s');
    const dialog = page.getByRole('dialog', { name: 'Save as' });
    await dialog.getByText('box.zpl').waitFor();
    expect(await dialog.getByLabel('Kind').inputValue()).toBe('zpl');
    await page.keyboard.press('Enter');
    await expect.poll(() => message(page)).toBe('Saved as box.zpl');
    expect(await readFile(join(folder, 'box.zpl'), 'utf8')).toBe(LABEL);
    expect(misdeeds).toEqual([]);
  });

  it('saves a file of ZPL as a bundle, and a new label as ZPL, over another file only if that is meant', async () => {
    const { page, folder, misdeeds } = await visit();
    await page.keyboard.press('Control+Shift+s');
    const dialog = page.getByRole('dialog', { name: 'Save as' });
    await dialog.waitFor();
    await page.keyboard.type('Copy');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await dialog.getByText('Copy.json').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => message(page)).toContain('Saved as Copy.json');
    expect(JSON.parse(await readFile(join(folder, 'Copy.json'), 'utf8'))).toMatchObject({
      name: 'Copy',
      zpl: LABEL,
    });
    await page.keyboard.press('Control+o');
    await page.getByRole('button', { name: 'New…' }).last().press('Enter');
    await page.getByRole('button', { name: /^Empty/ }).press('Enter');
    await expect.poll(() => page.title()).toBe('New label – Platen Studio');
    await page.keyboard.press('Control+s');
    await dialog.waitFor();
    await page.keyboard.type('box');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowUp');
    await dialog.getByText('box.zpl already exists').waitFor();
    await page.keyboard.press('Tab');
    await Promise.all([answered(page, true), page.keyboard.press('Enter')]);
    await expect.poll(() => message(page)).toBe('Saved as box.zpl');
    expect(await readFile(join(folder, 'box.zpl'), 'utf8')).toContain('Hello {name}');
    expect(misdeeds).toEqual([]);
  });

  it('shows refusals without escapes, ends messages with what they are about, and says UTF-16 by its name', async () => {
    const { page, folder, misdeeds } = await visit();
    await typed(page, '^FX more');
    await page.keyboard.press('Control+s');
    await expect.poll(() => message(page)).toBe('box.zpl is saved');
    await page.keyboard.type(' ');
    await expect.poll(() => message(page)).toBe('');
    await writeFile(join(folder, 'wide.zpl'), Buffer.from('\uFEFF^XA^FDa^FS^XZ', 'utf16le'));
    await writeFile(join(folder, 'rs.zpl'), '^XA^FO20,20^BCN,50^FH^FDa_1E{b}^FS^XZ');
    await page.reload();
    await page.locator('.cm-line', { hasText: '^GB' }).waitFor();
    await page.keyboard.press('Control+o');
    await page.keyboard.type('wide');
    await page.keyboard.press('Enter');
    await page
      .locator('.findings', { hasText: 'this is UTF-16: no label begins with ^XA – save it as UTF-8' })
      .waitFor();
    await page.keyboard.press('Control+o');
    await page.keyboard.type('rs');
    await page.keyboard.press('Enter');
    await page.getByLabel('b', { exact: true }).fill('é');
    await expect.poll(() => page.locator('.findings .failure').innerText()).toContain('a<RS>{b}');
    expect(await page.locator('.findings').innerText()).not.toContain('\\u');
    // No reader reads a bar code that is not drawn.
    expect(misdeeds.filter((each) => !each.includes('422'))).toEqual([]);
  });

  it('fills variables with the examples of a bundle, and keeps values as examples, without other changes', async () => {
    const { page, folder, misdeeds } = await visit();
    const bundle = {
      name: 'Shelf',
      width: 50,
      height: 25,
      dpi: 203,
      zpl: '^XA^FO9,9^A0N,30^FD{name}^FS^FO9,49^BEN,50^FD{EAN}^FS^XZ',
      examples: { NAME: 'Ada', ean: 501234567890 },
    };
    const file = join(folder, 'shelf.json');
    await writeFile(file, JSON.stringify(bundle, null, 2));
    await page.reload();
    await page.locator('.cm-line', { hasText: '^GB' }).waitFor();
    const [fill, keep] = ['Fill with examples', 'Keep as examples'].map((name) =>
      page.getByRole('button', { name }),
    );
    if (fill === undefined || keep === undefined) throw new Error('there are two buttons');
    // A file of ZPL has no place for them.
    await page.getByLabel('name', { exact: true }).fill('Bo');
    expect([await fill.isVisible(), await keep.isVisible()]).toEqual([false, false]);
    await page.keyboard.press('Control+o');
    await page.keyboard.type('shelf');
    await page.keyboard.press('Enter');
    await fill.waitFor();
    // No value is missed before one is given.
    expect(await page.locator('.failure:visible, .findings .error, .message.error').count()).toBe(0);
    await page.getByLabel('name', { exact: true }).fill('Bo');
    await fill.press('Enter');
    await expect.poll(() => page.getByLabel('EAN', { exact: true }).inputValue()).toBe('501234567890');
    expect(await page.getByLabel('name', { exact: true }).inputValue()).toBe('Bo');
    expect(await fill.isVisible()).toBe(false);
    expect(await accessibilityViolations(page)).toEqual([]);
    await typed(page, '^FX mine');
    await keep.press('Enter');
    await expect.poll(() => message(page)).toBe('shelf.json has the examples');
    const expected = { ...bundle, examples: { EAN: '501234567890', name: 'Bo' } };
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(expected);
    expect(await textOf(page)).toContain('^FX mine');
    await expect.poll(() => keep.isVisible()).toBe(false);
    await page.keyboard.press('Control+s');
    await expect.poll(() => message(page)).toBe('shelf.json is saved');
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ ...expected, zpl: `${bundle.zpl}^FX mine` });
    expect(misdeeds).toEqual([]);
  });

  it('saves the example values of a template with the label', async () => {
    const { page, folder, misdeeds } = await visit();
    await page.getByRole('button', { name: 'New…' }).first().press('Enter');
    await page.getByRole('button', { name: /^Address/ }).press('Enter');
    await expect.poll(() => page.title()).toContain('Address');
    await page.keyboard.press('Control+s');
    await page.getByRole('dialog', { name: 'Save as' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect.poll(() => message(page)).toContain('Saved as Address');
    const saved = JSON.parse(await readFile(join(folder, 'Address.json'), 'utf8')) as { examples: object };
    expect(Object.keys(saved.examples).length).toBeGreaterThan(0);
    // Its text that stays in the page has them too.
    await inList(page, 'Address');
    await Promise.all([answered(page, true), page.keyboard.press('Delete')]);
    await expect.poll(() => message(page)).toContain('Address.json is deleted');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+Shift+s');
    await page.getByRole('dialog', { name: 'Save as' }).getByText('Address.json').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => message(page)).toContain('Saved as Address');
    const again = JSON.parse(await readFile(join(folder, 'Address.json'), 'utf8')) as { examples: object };
    expect(again.examples).toEqual(saved.examples);
    expect(misdeeds).toEqual([]);
  });

  it('saves the label that was open when its name was given, and leaves one that was opened meanwhile', async () => {
    const { page, folder, misdeeds } = await visit();
    await writeFile(join(folder, 'other.zpl'), '^XA^FXother^FS^XZ');
    await page.reload();
    await page.locator('.cm-line', { hasText: '^GB' }).waitFor();
    let answer = (): void => {};
    const answered = new Promise<void>((resolve) => (answer = resolve));
    await page.keyboard.press('Control+Shift+s');
    const dialog = page.getByRole('dialog', { name: 'Save as' });
    await dialog.getByText('box.zpl already exists').waitFor();
    await page.keyboard.type('copy');
    await dialog.getByText('copy.zpl').waitFor();
    await page.route('**/api/file-place', async (route) => {
      await answered;
      await route.continue();
    });
    await page.keyboard.press('Enter');
    await page.keyboard.press('Control+o');
    await page.keyboard.type('other');
    await page.keyboard.press('Enter');
    await expect.poll(() => textOf(page)).toContain('^FXother');
    answer();
    await expect.poll(() => message(page)).toBe('Saved as copy.zpl');
    expect(await readFile(join(folder, 'copy.zpl'), 'utf8')).toBe(LABEL);
    expect(await textOf(page)).toContain('^FXother');
    expect(await page.title()).toBe('other – Platen Studio');
    expect(misdeeds).toEqual([]);
  });

  it('has a list and a dialog in which axe finds no violation', async () => {
    const { page } = await visit();
    await inList(page, 'box');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press('F2');
    await page.getByRole('dialog', { name: 'Rename' }).getByText('box.zpl').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
