import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import type { Bitmap } from '../../../src/bitmap/bitmap.ts';
import { readSamples } from '../../../src/demo/samples.ts';
import { renderImages } from '../../../src/engine/render-images.ts';
import { runTask } from '../../../src/engine/run-task.ts';
import type { LabelSource } from '../../../src/engine/task.ts';
import type { RenderFormat } from '../../../src/record/body-members.ts';
import { compile } from '../../../src/template/compile.ts';
import { substitute } from '../../../src/template/substitute.ts';
import { headOf } from '../../../src/units.ts';
import { byteStringOf } from '../../../src/zpl/byte-string.ts';
import { microseconds, race } from '../../harness/race.ts';
import { median } from '../../harness/statistics.ts';
import { atLeast, atMost, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { NODE_ARGUMENTS, startThread } from '../../harness/typescript.ts';
import { labelSource, nextRecord, recordsOf } from './warm-label.ts';

/** Rendering of 4 by 6 inch labels next to one compression of their dots, and to another renderer. */
export const render: Suite = {
  name: 'render',
  what: 'a label drawn again with five values changed, and drawn for the first time',
  run,
};

/** Fast, and on labels hardly larger than the others. */
const COMPRESSION_LEVEL = 3;
/** 64 MB. */
const MOST_MEMORY_MIB = 61;

async function run(options: Options): Promise<Row[]> {
  return [...warmRows(options), ...(await coldRows(options)), memoryRow(), await threadsRow(options)];
}

function warmRows({ quick }: Options): Row[] {
  const label = labelSource();
  const records = recordsOf(label);
  const template = compile({
    zpl: byteStringOf(label.zpl),
    fieldTransforms: [],
    dynamicTokens: [],
  });
  const sent = substitute(template, records[0] ?? {}, { now: new Date(0) });
  const [bitmap] = renderImages(sent, label.size, 'first').bitmaps;
  const packed = bytesOf(bitmap as Bitmap);
  const png = (source: LabelSource) => runTask(taskOf(source, 'png', nextRecord(records)));
  let content = 0;
  const whole = () => png({ ...label, contentId: `${++content}` });
  // The compiler is done with all of it only after some thousand labels.
  for (let i = 0; i < 3000; i++) png(label);
  for (let i = 0; i < 500; i++) whole();
  const times = race(
    {
      deflate: () => deflateSync(packed, { level: COMPRESSION_LEVEL }),
      'warm PNG': () => png(label),
      'warm PDF': () => runTask(taskOf(label, 'pdf', nextRecord(records))),
      'PNG drawn as a whole': whole,
    },
    quick ? { rounds: 7, roundMs: 20 } : { rounds: 41, roundMs: 20 },
  );
  const row = (name: keyof typeof times, of: keyof typeof times, more: Partial<Row> = {}): Row => ({
    name,
    ...microseconds(times[name]),
    ratio: median(times[name].wall) / median(times[of].wall),
    of,
    ...more,
  });
  const wholeBytes = whole().body.length;
  const warmBytes = png(label).body.length;
  return [
    {
      name: 'deflate',
      ...microseconds(times.deflate),
      note: `of the same bitmap, level ${COMPRESSION_LEVEL}`,
    },
    row('warm PNG', 'deflate', {
      marks: [atMost(1.5, 'ratio')],
      claim: 'A PNG of a label seen before takes at most 1.5 times one deflate of its dots',
    }),
    row('warm PDF', 'warm PNG', { marks: [atMost(1.3, 'ratio')] }),
    row('PNG drawn as a whole', 'warm PNG', { note: 'compile included' }),
    {
      name: 'size of a warm PNG',
      value: warmBytes,
      unit: 'bytes',
      ratio: warmBytes / wholeBytes,
      of: 'the PNG drawn as a whole',
    },
  ];
}

/** Eight dots a byte, in rows of whole bytes. */
function bytesOf({ width, height, stride, words }: Bitmap): Buffer {
  const bytes = Buffer.alloc(words.byteLength);
  words.forEach((word, i) => bytes.writeInt32BE(word, i * 4));
  const rowBytes = (width + 7) >> 3;
  const rows = Array.from({ length: height }, (_, y) =>
    bytes.subarray(y * stride * 4, y * stride * 4 + rowBytes),
  );
  return Buffer.concat(rows);
}

function taskOf(label: LabelSource, format: RenderFormat, variables: Readonly<Record<string, string>>) {
  return { kind: 'render', label, format, variables, now: Date.now() } as const;
}

interface OtherRenderer {
  readonly ready: Promise<{
    readonly api: {
      zplToBase64Async(zpl: string, widthMm: number, heightMm: number, dpmm: number): Promise<string>;
    };
  }>;
}

/**
 * The demo's labels, each drawn for the first time; with `ZPL_RENDERER_JS` (the path of that package's CommonJS
 * file) next to the other renderer.
 */
async function coldRows({ quick }: Options): Promise<Row[]> {
  const path = process.env['ZPL_RENDERER_JS'];
  if (path === undefined) console.log('set ZPL_RENDERER_JS to compare with zpl-renderer-js');
  const other = path === undefined ? null : ((await import(path)) as OtherRenderer);
  const api = (await other?.ready)?.api;
  const rows: Row[] = [];
  const ratios: number[] = [];
  for (const { slug, label, variables } of readSamples()) {
    const source = {
      ...label,
      id: slug,
      accountId: 'bench',
      contentId: slug,
      zpl: Buffer.from(label.zpl ?? ''),
    };
    const sent = Buffer.from(runTask(taskOf(source, 'zpl', variables)).body).toString('utf8');
    let content = 0;
    for (let i = 0; i < (quick ? 100 : 300); i++)
      runTask(taskOf({ ...source, contentId: `${slug} ${++content}` }, 'png', variables));
    const ours = race(
      { png: () => runTask(taskOf({ ...source, contentId: `${slug} ${++content}` }, 'png', variables)) },
      { rounds: quick ? 3 : 15, roundMs: 20 },
    ).png;
    const row = { name: `first PNG of ${slug}`, ...microseconds(ours) };
    if (api === undefined) {
      rows.push(row);
      continue;
    }
    const { widthMm, heightMm, dpi } = label.size;
    const samples: number[] = [];
    for (let round = 0; round < (quick ? 3 : 7); round++) {
      const start = performance.now();
      await api.zplToBase64Async(sent, widthMm, heightMm, headOf(dpi));
      samples.push((performance.now() - start) * 1000);
    }
    const ratio = median(samples) / row.value;
    ratios.push(ratio);
    rows.push({ ...row, ratio, of: 'the speed of zpl-renderer-js', marks: [atLeast(10, 'ratio')] });
  }
  if (ratios.length > 0) {
    rows.push({ name: 'median of these', value: median(ratios), unit: '×', marks: [atLeast(50)] });
  }
  return rows;
}

/** A child process, because what others have allocated here hides what drawing takes. */
function memoryRow(): Row {
  const child = fileURLToPath(new URL('peak-memory.ts', import.meta.url));
  const output = execFileSync(process.execPath, [...NODE_ARGUMENTS, child], { encoding: 'utf8' });
  return {
    name: 'peak for 16,000,000 pixels',
    value: Number(output) / 2 ** 20,
    unit: 'MiB',
    marks: [atMost(MOST_MEMORY_MIB)],
    claim: 'The largest image takes at most 64 MB above idle',
    note: 'above idle, four records',
  };
}

async function threadsRow({ quick }: Options): Promise<Row> {
  const forMs = quick ? 500 : 3000;
  const one: number[] = [];
  const two: number[] = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    one.push(await rendersOf(1, forMs));
    two.push(await rendersOf(2, forMs));
  }
  return {
    name: 'two threads',
    value: median(two),
    unit: 'PNG/s',
    samples: two,
    ratio: median(two) / median(one),
    of: 'one thread',
    marks: [atLeast(1.8, 'ratio')],
    claim: 'Two threads draw 1.8 times as much as one, on two idle cores',
  };
}

/** Warm renders in a second, by this many threads at once. */
async function rendersOf(threads: number, forMs: number): Promise<number> {
  const rates = Array.from({ length: threads }, async () => {
    const worker = startThread(new URL('render-thread.ts', import.meta.url), { forMs });
    return new Promise<number>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  });
  return (await Promise.all(rates)).reduce((sum, rate) => sum + rate, 0);
}
