import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import { random } from '../harness/random.ts';
import { median } from '../harness/statistics.ts';
import { atMost, type Options, type Row, type Suite } from '../harness/suite.ts';
import { processorTime } from '../http/service/processor-time.ts';
import { CARRIER_VARIABLES, CARRIER_ZPL, carrierLabel } from '../labels/carrier.ts';
import { type OpenedPage, openPage } from './opened-page.ts';
import { tables } from './rows.ts';

const CHROMIUM = '/usr/bin/chromium';
const LABELS = 500;
const PAUSE_MS_MAX = 600;

export const studio: Suite = {
  name: 'studio',
  what: 'the page of platen studio in Chromium: from a key to the new picture, and opening a folder of labels',
  method:
    'The built program in a process of its own, and a page on it in a browser without a screen. Keys are typed into a ' +
    `carrier label of 4 by 6 inches, each up to ${PAUSE_MS_MAX} ms after the picture of the one before, so that what is done in ` +
    'pauses is met too; the time is that from the event to the frame that shows the new picture. `studio ms` and `page ms` ' +
    'are processor time of a key, in the program and in the page. A folder is opened by a program that has just started: ' +
    'the first paint is the frame that shows the source of the first label, with all labels listed. A table is chosen, ' +
    'and then scrolled to places all over it: of a frame, the processor time of the page counts.',
  run,
};

async function run({ quick, against }: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-studio-'));
  const browser = await chromium.launch({ executablePath: CHROMIUM });
  const builds = [
    { of: '', tree: undefined },
    ...(against === undefined ? [] : [{ of: ', that build', tree: against }]),
  ];
  try {
    const rows: Row[] = [];
    for (const { of, tree } of builds) {
      rows.push(...(await keys(browser, folder, of, quick ? 20 : 200, tree)));
    }
    for (const { of, tree } of builds)
      rows.push(...(await folders(browser, folder, of, quick ? 2 : 7, tree)));
    rows.push(...(await tables(browser, mkdtempSync(join(folder, 'rows-')), quick ? 1 : 5)));
    return rows;
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

async function keys(
  browser: Browser,
  parent: string,
  of: string,
  count: number,
  tree: string | undefined,
): Promise<Row[]> {
  const folder = mkdtempSync(join(parent, 'one-'));
  writeFileSync(join(folder, 'carrier.json'), bundle('Carrier'));
  const opened = await openPage(browser, folder, tree);
  try {
    const { page } = opened;
    await opened.nextPicture();
    for (const name of CARRIER_VARIABLES) await page.getByLabel(name, { exact: true }).fill(`A ${name}`);
    await page.locator('.cm-line', { hasText: 'SERVICE: STANDARD' }).click();
    await page.keyboard.press('End');
    for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
    const inSource = await typed(opened, `key in the source${of}`, count);
    await page.getByLabel('to_name', { exact: true }).click();
    return [inSource, await typed(opened, `key in a variable${of}`, count)];
  } finally {
    await opened.close();
  }
}

/** Types where the cursor is: letters, each of which is taken back, so that every key changes the picture. */
async function typed(opened: OpenedPage, name: string, count: number): Promise<Row> {
  const { page, devtools, pid } = opened;
  const below = random(1);
  const samples: number[] = [];
  let requests = 0;
  page.on('request', () => requests++);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await pause(1000);
  const pageBefore = await metrics(devtools);
  const used = processorTime([pid]);
  for (let i = 0; i < count; i++) {
    const key = i % 2 === 1 ? 'Backspace' : String.fromCharCode(65 + below(26));
    await page.keyboard.press(key);
    samples.push(await sinceKey(opened));
    await pause(below(PAUSE_MS_MAX));
  }
  const now = processorTime([pid]);
  const pageNow = await metrics(devtools);
  const perKey = (metric: string): number =>
    ((pageNow.get(metric) ?? NaN) - (pageBefore.get(metric) ?? NaN)) / count;
  page.removeAllListeners('request');
  return {
    name,
    value: median(samples),
    unit: 'ms',
    samples,
    claim: 'A carrier label is drawn again within 50 ms of a typed character',
    marks: [atMost(50), atMost(100, 'p95 ms')],
    detail: {
      'p95 ms': samples.toSorted((a, b) => a - b)[Math.ceil(samples.length * 0.95) - 1] ?? NaN,
      'studio ms': (now.main + now.others - used.main - used.others) / 1000 / count,
      'page ms': perKey('TaskDuration') * 1000,
      'layout ms': (perKey('LayoutDuration') + perKey('RecalcStyleDuration')) * 1000,
      layouts: perKey('LayoutCount'),
      requests: requests / count,
    },
  };
}

/** How long the last key took to its picture. Those that no key asked for came before it. */
async function sinceKey({ nextPicture }: OpenedPage): Promise<number> {
  for (;;) {
    const { sinceKey: ms } = await nextPicture();
    if (ms !== null) return ms;
  }
}

async function metrics(devtools: OpenedPage['devtools']): Promise<ReadonlyMap<string, number>> {
  const { metrics: all } = await devtools.send('Performance.getMetrics');
  return new Map(all.map(({ name, value }) => [name, value]));
}

async function folders(
  browser: Browser,
  parent: string,
  of: string,
  rounds: number,
  tree: string | undefined,
): Promise<Row[]> {
  const folder = mkdtempSync(join(parent, 'many-'));
  for (let i = 0; i < LABELS / 2; i++) {
    writeFileSync(join(folder, `label-${i}.zpl`), CARRIER_ZPL);
    writeFileSync(join(folder, `shelf-${i}.json`), bundle(`Shelf ${i}`));
  }
  const painted: number[] = [];
  const pictures: number[] = [];
  const bytes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const opened = await openPage(browser, folder, tree);
    painted.push(await opened.editable);
    pictures.push((await opened.nextPicture()).at);
    bytes.push(opened.wireBytes() / 1000);
    await opened.close();
  }
  return [
    {
      name: `${LABELS} labels: first paint${of}`,
      value: median(painted),
      unit: 'ms',
      samples: painted,
      claim: `First paint of a folder of ${LABELS} labels`,
      marks: [atMost(1000)],
    },
    { name: `${LABELS} labels: first picture${of}`, value: median(pictures), unit: 'ms', samples: pictures },
    {
      name: `first visit${of}`,
      value: median(bytes),
      unit: 'kB',
      claim: 'A first visit transfers at most 300 kB',
      marks: [{ ...atMost(300), binding: true }],
    },
  ];
}

function bundle(name: string): string {
  const { size, zpl } = carrierLabel();
  const { widthMm: width, heightMm: height, dpi } = size;
  return JSON.stringify({ name, width, height, dpi, zpl, field_transforms: [], dynamic_tokens: [] });
}
