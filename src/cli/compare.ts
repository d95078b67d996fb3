import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Bitmap } from '../bitmap/bitmap.ts';
import { renderImages } from '../engine/render-images.ts';
import { type Comparison, compareDots } from '../link-os/compare-dots.ts';
import { type Dots, dotsOfBitmap, dotsOfPng, isBlank } from '../link-os/dots.ts';
import { labelStreams, withSides } from '../link-os/label-stream.ts';
import { PreviewFault, PrinterPreview, printerOrigin } from '../link-os/printer-preview.ts';
import { dotsOf, type LabelSize, mmOf } from '../units.ts';
import { wallClock } from '../wall-clock.ts';
import { type ByteString, toBytes } from '../zpl/byte-string.ts';
import { declaredSides } from '../zpl/declared-sides.ts';
import { bounded, positive } from './arguments.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { lintInputs } from './lint-inputs.ts';
import { holdPrinterOf } from './printer-options.ts';
import { readVariables } from './read-variables.ts';
import { untilStopped } from './stop-signal.ts';
import { substituted } from './substituted.ts';
import { keepTime } from './time-zone.ts';
import { writeOutput } from './write-file.ts';

interface ToCompare {
  readonly values: Readonly<
    Record<
      'vars' | 'width-mm' | 'height-mm' | 'dpi' | 'min-iou' | 'output' | 'fonts' | 'profile',
      string | undefined
    >
  >;
  readonly operands: readonly string[];
  readonly json: boolean;
}

/** The result of a label. */
interface Compared extends Pick<Comparison, 'equal' | 'iou'> {
  readonly file: string;
  /** From 0, among the labels of the file. */
  readonly label: number;
  /** Dots of our picture. */
  readonly width: number;
  readonly height: number;
  readonly onlyPlaten: number;
  readonly onlyPrinter: number;
}

/** Dots of a label's sides; null where the label does not say one. */
interface Sides {
  readonly width: number | null;
  readonly height: number | null;
  readonly dpi: number;
}

const USUAL_DPI = 203;

/** Compares what Platen draws with the previews of a printer. Exits 1 where a label is less alike than it is to be. */
export async function compare({ values, operands, json }: ToCompare, io: Io): Promise<void> {
  const [printer = '', ...files] = operands;
  const origin = printerOrigin(printer);
  if (files.length === 0) throw new UsageError('LABEL is missing');
  if (origin === null) throw new UsageError(`PRINTER must be HOST or http://HOST[:PORT], not ${printer}`);
  const least = values['min-iou'] === undefined ? 0 : bounded(values['min-iou'], '--min-iou', 0, 1);
  const given = sizeOf(values);
  const variables = values.vars === undefined ? null : await readVariables(values.vars, io);
  keepTime(io);
  await holdPrinterOf(values, io);
  if (values.output !== undefined) await mkdir(values.output, { recursive: true });
  const preview = new PrinterPreview(origin);
  const results = await untilStopped(async (signal) => {
    const all: Compared[] = [];
    for await (const { file, bytes, options } of lintInputs(files, io)) {
      const source = await substituted(bytes, options, variables);
      for (const [label, zpl] of labelStreams(source).entries()) {
        const sides = sidesOf(zpl, wholeSize(options.size) ?? given);
        const sent = withSides(zpl, sides);
        const theirs = await preview
          .draw(toBytes(sent), signal)
          .then(dotsOfPng)
          .catch((error: unknown) => {
            if (!(error instanceof PreviewFault)) throw error;
            throw new CommandFailure(`printer ${printer}: ${error.message} (${file}, label ${label + 1})`);
          });
        const ours = drawn(sent, {
          ...sides,
          width: sides.width ?? theirs.width,
          height: sides.height ?? theirs.rows,
        });
        const {
          offset,
          equal,
          iou,
          onlyFirst: onlyPlaten,
          onlySecond: onlyPrinter,
        } = compareDots(ours, theirs);
        const { width, rows: height } = ours;
        const result = { file, label, width, height, equal, iou, onlyPlaten, onlyPrinter };
        all.push(result);
        if (!json) io.stdout(`${lineOf(result)}\n`);
        if (isBlank(theirs) && onlyPlaten > 0) {
          io.stderr(
            `${file}, label ${label + 1}: the printer's preview is blank: it found nothing to draw\n`,
          );
        }
        if (values.output !== undefined) await writeDifference(values.output, result, ours, theirs, offset);
      }
    }
    return all;
  });
  if (json) answer(io, true, results, () => '');
  const below = results.filter(({ iou }) => iou < least).length;
  if (below > 0)
    throw new CommandFailure(`${below} of ${results.length} labels are less alike than --min-iou ${least}`);
}

function lineOf({ file, label, width, height, equal, iou, onlyPlaten, onlyPrinter }: Compared): string {
  const place = `${file}, label ${label + 1}: ${width} x ${height} dots`;
  if (equal) return `${place}, equal`;
  return `${place}, IoU ${iou.toFixed(4)}, only Platen ${onlyPlaten}, only the printer ${onlyPrinter}`;
}

function sizeOf(values: ToCompare['values']): LabelSize | Pick<LabelSize, 'dpi'> {
  const { 'width-mm': width, 'height-mm': height, dpi } = values;
  if ((width === undefined) !== (height === undefined)) {
    throw new UsageError('--width-mm and --height-mm go together');
  }
  const resolution = dpi === undefined ? USUAL_DPI : positive(dpi, '--dpi');
  if (width === undefined) return { dpi: resolution };
  return {
    widthMm: positive(width, '--width-mm'),
    heightMm: positive(height, '--height-mm'),
    dpi: resolution,
  };
}

/** The size of a bundle, which has all of it. */
function wholeSize(size: Partial<LabelSize> | null | undefined): LabelSize | null {
  const { widthMm, heightMm, dpi } = size ?? {};
  return widthMm === undefined || heightMm === undefined || dpi === undefined
    ? null
    : { widthMm, heightMm, dpi };
}

/** The sides that the label's size or its last `^PW` and `^LL` give. */
function sidesOf(zpl: ByteString, size: LabelSize | Pick<LabelSize, 'dpi'>): Sides {
  const { dpi } = size;
  if ('widthMm' in size) return { width: dotsOf(size.widthMm, dpi), height: dotsOf(size.heightMm, dpi), dpi };
  return { ...declaredSides(zpl), dpi };
}

function drawn(
  zpl: ByteString,
  { width, height, dpi }: { readonly width: number; readonly height: number; readonly dpi: number },
): Dots {
  const size = { widthMm: mmOf(width, dpi), heightMm: mmOf(height, dpi), dpi };
  const { bitmaps } = renderImages(zpl, size, 'first', { now: wallClock(Date.now()) });
  return dotsOfBitmap(bitmaps[0] as Bitmap);
}

/** Writes `FILE-N.png`: black where both are, red for Platen alone, blue for the printer alone. */
async function writeDifference(
  folder: string,
  { file, label }: Compared,
  ours: Dots,
  theirs: Dots,
  offset: number,
): Promise<void> {
  const { differencePng } = await import('../link-os/difference-png.ts');
  const name = basename(file).replace(/[^\w.-]+/g, '-');
  await writeOutput(join(folder, `${name}-${label + 1}.png`), differencePng(ours, theirs, offset));
}
