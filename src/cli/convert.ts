import { isUtf8 } from 'node:buffer';
import { isAnimated } from '../convert/animated.ts';
import { ConvertFault, convertPicture, type PictureOptions } from '../convert/convert-picture.ts';
import { formattedZpl } from '../convert/formatted-zpl.ts';
import type { PictureEncoding } from '../convert/picture-zpl.ts';
import { isPdf } from '../convert/read-pdf.ts';
import { scaledWithReport } from '../convert/scaling-report.ts';
import type { Dither } from '../raster/images/dithered.ts';
import type { Area, TurnDegrees } from '../raster/images/grey-picture.ts';
import { type PictureHeader, pictureHeader } from '../raster/images/picture-header.ts';
import { type ByteString, byteStringOf, toBytes } from '../zpl/byte-string.ts';
import { bounded, resolution, whole } from './arguments.ts';
import { CommandFailure, UsageError } from './failure.ts';
import { answer, type Io } from './io.ts';
import { fileName, readBytes } from './read-file.ts';
import { writeOutput } from './write-file.ts';

/** Options of `platen convert`, by what they are for. */
const PICTURE_OPTIONS = [
  'dpi',
  'width-mm',
  'height-mm',
  'page',
  'crop',
  'rotate',
  'dither',
  'threshold',
  'encoding',
  'name',
  'label',
] as const;
const ZPL_OPTIONS = ['from-dpi', 'to-dpi', 'format'] as const;

type Values = Readonly<
  Record<
    Exclude<(typeof PICTURE_OPTIONS)[number], 'label'> | 'from-dpi' | 'to-dpi' | 'output',
    string | undefined
  >
> & {
  readonly label: boolean;
  readonly format: boolean;
};

interface ToConvert {
  readonly values: Values;
  readonly operands: readonly [file: string];
  readonly json: boolean;
}

const USUAL_DPI = 203;
const MM_MAX = 2000;
const PAGE_MAX = 100_000;

/** Makes ZPL of a picture or a PDF, and other ZPL of ZPL. */
export async function convert({ values, operands: [file], json }: ToConvert, io: Io): Promise<void> {
  const bytes = await readBytes(file, io);
  const header = pictureHeader(bytes);
  // A picture may have a PDF within, which counts for nothing.
  const kind = header?.type ?? (isPdf(bytes) ? 'PDF' : zplOrNothing(bytes, file));
  refuseOthers(values, kind);
  const { zpl, notes } =
    kind === 'ZPL'
      ? changedZpl(byteStringOf(bytes), values)
      : { zpl: await zplOfPicture(bytes, header, values, file), notes: notesOn(bytes, header) };
  for (const note of notes) io.stderr(`${fileName(file)}: ${note}\n`);
  if (values.output !== undefined) await writeOutput(values.output, zpl);
  else {
    if (!isUtf8(zpl)) throw new CommandFailure(`${fileName(file)} is not UTF-8: name a file with -o`);
    if (!json) {
      io.stdout(zpl.toString());
      return;
    }
  }
  const { output = null } = values;
  const result = {
    type: kind,
    output,
    bytes: zpl.length,
    notes,
    ...(output === null ? { zpl: zpl.toString() } : {}),
  };
  answer(io, json, result, () => `${output} (${zpl.length} bytes)`);
}

/** The ZPL of a picture, or of pages of a PDF. */
async function zplOfPicture(
  bytes: Uint8Array,
  header: PictureHeader | null,
  values: Values,
  file: string,
): Promise<Buffer> {
  const options = pictureOptions(values);
  try {
    const texts =
      header === null
        ? await pagesOf(bytes, pageOf(values.page ?? '1'), options)
        : [convertPicture(bytes, header, options)];
    return Buffer.from(texts.join(''), 'latin1');
  } catch (error) {
    throw error instanceof ConvertFault ? new CommandFailure(`${fileName(file)}: ${error.message}`) : error;
  }
}

function notesOn(bytes: Uint8Array, header: PictureHeader | null): readonly string[] {
  const isMoving = header !== null && isAnimated(bytes, header);
  return isMoving ? [`the ${header.type} is animated: its first picture is converted`] : [];
}

function zplOrNothing(bytes: Buffer, file: string): 'ZPL' {
  // A label may change its prefixes, but has one first.
  if (/[\^~][A-Za-z]/.test(bytes.toString('latin1', 0, 65_536))) return 'ZPL';
  throw new CommandFailure(
    `${fileName(file)} is neither ZPL, nor a PDF, nor a PNG, JPEG, GIF, BMP, WebP or plain SVG picture`,
  );
}

/** Throws for options that are not for this kind of file, and for ZPL without any. */
function refuseOthers(values: Values, kind: string): void {
  const isGiven = (name: keyof Values): boolean => values[name] !== undefined && values[name] !== false;
  const others = kind === 'ZPL' ? PICTURE_OPTIONS : ZPL_OPTIONS;
  const other = others.find(isGiven);
  if (other !== undefined) {
    throw new UsageError(
      `--${other} is for ${kind === 'ZPL' ? 'pictures and PDFs' : 'ZPL'}, and the file is ${kind}`,
    );
  }
  if (kind !== 'PDF' && kind !== 'ZPL' && isGiven('page')) throw new UsageError('--page is for PDFs');
  if (kind !== 'ZPL') return;
  if (isGiven('from-dpi') !== isGiven('to-dpi')) throw new UsageError('--from-dpi and --to-dpi go together');
  if (!isGiven('from-dpi') && !isGiven('format')) {
    throw new UsageError('ZPL needs --from-dpi and --to-dpi, or --format');
  }
}

function changedZpl(
  source: ByteString,
  values: Values,
): { readonly zpl: Buffer; readonly notes: readonly string[] } {
  const { 'from-dpi': from, 'to-dpi': to, format } = values;
  let zpl = source;
  let notes: readonly string[] = [];
  if (from !== undefined && to !== undefined) {
    const fromDpi = resolution(from, '--from-dpi');
    const toDpi = resolution(to, '--to-dpi');
    ({ zpl, notes } = scaledWithReport(source, fromDpi, toDpi, null));
  }
  return { zpl: Buffer.from(toBytes(format ? formattedZpl(zpl) : zpl)), notes };
}

/** Starts a thread, which nothing but a PDF needs. */
async function pagesOf(
  bytes: Uint8Array,
  page: number | 'all',
  options: PictureOptions,
): Promise<readonly string[]> {
  const { pdfPages } = await import('./pdf-pages.ts');
  return pdfPages(bytes, page, options);
}

function pageOf(page: string): number | 'all' {
  return page === 'all' ? page : whole(page, '--page', 1, PAGE_MAX);
}

function pictureOptions(values: Values): PictureOptions {
  const mm = (name: 'width-mm' | 'height-mm'): number | null =>
    values[name] === undefined ? null : bounded(values[name], `--${name}`, 0.1, MM_MAX);
  const { name, crop, threshold, dpi } = values;
  return {
    dpi: dpi === undefined ? USUAL_DPI : resolution(dpi, '--dpi'),
    widthMm: mm('width-mm'),
    heightMm: mm('height-mm'),
    within: null,
    crop: crop === undefined ? null : areaOf(crop),
    turn: Number(values.rotate ?? 0) as TurnDegrees,
    dither: (values.dither as Dither | undefined) ?? 'none',
    threshold: threshold === undefined ? 128 : whole(threshold, '--threshold', 0, 255),
    encoding: (values.encoding as PictureEncoding | undefined) ?? null,
    name: name === undefined ? null : storedName(name),
    isLabel: values.label,
  };
}

function areaOf(text: string): Area | 'ink' {
  if (text === 'ink') return text;
  const numbers = text.split(',').map((each) => (/^\d{1,7}$/.test(each.trim()) ? Number(each) : Number.NaN));
  const [x = 0, y = 0, width = 0, height = 0] = numbers;
  if (numbers.length !== 4 || numbers.some(Number.isNaN) || width === 0 || height === 0) {
    throw new UsageError(`--crop must be ink, or X,Y,W,H in whole pixels, not ${text}`);
  }
  return { x, y, width, height };
}

/** A name of a picture in a printer: a drive, up to eight or sixteen characters, and the extension. */
function storedName(name: string): string {
  const [, drive = 'R', base = '', extension = 'GRF'] =
    /^(?:([REBA]):)?([A-Z0-9_-]{1,16})(?:\.(GRF))?$/i.exec(name) ?? [];
  if (base === '') throw new UsageError(`--name must be as R:LOGO.GRF, not ${name}`);
  return `${drive}:${base}.${extension}`.toUpperCase();
}
