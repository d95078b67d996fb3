import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  convertPage,
  convertPicture,
  dotsOfPage,
  dotsOfPicture,
  openPicture,
  type PictureOptions,
} from '../../src/convert/convert-picture.ts';
import { openPdf, type SourcePage } from '../../src/convert/read-pdf.ts';
import { readRows } from '../../src/raster/images/picture-file.ts';
import { type PictureHeader, pictureHeader } from '../../src/raster/images/picture-header.ts';
import { MM_PER_INCH } from '../../src/units.ts';
import type { Picture } from '../../src/zpl/printer.ts';
import { runPlaten, type Usage } from '../batch/command.ts';
import { median } from '../harness/statistics.ts';
import { atLeast, atMost, type Options, type Row, type Suite } from '../harness/suite.ts';
import { type Input, writeInputs } from './inputs.ts';

/** Calls of a turn, of which the first two are not counted. */
const CALLS = 12;
const PDF_MEMORY_BYTES = 2 ** 30;

export const convert: Suite = {
  name: 'convert',
  what: 'pictures and PDFs as ZPL, beside zebrafy and zpl-image',
  method:
    'Processor time of a conversion and a turn of the event loop, in a process that has done others before, as a whole ' +
    'label in the shortest encoding; ' +
    'zebrafy writes Z64, which is its shortest. Both take turns, each in a process of its own. The ratio is to the faster ' +
    'peer; zpl-image is given the decoded pixels of the logo, since it cannot resize, dither or read PDFs. Bytes are compared for the same dots, with the ' +
    'shortest of the four formats of zebrafy. The whole command has the start of its interpreter in it, and its largest resident set.',
  run,
};

async function run({ quick }: Options): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'platen-convert-'));
  const zebrafy = zebrafyIn(folder);
  const zplImage = await loadZplImage();
  const rounds = quick ? 3 : 9;
  const rows: Row[] = [];
  try {
    for (const input of writeInputs(folder)) {
      rows.push(await inProcess(input, rounds, zebrafy, zplImage));
      rows.push(wholeCommand(input, folder, rounds, zebrafy));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return rows;
}

async function inProcess(
  input: Input,
  rounds: number,
  zebrafy: Zebrafy | null,
  zplImage: ZplImage | null,
): Promise<Row> {
  const { toZpl, toDots } = conversion(input);
  const samples: number[] = [];
  const theirs: number[] = [];
  const zplImageMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    samples.push(median(await times(toZpl)));
    if (zebrafy !== null) theirs.push(median(zebrafy.convert(input, CALLS).ms));
    if (zplImage !== null && input.name.startsWith('logo')) {
      zplImageMs.push(median(await times(withZplImage(zplImage, input))));
    }
  }
  const bytes = toZpl().length;
  const peerBytes = zebrafy?.shortest(toDots());
  const peers = {
    ...(theirs.length > 0 ? { 'zebrafy ms': median(theirs) } : {}),
    ...(zplImageMs.length > 0 ? { 'zpl-image ms': median(zplImageMs) } : {}),
  };
  const fastest = Math.min(...Object.values(peers));
  return {
    name: input.name,
    value: median(samples),
    unit: 'ms',
    samples,
    detail: {
      bytes,
      ...peers,
      ...(peerBytes === undefined ? {} : { 'bytes by zebrafy': peerBytes, [BY_BYTES]: bytes / peerBytes }),
    },
    ...(Number.isFinite(fastest)
      ? { ratio: fastest / median(samples), of: 'the speed of the faster peer', claim: CLAIM }
      : {}),
    marks: [
      ...(Number.isFinite(fastest) ? [atLeast(5, 'ratio')] : []),
      ...(peerBytes === undefined ? [] : [atMost(1, BY_BYTES)]),
    ],
  };
}

const BY_BYTES = 'of these bytes';
const CLAIM =
  'Pictures and PDFs become ZPL at five times the speed of zebrafy and zpl-image, in no more bytes';

function wholeCommand(input: Input, folder: string, rounds: number, zebrafy: Zebrafy | null): Row {
  const { path, dpi, width, isDithered } = input;
  const args = ['convert', path, '--label', '--dpi', `${dpi}`, '-o', join(folder, 'out.zpl')];
  if (isDithered) args.push('--dither', 'floyd-steinberg', '--width-mm', `${(width / dpi) * MM_PER_INCH}`);
  const ours: Usage[] = [];
  const theirs: ZebrafyRun[] = [];
  for (let round = 0; round < rounds; round++) {
    ours.push(runPlaten(folder, args));
    if (zebrafy !== null) theirs.push(zebrafy.convert(input, 1));
  }
  const samples = ours.map(({ processorUs }) => processorUs / 1000);
  return {
    name: `${input.name}: the whole command`,
    value: median(samples),
    unit: 'ms',
    samples,
    detail: {
      'peak MiB': median(ours.map(({ peakKb }) => peakKb / 1024)),
      ...(theirs.length === 0
        ? {}
        : {
            'zebrafy ms': median(theirs.map(({ commandMs }) => commandMs)),
            'zebrafy peak MiB': median(theirs.map(({ peakMiB }) => peakMiB)),
          }),
    },
  };
}

interface Conversion {
  /** The input as a label in the shortest encoding. */
  toZpl(): string;
  toDots(): Picture;
}

function conversion(input: Input): Conversion {
  const { path, dpi, width, kind, isDithered } = input;
  const file = readFileSync(path);
  const options: PictureOptions = {
    dpi,
    widthMm: isDithered ? (width / dpi) * MM_PER_INCH : null,
    heightMm: null,
    within: null,
    crop: null,
    turn: 0,
    dither: isDithered ? 'floyd-steinberg' : 'none',
    threshold: 128,
    encoding: null,
    name: null,
    isLabel: true,
  };
  if (kind === 'pdf') {
    const withPage = <T>(use: (page: SourcePage) => T): T => {
      using pdf = openPdf(file, PDF_MEMORY_BYTES);
      return use(pdf.page(0));
    };
    return {
      toZpl: () => withPage((page) => convertPage(page, options)),
      toDots: () => withPage((page) => dotsOfPage(page, options).dots),
    };
  }
  const header = pictureHeader(file) as PictureHeader;
  return {
    toZpl: () => convertPicture(file, header, options),
    toDots: () => dotsOfPicture(openPicture(file, header), options).dots,
  };
}

/**
 * Milliseconds of processor time of each call but the first two. A turn of the event loop belongs to each: pixels of
 * the canvas are let go then, and 100 photos without one take 1 GB, which the kernel clears first.
 */
async function times(call: () => unknown): Promise<readonly number[]> {
  const all: number[] = [];
  for (let at = 0; at < CALLS; at++) {
    const before = process.cpuUsage();
    await call();
    await setImmediate();
    const { user, system } = process.cpuUsage(before);
    all.push((user + system) / 1000);
  }
  return all.slice(2);
}

interface ZplImage {
  rgbaToZ64(pixels: Uint8Array, width: number, options: { readonly notrim: boolean }): unknown;
}

/** The file of the package zpl-image that `ZPL_IMAGE_JS` names. */
async function loadZplImage(): Promise<ZplImage | null> {
  const path = process.env['ZPL_IMAGE_JS'];
  if (path === undefined) {
    console.log('set ZPL_IMAGE_JS (the main file of that package) to compare with zpl-image');
    return null;
  }
  return ((await import(path)) as { readonly default: ZplImage }).default;
}

function withZplImage({ rgbaToZ64 }: ZplImage, { path }: Input): () => unknown {
  const file = readFileSync(path);
  const header = pictureHeader(file) as PictureHeader;
  const { width, height } = header;
  return () => {
    const pixels = new Uint8Array(4 * width * height);
    readRows(file, header, (rows, y) => pixels.set(rows, 4 * width * y));
    return rgbaToZ64(pixels, width, { notrim: true });
  };
}

interface ZebrafyRun {
  /** Processor time of each call. */
  readonly ms: readonly number[];
  /** Processor time of the process from its start to its end. */
  readonly commandMs: number;
  readonly peakMiB: number;
}

/** The peer of Python. */
interface Zebrafy {
  convert(input: Input, calls: number): ZebrafyRun;
  /** Bytes that a label of these dots takes at least, in all formats of zebrafy. */
  shortest(dots: Picture): number;
}

/** zebrafy by the Python that `ZEBRAFY_PYTHON` names; files are put into a folder. */
function zebrafyIn(folder: string): Zebrafy | null {
  const python = process.env['ZEBRAFY_PYTHON'];
  if (python === undefined) {
    console.log('set ZEBRAFY_PYTHON (a Python that has zebrafy) to compare with zebrafy');
    return null;
  }
  const script = fileURLToPath(new URL('zebrafy_peer.py', import.meta.url));
  const ask = (request: object): unknown => {
    const { status, stdout, stderr } = spawnSync(python, [script], {
      input: JSON.stringify(request),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`zebrafy: ${stderr}`);
    return JSON.parse(stdout);
  };
  return {
    convert: ({ path, dpi, width, height, kind, isDithered }, calls) =>
      ask({ file: path, kind, dpi, width, height, dither: isDithered, calls }) as ZebrafyRun,
    shortest({ data, bytesPerRow, rows }) {
      const file = join(folder, 'dots');
      writeFileSync(file, data);
      const request = { kind: 'dots', file, bytesPerRow, rows };
      const { bytes } = ask(request) as { readonly bytes: Readonly<Record<string, number>> };
      return Math.min(...Object.values(bytes));
    },
  };
}
