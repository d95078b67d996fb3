import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, on, once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Browser, CDPSession, Page } from 'playwright-core';

const TREE = fileURLToPath(new URL('../..', import.meta.url));
const CLOCK = fileURLToPath(new URL('page-clock.mjs', import.meta.url));

/** A drawing of the label that is on the screen. Milliseconds. */
export interface Shown {
  /** Since the address was opened. */
  readonly at: number;
  /** Since the key that was typed before it; null without one. */
  readonly sinceKey: number | null;
}

/** A studio in a process of its own, and a page on it. */
export interface OpenedPage {
  readonly page: Page;
  readonly devtools: CDPSession;
  readonly pid: number;
  /** When the source of the first label was on the screen, in milliseconds since the address was opened. */
  readonly editable: Promise<number>;
  /** The next drawing that nobody has asked for yet. */
  nextPicture(): Promise<Shown>;
  /** Bytes that the browser was sent so far, headers included. */
  wireBytes(): number;
  close(): Promise<void>;
}

/**
 * Starts the built `platen studio` of a tree on a folder, and opens its page at once, in a browser without a cache.
 */
export async function openPage(browser: Browser, folder: string, tree: string = TREE): Promise<OpenedPage> {
  const args = [join(tree, 'dist/src/cli.js'), 'studio', folder, '--no-open', '--json'];
  const studio = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { url } = JSON.parse(await firstLine(studio)) as { url: string };
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  const page = await context.newPage();
  const pictures = new EventEmitter();
  const drawn = on(pictures, 'drawn');
  await page.exposeFunction('notePicture', (at: number, sinceKey: number | null) => {
    pictures.emit('drawn', { at, sinceKey });
  });
  const painted = new EventEmitter();
  const editable = once(painted, 'source').then(([at]) => at as number);
  await page.exposeFunction('noteEditable', (at: number) => void painted.emit('source', at));
  await page.addInitScript({ path: CLOCK });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  let wireBytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (wireBytes += encodedDataLength));
  await page.goto(url);
  return {
    page,
    devtools,
    pid: studio.pid as number,
    editable,
    wireBytes: () => wireBytes,
    nextPicture: async () => ((await drawn.next()).value as [Shown])[0],
    async close() {
      await context.close();
      studio.kill('SIGTERM');
      await once(studio, 'exit');
    },
  };
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout !== null) for await (const line of createInterface({ input: stdout })) return line;
  throw new Error('the studio did not start');
}
