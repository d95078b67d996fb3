import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openStudio } from '../studio/open-studio.ts';
import { isInstalled } from '../support/installed.ts';

/** Debian's, which comes with its fonts and libraries. */
const CHROMIUM = '/usr/bin/chromium';

const LABEL = '^XA^PW400^LL200\n^FO20,30^A0N,40^FD{name}^FS\n^FO10,120^GB100,50,50^FS\n^XZ\n';

describe.skipIf(!isInstalled(CHROMIUM, '--version'))('the studio in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM });
  });
  afterAll(() => browser.close());

  /** The page on a folder with one label, and what it must not do on the way. */
  const visit = async (zpl: string = LABEL) => {
    const { folder, url, newAddress } = await openStudio({ files: { 'box.zpl': zpl } });
    const context = await browser.newContext({ viewport: { width: 1300, height: 800 } });
    onTestFinished(() => context.close());
    const page = await context.newPage();
    const misdeeds: string[] = [];
    page.on('console', (message) => misdeeds.push(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => misdeeds.push(String(error)));
    page.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol !== 'data:' && protocol !== 'blob:' && origin !== url) misdeeds.push(request.url());
    });
    await page.goto(newAddress());
    await expect.poll(() => inkOf(page), { timeout: 30_000 }).toBeGreaterThan(0);
    return { folder, page, misdeeds };
  };

  it('draws what is typed, and what a variable is', async () => {
    const { page, misdeeds } = await visit();
    const before = await inkOf(page);
    await page.getByLabel('name', { exact: true }).fill('M');
    await expect.poll(() => inkOf(page), { timeout: 30_000 }).toBeLessThan(before);
    const filled = await inkOf(page);
    await page.locator('.cm-line', { hasText: '^GB' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type('^FO200,20^GB150,150,150^FS');
    await expect.poll(() => inkOf(page), { timeout: 30_000 }).toBeGreaterThan(filled + 10_000);
    expect(misdeeds).toEqual([]);
  });

  it('selects the source of what is clicked, and the field of what is written', async () => {
    const { page, misdeeds } = await visit();
    await clickDot(page, 60, 145);
    expect(await page.locator('.marked-field').allInnerTexts()).toEqual(['^FO10,120^GB100,50,50^FS']);
    expect(await page.locator('.place').innerText()).toContain('x 10 y 120 · 100 × 50 dots');
    await page.locator('.cm-line', { hasText: '^A0N' }).click();
    await expect.poll(() => page.locator('.place').innerText(), { timeout: 30_000 }).toContain('x 2');
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
    expect(await textOf(page)).toBe(LABEL.replace('^FO10,120', '^FO110,100'));
    await page.locator('canvas').press('ArrowRight');
    expect(await textOf(page)).toBe(LABEL.replace('^FO10,120', '^FO111,100'));
    await page.locator('.cm-content').press('Control+z');
    await page.locator('.cm-content').press('Control+z');
    expect(await textOf(page)).toBe(LABEL);
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
    expect(await textOf(page)).toBe(LABEL.replace('^GB100,50,50', '^GB150,50,50'));
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
    expect(await textOf(page)).toBe(LABEL.replace('^FO10,120', '^FO20,120'));
    await canvas.press('Alt+ArrowDown');
    expect(await textOf(page)).toContain('^FO20,120^GB100,51,50');
    await canvas.press('Control+z');
    await canvas.press('Control+z');
    expect(await textOf(page)).toBe(LABEL);
    await canvas.press('Control+Shift+z');
    expect(await textOf(page)).toContain('^FO20,120');
    await canvas.press('r');
    await canvas.press('ArrowDown');
    expect(await textOf(page)).toContain('^FO21,120');
    await canvas.press('g');
    expect(await page.getByRole('button', { name: 'Grid' }).getAttribute('aria-pressed')).toBe('true');
    await canvas.press('Escape');
    await canvas.press('Tab');
    expect(await page.evaluate('document.activeElement.tagName')).toBe('INPUT');
    expect(misdeeds).toEqual([]);
  });

  it('keeps the focus in sight when a menu or a dialog closes', async () => {
    const { page } = await visit();
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Share').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Copy as curl').focus();
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('Share');
    await page.getByRole('button', { name: 'Save as…' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    expect(await focused()).toBe('Save as…');
  });

  it('completes commands, and says what they are', async () => {
    const { page, misdeeds } = await visit();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('^G');
    const box = page.locator('.cm-tooltip-autocomplete li', { hasText: '^GB' });
    await box.waitFor();
    expect(await box.innerText()).toContain('width,height,thickness');
    await page.keyboard.press('Escape');
    await page.locator('.cm-line', { hasText: '^A0N' }).locator('.zpl-command').first().hover();
    await page.locator('.help', { hasText: 'field origin' }).waitFor();
    expect(misdeeds).toEqual([]);
  });

  it('leafs through rows of a file, and opens a link with label and values', async () => {
    const { page, misdeeds } = await visit();
    const rows = { name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from('Name\nOne\nTwo\n') };
    await page.getByLabel('Sample rows (CSV)').setInputFiles(rows);
    const field = page.getByLabel('name', { exact: true });
    await expect.poll(() => field.inputValue(), { timeout: 30_000 }).toBe('One');
    await page.getByLabel('Next row').click();
    expect(await field.inputValue()).toBe('Two');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByText('Share').click();
    await page.getByText('Copy link to this label').click();
    await expect.poll(() => page.locator('.message').innerText(), { timeout: 30_000 }).toContain('copied');
    const link = await page.evaluate<string>('navigator.clipboard.readText()');
    const other = await page.context().newPage();
    await other.goto(link);
    await expect.poll(() => inkOf(other), { timeout: 30_000 }).toBeGreaterThan(0);
    expect(await textOf(other)).toBe(LABEL);
    expect(await other.getByLabel('name', { exact: true }).inputValue()).toBe('Two');
    expect(misdeeds).toEqual([]);
  });

  it('is opened by a link of another port, whose server is sent nothing of the session', async () => {
    const { page } = await visit();
    const sent: string[] = [];
    const other = createServer((request, response) => {
      sent.push(JSON.stringify(request.rawHeaders));
      response.setHeader('Content-Type', 'text/html').end(`<a href="${page.url()}">the studio</a>`);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const session = await page.evaluate<string>("localStorage.getItem('session')");
    const tab = await page.context().newPage();
    await tab.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    await tab.getByText('the studio').click();
    await expect.poll(() => inkOf(tab), { timeout: 30_000 }).toBeGreaterThan(0);
    expect(session).toMatch(/^[\w-]{43}$/);
    expect(sent.length).toBeGreaterThan(0);
    expect(sent.join('\n')).not.toContain(session);
    expect(sent.join('\n')).not.toMatch(/cookie/i);
  });

  it('answers nothing to what a page of another origin can make a browser send', async () => {
    const { folder, page } = await visit();
    const { origin, host } = new URL(page.url());
    const other = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html').end(`
        <iframe name="target"></iframe>
        <form method="post" enctype="text/plain" action="${origin}/api/save" target="target">
          <input name='{"id":"box.zpl","revision":"","zpl":"' value='"}'></form>`);
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    onTestFinished(() => void other.close());
    const tab = await page.context().newPage();
    await tab.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
    const outcomes = await tab.evaluate<readonly string[]>(`(() => {
      const render = '${origin}/v1/printers/8dpmm/labels/1x1/0/^XA^GB9,9,9^XZ';
      const outcome = (target) => new Promise((resolve) => {
        for (const type of ['open', 'load', 'message', 'error']) target.addEventListener(type, () => resolve(type));
      });
      const loaded = (tag, src) => outcome(document.body.appendChild(Object.assign(document.createElement(tag), { src })));
      const fetched = (path, init) => fetch('${origin}' + path, init).then(() => 'open', () => 'error');
      const sent = outcome(document.querySelector('iframe'));
      document.forms[0].submit();
      const outcomes = Promise.all([
        loaded('img', render),
        loaded('script', '${origin}/page/page.js'),
        outcome(new EventSource('${origin}/api/labels')),
        outcome(new WebSocket('ws://${host}/api/labels')),
        fetched('/api/labels', { credentials: 'include' }),
        fetched('/api/save', { method: 'POST', headers: { Authorization: 'Bearer x' }, body: '{}' }),
        fetched('/v1/printers/8dpmm/labels/1x1/0/', { method: 'POST', body: '^XA^XZ' }),
      ]);
      return sent.then(() => outcomes);
    })()`);
    expect(new Set(outcomes)).toEqual(new Set(['error']));
    expect(tab.frames().map((frame) => frame.url())).toContain(`${origin}/api/save`);
    expect(await tab.frameLocator('iframe').locator('body').innerText()).toContain('pages of other origins');
    expect(await readFile(join(folder, 'box.zpl'), 'utf8')).toBe(LABEL);
  });

  it('imports a file that is dropped on it, all of its labels', async () => {
    const { page, misdeeds } = await visit();
    const label = (name: string) => `^XA^PW400^LL200^FO20,20^A0N,40^FN1"${name}"^FDZoe^FS^XZ`;
    const sent = label('First') + label('Other').replace('40', '50');
    const files = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(sent)}], 'job.prn'));
      return transfer;
    })()`);
    await page.dispatchEvent('main', 'drop', { dataTransfer: files });
    await expect.poll(() => page.title(), { timeout: 30_000 }).toBe('job 1 – Platen Studio');
    expect(await textOf(page)).toContain('{first}');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+o');
    await page.getByText('job 2').click();
    await expect.poll(() => page.title(), { timeout: 30_000 }).toBe('job 2 – Platen Studio');
    expect(await textOf(page)).toContain('{other}');
    expect(misdeeds).toEqual([]);
  });

  it('saves to the file', async () => {
    const { folder, page, misdeeds } = await visit();
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('^FX more');
    await page.keyboard.press('Control+s');
    await expect.poll(() => page.locator('.message').innerText(), { timeout: 30_000 }).toContain('saved');
    expect(await readFile(join(folder, 'box.zpl'), 'utf8')).toBe(`${LABEL}^FX more`);
    await page.keyboard.press('Control+z');
    expect(await textOf(page)).toBe(LABEL);
    expect(misdeeds).toEqual([]);
  });
});

/** Black dots of the label as it is drawn on the canvas; what nobody has painted is transparent. */
function inkOf(page: Page): Promise<number> {
  return page.evaluate<number>(`(() => {
    const canvas = document.querySelector('canvas');
    if (canvas === null || canvas.width === 0) return 0;
    const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, canvas.width, canvas.height);
    let ink = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] === 255 && data[i] + data[i + 1] + data[i + 2] < 60) ink++;
    }
    return ink;
  })()`);
}

/** Where a dot of a label of 400 by 200 is on the screen. */
async function pixelOf(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  // One to one, in the middle of what the rulers leave.
  await page.getByText('1:1').click();
  const box = await page.locator('canvas').boundingBox();
  if (box === null) throw new Error('there is no canvas');
  return { x: box.x + 12 + box.width / 2 - 200 + x, y: box.y + 12 + box.height / 2 - 100 + y };
}

async function clickDot(page: Page, x: number, y: number): Promise<void> {
  const at = await pixelOf(page, x, y);
  await page.mouse.click(at.x, at.y);
}

/** The source as the editor has it. */
async function textOf(page: Page): Promise<string> {
  return (await page.locator('.cm-line').allInnerTexts()).map((line) => line.replace(/^\n$/, '')).join('\n');
}
