import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { openStudio } from '../studio/open-studio.ts';
import { accessibilityViolations } from '../support/accessibility.ts';
import { doubleClick, hasBrowser, typeInto } from '../support/browser.ts';
import { BLACK, clickDot, heldBack, LABEL, pixelOf, pixels, textOf, useBrowser } from './visited-studio.ts';

const UNDONE = 8;

/** A designer writes no ZPL: all that is done here is done by pointer and keys on the label. */
describe.skipIf(!hasBrowser())('the studio as a designer', () => {
  const visit = useBrowser();
  const expectText = (page: Page, part: RegExp) => expect.poll(() => textOf(page)).toMatch(part);

  it('adds fields where the label is clicked, and by the keyboard alone, and takes each back as one step', async () => {
    const { page, misdeeds } = await visit();
    const texts = [await textOf(page)];
    const grown = async (part: RegExp): Promise<void> => {
      await expectText(page, part);
      texts.push(await textOf(page));
    };
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    await page.locator('canvas.placing').waitFor();
    await clickDot(page, 200, 20);
    // A click is a few dots beside what it is at.
    await grown(/\^FO19\d,1\d\^A0N,32,32\^FDText\^FS\n\^XZ/);
    await page.locator('canvas:not(.placing)').waitFor();
    await page.locator('.edit-tools summary', { hasText: 'Barcode' }).click();
    await page.getByRole('button', { name: 'EAN-13' }).click();
    await clickDot(page, 150, 80);
    await grown(/\^FO14\d,7\d\^BY2,3,80\^BEN,80,Y,N\^FD501234567890\^FS\n\^XZ/);
    await expect.poll(() => page.locator('.place').innerText()).toContain('Barcode 501234567890 · x 1');
    await page.getByRole('button', { name: 'Circle' }).press('Enter');
    await grown(/\^GC120,3,B\^FS/);
    await page.locator('.edit-tools summary', { hasText: 'Barcode' }).press('Enter');
    await page.getByRole('button', { name: 'QR Code' }).press('Enter');
    await grown(/\^BQN,2,4\^FDQA,https:\/\/example.com\^FS/);
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toBe('CANVAS');
    await page.keyboard.press('l');
    await grown(/\^GB320,3,3,B,0\^FS/);
    for (const text of texts.slice(0, -1).toReversed()) {
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect.poll(() => textOf(page)).toBe(text);
    }
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => textOf(page)).toBe(texts[1]);
    expect(misdeeds).toEqual([]);
  });

  describe('while the server is slow', () => {
    it('moves fields by keys before they are drawn, each behind the one before', async () => {
      const { page, misdeeds } = await visit();
      const draw = await heldBack(page, 'api/view');
      const canvas = page.locator('canvas');
      await canvas.press('x');
      await canvas.press('Shift+ArrowDown');
      await canvas.press('ArrowRight');
      await canvas.press('o');
      await canvas.press('Shift+ArrowUp');
      // The middle of the label, then below what was there, from which each went its way.
      await expectText(page, /\^FO101,110\^GB.*\^FS\n\^FO101,112\^GC.*\^FS\n\^XZ/);
      for (let drawings = 0; drawings < 2; drawings++) draw();
      await expect.poll(() => page.locator('.place').innerText()).toContain('Ellipse · x 101 y 112');
      expect(misdeeds).toEqual([]);
    });

    it('writes into a new text at once, and grows and aligns new fields as soon as they are drawn', async () => {
      const { page, misdeeds } = await visit();
      const draw = await heldBack(page, 'api/view');
      const canvas = page.locator('canvas');
      await canvas.press('x');
      await canvas.press('Alt+ArrowRight');
      await canvas.press('Alt+ArrowRight');
      await canvas.press('t');
      await canvas.press('F2');
      await page.keyboard.type('Hello');
      await page.keyboard.press('Enter');
      await expectText(page, /\^FO100,100\^GB240,160,3,B,0\^FS\n\^FO100,112\^A0N,32,32\^FDHello\^FS/);
      await canvas.press('Shift+Tab');
      await expect.poll(() => page.locator('.marked-field').innerText()).toContain('^GB240');
      await canvas.press('Shift+ArrowRight');
      await canvas.press('Control+a');
      await page.locator('.edit-tools summary', { hasText: 'Arrange' }).press('Enter');
      await page.getByRole('button', { name: 'Align left' }).press('Enter');
      await expect.poll(() => page.locator('.marked-field').count()).toBe(4);
      const held = await textOf(page);
      expect(held).toContain('^FO110,100^GB240,');
      for (let drawings = 0; drawings < 4; drawings++) draw();
      // Letters begin a few dots right of their origins.
      await expectText(page, /\^FO[78],30.*\n\^FO10,120.*\n\^FO10,100\^GB242,.*\n\^FO[78],112/);
      expect(await page.locator('.marked-field').count()).toBe(4);
      expect(misdeeds).toEqual([]);
    });

    it('adds fields to the label whose number is shown, once it is drawn', async () => {
      const second = '^XA^FO10,20^GB60,50,50^FS^XZ';
      const studio = await openStudio({ files: { 'two.zpl': `${LABEL}${second}\n${second}\n` } });
      const { page, misdeeds } = await visit({}, studio);
      const draw = await heldBack(page, 'api/view');
      const canvas = page.locator('canvas');
      const opacity = () =>
        page.evaluate<string>("getComputedStyle(document.querySelector('canvas')).opacity");
      await page.getByLabel('Next label').click();
      await expect.poll(opacity).toBe('0.3');
      // The label that is still to be seen is not the one that keys are for.
      await canvas.press('Tab');
      await canvas.press('Control+a');
      expect(await page.locator('.marked-field').count()).toBe(0);
      await canvas.press('x');
      await canvas.press('o');
      draw();
      const added = '^FO100,100^GB240,160,3,B,0^FS^FO100,112^GC120,3,B^FS';
      await expect
        .poll(() => textOf(page))
        .toContain(`${LABEL}${second.replace('^XZ', `${added}^XZ`)}\n${second}\n`);
      draw();
      await expect.poll(opacity).toBe('1');
      expect(misdeeds).toEqual([]);
    });

    it('adds nothing if another label is shown before the one that a field was added to', async () => {
      const second = '^XA^FO10,20^GB60,50,50^FS^XZ';
      const studio = await openStudio({ files: { 'two.zpl': `${LABEL}${second}\n${second}\n` } });
      const { page, misdeeds } = await visit({}, studio);
      const before = await textOf(page);
      const draw = await heldBack(page, 'api/view');
      await page.getByLabel('Next label').click();
      await page.locator('canvas').press('x');
      await page.getByLabel('Next label').click();
      await page.getByText('Nothing was added: the label was not drawn yet.').waitFor();
      for (let drawings = 0; drawings < 2; drawings++) draw();
      await page.locator('.label:not(.awaited)').waitFor();
      expect(await textOf(page)).toBe(before);
      expect(misdeeds).toEqual([]);
    });

    it('goes through the fields of the text as it is, while that before is shown', async () => {
      const { page, misdeeds } = await visit();
      const draw = await heldBack(page, 'api/view');
      const canvas = page.locator('canvas');
      const marked = () => page.locator('.marked-field').allInnerTexts();
      await canvas.press('Tab');
      await expect.poll(marked).toEqual(['^FO20,30^A0N,40^FD{name}^FS']);
      await canvas.press('Shift+ArrowRight');
      await canvas.press('Delete');
      await expect.poll(() => textOf(page)).toBe(LABEL.replace(/\^FO20.*\n/, ''));
      // The text that is drawn has the field that is gone.
      const shown = page.waitForResponse('**/api/view');
      draw();
      await (await shown).finished();
      await canvas.press('Tab');
      await expect.poll(marked).toEqual(['^FO10,120^GB100,50,50^FS']);
      await canvas.press('Tab');
      await expect.poll(() => page.evaluate('document.activeElement.tagName')).not.toBe('CANVAS');
      draw();
      expect(misdeeds).toEqual([]);
    });
  });

  it('writes the text that is edited where it is into its own field, though another one is clicked', async () => {
    const { page, misdeeds } = await visit();
    const other = await pixelOf(page, 60, 145);
    await clickDot(page, 40, 45);
    await page.locator('canvas').press('F2');
    await page.getByLabel('Text of the field').fill('Hello');
    await page.mouse.click(other.x, other.y);
    await expect.poll(() => textOf(page)).toBe(LABEL.replace('{name}', 'Hello'));
    await expect.poll(() => page.locator('.marked-field').innerText()).toContain('^GB100');
    expect(misdeeds).toEqual([]);
  });

  it('changes the selected field by its properties', async () => {
    const { page, misdeeds } = await visit();
    const panel = page.getByRole('region', { name: 'Field' });
    expect(await panel.isVisible()).toBe(false);
    await clickDot(page, 60, 145);
    await typeInto(panel.getByLabel('thickness'), '3');
    await expect.poll(() => textOf(page)).toBe(LABEL.replace('^GB100,50,50', '^GB100,50,3'));
    await typeInto(panel.getByLabel('rounding'), '99');
    await typeInto(panel.getByLabel('width'), '120');
    await expect.poll(() => textOf(page)).toBe(LABEL.replace('^GB100,50,50', '^GB120,50,3'));
    const black = await pixels(page, BLACK);
    await page.locator('canvas').press('Shift+Tab');
    await panel.getByLabel('data').fill('^XZ');
    await expect.poll(() => textOf(page)).toContain('^FH^FD_5EXZ^FS');
    await panel.getByLabel('variable').fill('city');
    await expect.poll(() => textOf(page)).toContain('^FH^FD{city}^FS');
    await page.getByLabel('city', { exact: true }).fill('Rome');
    await panel.getByLabel('orientation').selectOption('R');
    await expect.poll(() => textOf(page)).toContain('^A0R,40');
    await expect.poll(() => pixels(page, BLACK)).not.toBe(black);
    await page.locator('canvas').press('Escape');
    await expect.poll(() => panel.isVisible()).toBe(false);
    expect(misdeeds).toEqual([]);
  });

  it('removes, copies across labels, turns and orders fields, and edits a text where it is', async () => {
    const { page, misdeeds } = await visit();
    const canvas = page.locator('canvas');
    await clickDot(page, 60, 145);
    await canvas.press('Control+c');
    await expect.poll(() => page.locator('.message').innerText()).toBe('The field is copied');
    await canvas.press('Control+v');
    await expect.poll(() => textOf(page)).toContain('^FO22,132^GB100,50,50^FS');
    await canvas.press('Control+x');
    await expect.poll(() => textOf(page)).toBe(LABEL);
    await clickDot(page, 60, 145);
    await canvas.press('r');
    await expect.poll(() => textOf(page)).toContain('^GB50,100,50');
    await canvas.press('[');
    await expect.poll(() => textOf(page)).toContain('^LL200\n^FO10,120^GB50,100,50^FS\n^FO20,30');
    await canvas.press('Control+d');
    await expect.poll(() => textOf(page)).toContain('^FO22,132^GB50,100,50^FS');
    await canvas.press('Control+a');
    await canvas.press('Delete');
    await expect.poll(() => textOf(page)).toBe('^XA^PW400^LL200\n^XZ\n');
    await canvas.press('Control+v');
    await expect.poll(() => textOf(page)).toContain('^FO22,132^GB100,50,50^FS');
    for (let i = 0; i < UNDONE; i++) await canvas.press('Control+z');
    await expect.poll(() => textOf(page)).toBe(LABEL);
    const text = await pixelOf(page, 40, 45);
    await doubleClick(canvas, text);
    const input = page.getByLabel('Text of the field');
    await input.fill('Hello');
    await input.press('Enter');
    await expect.poll(() => textOf(page)).toBe(LABEL.replace('{name}', 'Hello'));
    await canvas.press('F2');
    await input.fill('Other');
    await input.press('Escape');
    await input.waitFor({ state: 'detached' });
    expect(await textOf(page)).toBe(LABEL.replace('{name}', 'Hello'));
    expect(misdeeds).toEqual([]);
  });

  it('moves several fields together, aligns and distributes them, and snaps what is dragged', async () => {
    const { page, misdeeds } = await visit();
    const canvas = page.locator('canvas');
    const place = page.locator('.place');
    await clickDot(page, 60, 145);
    await page.keyboard.down('Shift');
    await clickDot(page, 40, 45);
    await page.keyboard.up('Shift');
    await expect.poll(() => place.innerText()).toContain('2 fields');
    await canvas.press('ArrowRight');
    await expect.poll(() => textOf(page)).toBe(LABEL.replace('^FO20,', '^FO21,').replace('^FO10,', '^FO11,'));
    await page.locator('.edit-tools summary', { hasText: 'Arrange' }).click();
    await page.getByRole('button', { name: 'Align left' }).click();
    // The text begins two dots right of its origin.
    await expect.poll(() => textOf(page)).toMatch(/\^FO(8|9|10),30.*\n\^FO11,120/);
    await canvas.press('Control+z');
    await canvas.press('Control+z');
    await canvas.press('Escape');
    const drag = async (from: readonly [number, number], to: readonly [number, number]): Promise<void> => {
      const [a, b] = [await pixelOf(page, ...from), await pixelOf(page, ...to)];
      await page.mouse.move(a.x, a.y);
      await page.mouse.down();
      await page.mouse.move(b.x, b.y, { steps: 4 });
    };
    await drag([9, 9], [390, 190]);
    await page.mouse.up();
    await expect.poll(() => place.innerText()).toContain('2 fields');
    await canvas.press('Escape');
    // Four dots short of the label's right edge.
    await drag([60, 145], [346, 95]);
    await expect.poll(() => place.innerText()).toContain('x 300 y 69');
    await page.mouse.up();
    await expect.poll(() => textOf(page)).toContain('^FO300,69');
    await canvas.press('Control+z');
    await page.keyboard.down('Alt');
    await drag([60, 145], [346, 96]);
    await page.mouse.up();
    await page.keyboard.up('Alt');
    await expect.poll(() => textOf(page)).toContain('^FO296,71');
    expect(misdeeds).toEqual([]);
  });

  it('begins with a template, and builds what GS1 and telephones read', async () => {
    const { page, misdeeds } = await visit();
    await page.getByRole('button', { name: 'New…' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('dialog', { name: 'New label' }).getByText('Shelf').click();
    await expect.poll(() => page.title()).toBe('Shelf – Platen Studio');
    await expect.poll(() => page.getByLabel('price', { exact: true }).inputValue()).toBe('£24.50');
    await page.getByRole('heading', { name: 'No findings' }).waitFor();
    await page.locator('.barcodes', { hasText: '5012345678900' }).waitFor();
    const menu = page.locator('.edit-tools summary', { hasText: 'Barcode' });
    await menu.press('Enter');
    await page.getByRole('button', { name: 'GS1 by identifiers…' }).press('Enter');
    const gs1 = page.getByRole('dialog', { name: 'GS1 by identifiers' });
    await gs1.getByLabel('Value').fill('0950110153');
    await gs1.getByText('takes 14 digits').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await gs1.getByLabel('Value').fill('0950110153000');
    await gs1.getByText('(01)09501101530003').waitFor();
    await gs1.getByLabel('Value').press('Enter');
    await expectText(page, /\^BCN,80,Y,N,N,D\^FD\(01\)09501101530003\^FS/);
    await menu.press('Enter');
    await page.getByRole('button', { name: 'QR: link' }).press('Enter');
    const qr = page.getByRole('dialog', { name: 'QR Code' });
    await qr.getByLabel('Content').selectOption('Wi-Fi');
    await qr.getByLabel('Network').fill('oak');
    await qr.getByLabel('Password').fill('a^b');
    expect(await accessibilityViolations(page)).toEqual([]);
    await qr.getByRole('button', { name: 'Insert' }).click();
    await expectText(page, /\^FH\^FDQA,WIFI:T:WPA;S:oak;P:a_5Eb;;\^FS/);
    await page.locator('.cm-content').press('Control+End');
    await page.keyboard.type('qr');
    await page.locator('.cm-tooltip-autocomplete li', { hasText: '^BQ' }).click();
    await expectText(page, /\^BQ$/);
    expect(misdeeds).toEqual([]);
  });
});
