import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { packProfile } from '../../../src/printer-profile/packed-profile.ts';
import { SampledFonts } from '../../../src/raster/font/sampled-fonts.ts';
import { median } from '../../harness/statistics.ts';
import { atMost, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { NODE_ARGUMENTS } from '../../harness/typescript.ts';
import { drawnProfile } from './drawn-profile.ts';

export const strikes: Suite = {
  name: 'strikes',
  what: "a label drawn with a printer's profile beside one drawn without, and the memory of a profile",
  method:
    'The carrier label with five values changed, in processes that take turns. The profile has the dots of our own outlines, 95 characters in each of 20 sizes.',
  run,
};

const MIB = 2 ** 20;

async function run({ quick }: Options): Promise<Row[]> {
  return [warmRow(quick ? 3 : 9), memoryRow()];
}

function warmRow(rounds: number): Row {
  const child = fileURLToPath(new URL('warm-strikes.ts', import.meta.url));
  const nanoseconds = (what: string): number =>
    Number(execFileSync(process.execPath, [...NODE_ARGUMENTS, child, what], { encoding: 'utf8' }));
  const times = { strikes: [] as number[], outlines: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const turns = ['strikes', 'outlines'] as const;
    for (const what of round % 2 === 0 ? turns : turns.toReversed())
      times[what].push(nanoseconds(what) / 1000);
  }
  return {
    name: 'warm PNG with strikes',
    value: median(times.strikes),
    unit: 'µs',
    samples: times.strikes,
    ratio: median(times.strikes) / median(times.outlines),
    of: 'one without a profile',
    // A part more is what rounds differ by.
    marks: [atMost(1.03, 'ratio')],
    claim: 'With a profile of a printer a label is drawn as fast as without',
    note: 'processor time',
  };
}

/** The memory that threads share, and what each has of its own to find glyphs. */
function memoryRow(): Row {
  const profile = drawnProfile();
  const packed = packProfile(profile);
  globalThis.gc?.();
  const before = process.memoryUsage();
  const fonts = new SampledFonts(packed);
  for (const { font, height, width } of profile.sizes) {
    const typeface = fonts.typeface({ name: font, height, width }, 'N');
    for (let code = 32; code < 127; code++) typeface.advance(String.fromCharCode(code));
  }
  globalThis.gc?.();
  const after = process.memoryUsage();
  const own = Math.max(0, after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers);
  return {
    name: 'profile of 20 sizes',
    value: (packed.memory.byteLength + own) / MIB,
    unit: 'MiB',
    detail: { 'shared MiB': packed.memory.byteLength / MIB, 'of a thread MiB': own / MIB },
    marks: [atMost(4)],
    claim: 'A profile of 20 sizes takes at most 4 MiB',
  };
}
