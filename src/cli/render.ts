import { extname } from 'node:path';
import type { Bitmap } from '../bitmap/bitmap.ts';
import { encodePng } from '../encode/png.ts';
import { type LabelChoice, renderImages } from '../engine/render-images.ts';
import { failure } from '../errors.ts';
import { labelFileKind } from '../label-endings.ts';
import { encodePdf } from '../pdf/encode-pdf.ts';
import type { LabelInput } from '../store/store.ts';
import { compile } from '../template/compile.ts';
import type { Template } from '../template/template.ts';
import type { LabelSize } from '../units.ts';
import { wallClock } from '../wall-clock.ts';
import { type ByteString, byteStringOf, toByteString, toBytes } from '../zpl/byte-string.ts';
import type { Diagnostic } from '../zpl/diagnostic.ts';
import { positive, resolution } from './arguments.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { oneBundle } from './one-bundle.ts';
import { holdPrinterOf } from './printer-options.ts';
import { readBytes } from './read-file.ts';
import { readVariables } from './read-variables.ts';
import { keepTime } from './time-zone.ts';
import { toWarnings, warningLine } from './warnings.ts';
import { writeOutput } from './write-file.ts';

interface ToRender {
  readonly values: Readonly<
    Record<'width-mm' | 'height-mm' | 'dpi' | 'vars' | 'index' | 'fonts' | 'profile', string | undefined>
  > & {
    readonly output: string;
    readonly all: boolean;
  };
  readonly operands: readonly [file: string];
  readonly json: boolean;
}

/** Draws the labels of a file of ZPL, or of a bundle, which has a size and a resolution of its own. */
export async function render({ values, json, operands: [file] }: ToRender, io: Io): Promise<void> {
  const { output } = values;
  const choice = chooseLabels(values.index, values.all);
  const images = IMAGES[extname(output).toLowerCase()];
  if (images === undefined && extname(output).toLowerCase() !== '.zpl') {
    throw new UsageError('-o must end in .png, .pdf or .zpl');
  }
  if (images === undefined && choice !== 'first')
    throw new UsageError('--index and --all are for .png and .pdf');
  // A missing size is said before a file is read.
  const given = images && !isBundleFile(file) ? sizeOf(values) : undefined;
  const bytes = await readBytes(file, io);
  const bundle = isBundleFile(file) ? await bundleOf(bytes.toString(), file, values, io) : null;
  const source = bundle === null ? byteStringOf(bytes) : toByteString(bundle.zpl);
  const size = images && (bundle?.size ?? given);
  keepTime(io);
  await holdPrinterOf(values, io);
  const now = wallClock(Date.now());
  const { fieldTransforms = [], dynamicTokens = [] } = bundle ?? {};
  const template = compile({ zpl: source, fieldTransforms, dynamicTokens });
  const zpl = values.vars === undefined ? source : await substituteFile(template, values.vars, now, io);
  const rendered = size && renderImages(zpl, size, choice, { now });
  const files = rendered
    ? images(rendered.bitmaps, size, output, choice)
    : [{ path: output, bytes: toBytes(zpl) }];
  for (const { path, bytes } of files) await writeOutput(path, bytes);

  const diagnostics: readonly Diagnostic[] = rendered?.diagnostics ?? [];
  const warnings = [...toWarnings(source, template.diagnostics), ...toWarnings(zpl, diagnostics)];
  for (const warning of warnings) io.stderr(`${warningLine(file, warning)}\n`);
  const written = files.map(({ path, bytes }) => ({ path, bytes: bytes.length }));
  answer(io, json, { files: written, label_count: rendered?.labelCount ?? null, warnings }, () =>
    written.map(({ path, bytes }) => `${path} (${bytes} bytes)`).join('\n'),
  );
}

function sizeOf(values: ToRender['values']): LabelSize {
  return {
    widthMm: positive(values['width-mm'], '--width-mm'),
    heightMm: positive(values['height-mm'], '--height-mm'),
    dpi: positive(values.dpi, '--dpi'),
  };
}

function isBundleFile(file: string): boolean {
  return labelFileKind(file) === 'bundles';
}

/** The label of a bundle, for the resolution that is asked for. */
async function bundleOf(
  text: string,
  file: string,
  { 'width-mm': width, 'height-mm': height, dpi }: ToRender['values'],
  io: Io,
): Promise<LabelInput & { readonly zpl: string }> {
  if (width !== undefined || height !== undefined) {
    throw new UsageError(`${file} is a bundle, which has a size: leave --width-mm and --height-mm out`);
  }
  const label = await oneBundle(text, file, 'rendered');
  if (label.zpl === null) throw new CommandFailure(`${file}: ${failure('zpl_not_saved').message}`);
  if (dpi === undefined) return { ...label, zpl: label.zpl };
  const { scaledLabel } = await import('./scaled-label.ts');
  return scaledLabel({ ...label, zpl: label.zpl }, resolution(dpi, '--dpi'), file, io);
}

interface OutputFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

type ImageWriter = (
  bitmaps: readonly Bitmap[],
  size: LabelSize,
  output: string,
  choice: LabelChoice,
) => readonly OutputFile[];

/** How images become files, by the ending of the output's name. */
const IMAGES: Readonly<Record<string, ImageWriter>> = {
  '.png': (bitmaps, { dpi }, output, choice) =>
    bitmaps.map((bitmap, index) => ({
      path: choice === 'all' ? numbered(output, index + 1) : output,
      bytes: encodePng(bitmap, dpi),
    })),
  '.pdf': (bitmaps, { widthMm, heightMm }, output) => [
    { path: output, bytes: encodePdf(bitmaps.map((bitmap) => ({ bitmap, widthMm, heightMm }))) },
  ],
};

/** `OUT.png` as `OUT-1.png`. */
function numbered(path: string, number: number): string {
  const ending = extname(path);
  return `${path.slice(0, -ending.length)}-${number}${ending}`;
}

function chooseLabels(index: string | undefined, all: boolean): LabelChoice {
  if (index === undefined) return all ? 'all' : 'first';
  if (all) throw new UsageError('--index and --all exclude each other');
  if (!/^\d{1,9}$/.test(index)) throw new UsageError(`--index must be a whole number from 0, not "${index}"`);
  return Number(index);
}

/** The stream with the variables of a JSON file put in, under the API's rules for variables. */
async function substituteFile(template: Template, varsFile: string, now: Date, io: Io): Promise<ByteString> {
  const { substitute } = await import('../template/substitute.ts');
  return substitute(template, await readVariables(varsFile, io), { now });
}
