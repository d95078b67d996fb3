import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { median } from '../harness/statistics.ts';
import { atMost, type Row } from '../harness/suite.ts';
import { processorMs } from '../http/service/processor-time.ts';
import { openPage } from './opened-page.ts';

const ROWS = 10_000;
/** A row in so many fails. */
const FAILING = 50;
const FRAMES = 200;

/**
 * A table of rows that are opened and checked, and scrolled.
 *
 * @param folder an empty one
 */
export async function tables(browser: Browser, folder: string, rounds: number): Promise<Row[]> {
  writeFileSync(join(folder, 'parcel.zpl'), readFileSync('docs/labels/parcel.zpl'));
  const lines = Array.from({ length: ROWS }, (_, i) =>
    [`Ada ${i}`, '"1 Main St, London"', i % FAILING === 0 ? '\u{1f600}' : `NW${i}`, i].join(),
  );
  const buffer = Buffer.from(`recipient,address,tracking,order\n${lines.join('\n')}\n`);
  const checked: number[] = [];
  const used: number[] = [];
  const frames: number[] = [];
  const memory: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { page, devtools, pid, nextPicture, close } = await openPage(browser, folder);
    await nextPicture();
    await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
    // Threads that check rows end with them.
    const before = processorMs(pid);
    const start = performance.now();
    await page.locator('.variables input[type=file]').setInputFiles({
      name: 'rows.csv',
      mimeType: 'text/csv',
      buffer,
    });
    await page.locator('.table output', { hasText: `${ROWS / FAILING} fail` }).waitFor();
    checked.push((performance.now() - start) / 1000);
    used.push((processorMs(pid) - before) / 1000);
    memory.push(peakMb(pid));
    const task = async (): Promise<number> => {
      const { metrics } = await devtools.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN;
    };
    const beforeScrolling = await task();
    await page.evaluate(`(async () => {
      const grid = document.querySelector('.row-grid');
      for (let frame = 0; frame < ${FRAMES}; frame++) {
        grid.scrollTop = (frame * 7919) % grid.scrollHeight;
        await new Promise(requestAnimationFrame);
      }
    })()`);
    frames.push((((await task()) - beforeScrolling) * 1000) / FRAMES);
    await close();
  }
  return [
    {
      name: `${ROWS} rows: opened and checked`,
      value: median(checked),
      unit: 's',
      samples: checked,
      claim: `${ROWS} rows of a table are checked in 30 s`,
      marks: [atMost(30)],
      detail: { 'studio s': median(used), 'peak MB': median(memory) },
    },
    {
      name: `${ROWS} rows: a frame of scrolling`,
      value: median(frames),
      unit: 'ms',
      samples: frames,
      claim: `A table of ${ROWS} rows scrolls at 60 frames a second`,
      marks: [atMost(16)],
    },
  ];
}

/** Most memory that a process has had, in megabytes. */
function peakMb(pid: number): number {
  const [, kilobytes = NaN] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
