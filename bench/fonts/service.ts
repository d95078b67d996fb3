import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fontsIn } from '../../src/raster/font/held/font-folder.ts';
import { HeldFonts } from '../../src/raster/font/held/held-fonts.ts';
import { median } from '../harness/statistics.ts';
import { atMost, type Row } from '../harness/suite.ts';
import { fire } from '../http/client/closed-loop.ts';
import type { Request } from '../http/client/request.ts';
import { makeOneAccount } from '../http/service/one-account.ts';
import { processorTime } from '../http/service/processor-time.ts';
import { type Served, serve } from '../http/service/served.ts';
import { carrierLabel } from '../labels/carrier.ts';
import { HAN, LATIN, type NotoFolder } from './noto-folder.ts';
import { HAN_SIGNS, LATIN_LETTERS, type LineSource, signLines, wordLines } from './random-text.ts';

const CONNECTIONS = 8;
const THREADS = { POOL_THREADS: '2' };
/** Different values that take turns. */
const VALUES = 200;
const FIELDS = 10;
const MEMORY_MIB = 60;
const PLAIN_RATIO = 1.05;

/** A service with one label, and requests for it. */
interface Asked {
  readonly served: Served;
  readonly requests: readonly Request[];
}

export async function serviceRows({ path }: NotoFolder, quick: boolean): Promise<Row[]> {
  const held = new HeldFonts(fontsIn(path));
  const latin = wordLines(held, LATIN, LATIN_LETTERS, 1000);
  const signs = signLines(held, HAN, HAN_SIGNS);
  const plain = zplOf('^A0N,28,28');
  const without = await withService(plain, latin, {}, (asked) => memoryOf(asked, quick));
  const env = { FONTS_DIR: path };
  const loaded = await withService(zplOf(`^A@N,28,28,E:${HAN}`), signs, env, (asked) =>
    memoryOf(asked, quick),
  );
  const above: Row = {
    name: 'memory with Noto Sans CJK on two threads',
    value: median(loaded.pss) - median(without.pss),
    unit: 'MiB',
    samples: loaded.pss.map((mib) => mib - median(without.pss)),
    note: 'above a service without it, PSS',
    detail: { 'PSS MiB': median(loaded.pss), 'RSS MiB': loaded.rss, 'RSS without MiB': without.rss },
    marks: [atMost(MEMORY_MIB)],
    claim: 'Noto CJK, loaded on two threads, takes at most 60 MiB',
  };
  const ratio = await withService(plain, latin, env, (set) =>
    withService(plain, latin, {}, (unset) => plainRow(set, unset, quick)),
  );
  return [above, ratio];
}

function zplOf(font: string): string {
  const fields = Array.from({ length: FIELDS }, (_, i) => `^FO10,${10 + 30 * i}${font}^FD{line_${i}}^FS`);
  return `^XA^CI28${fields.join('')}^XZ`;
}

async function withService<T>(
  zpl: string,
  lines: LineSource,
  env: Readonly<Record<string, string>>,
  use: (asked: Asked) => Promise<T>,
): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'platen-fonts-'));
  try {
    const { key, labelId } = await makeOneAccount({ dataDir }, carrierLabel(zpl));
    const served = await serve(dataDir, { ...THREADS, ...env });
    try {
      const requests = Array.from({ length: VALUES }, (): Request => {
        const variables = Object.fromEntries(
          Array.from({ length: FIELDS }, (_, i) => [`line_${i}`, lines.next()]),
        );
        return {
          kind: 'render png',
          method: 'POST',
          path: `${served.basePath}/labels/${labelId}/render`,
          headers: { 'x-api-key': key, 'content-type': 'application/json' },
          body: JSON.stringify({ format: 'png', variables }),
        };
      });
      return await use({ served, requests });
    } finally {
      await served.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function answer({ served, requests }: Asked, answers: number): Promise<void> {
  const { statuses, errors } = await fire(served.port, requests, CONNECTIONS, { answers });
  const { 200: _, ...refused } = statuses;
  if (errors > 0 || Object.keys(refused).length > 0) {
    throw new Error(`${errors} requests had no answer, others ${JSON.stringify(refused)} in place of 200`);
  }
}

/** The memory of a service that has settled: samples of some seconds, in between of which it is asked. */
async function memoryOf(asked: Asked, quick: boolean): Promise<{ pss: number[]; rss: number }> {
  const pss: number[] = [];
  const rss: number[] = [];
  await answer(asked, quick ? 2000 : 20_000);
  for (let sample = 0; sample < (quick ? 5 : 15); sample++) {
    await answer(asked, VALUES);
    await pause(500);
    const rollup = readFileSync(`/proc/${asked.served.pid}/smaps_rollup`, 'utf8');
    pss.push(mibIn(rollup, 'Pss'));
    rss.push(mibIn(rollup, 'Rss'));
  }
  return { pss, rss: median(rss) };
}

function mibIn(rollup: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1024;
}

/** Labels of font 0, asked of services with and without fonts. */
async function plainRow(set: Asked, unset: Asked, quick: boolean): Promise<Row> {
  const answers = 500;
  for (const asked of [set, unset]) await answer(asked, quick ? 3000 : 10_000);
  const samples: { readonly set: number; readonly unset: number }[] = [];
  for (let round = 0; round < (quick ? 9 : 25); round++) {
    const first = round % 2 === 0 ? await usedBy(set, answers) : null;
    const other = await usedBy(unset, answers);
    samples.push({ set: first ?? (await usedBy(set, answers)), unset: other });
  }
  const used = samples.map((sample) => sample.set);
  return {
    name: 'a plain label with FONTS_DIR set',
    value: median(used),
    unit: 'µs',
    samples: used,
    ratio: median(samples.map((sample) => sample.set / sample.unset)),
    of: 'without',
    note: 'processor time of the process for a PNG',
    marks: [atMost(PLAIN_RATIO, 'ratio')],
    claim: 'Labels that name no font of FONTS_DIR take as long with it as without',
  };
}

/** Microseconds for each answer. */
async function usedBy(asked: Asked, answers: number): Promise<number> {
  const pids = [asked.served.pid];
  const before = processorTime(pids);
  await answer(asked, answers);
  const after = processorTime(pids);
  return (after.main - before.main + after.others - before.others) / answers;
}
