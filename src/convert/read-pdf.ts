import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PDFiumLibrary, PDFiumPage } from '@hyzyla/pdfium';
import { onFirstUse } from '../on-first-use.ts';
import type { GreyPicture } from '../raster/images/grey-picture.ts';
import { Instance, Module } from '../web-assembly.ts';

const require = createRequire(import.meta.url);

const POINTS_PER_INCH = 72;
/** A file that is whole has `%%EOF` within so many bytes of its end. */
const END_BYTES = 1024;

/** Whether a file is a PDF, which may have a few bytes before its beginning. */
export function isPdf(file: Uint8Array): boolean {
  return Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 1024)).includes('%PDF-');
}

/** A PDF cannot be read: the message says why. */
export class PdfFault extends Error {
  override readonly name = 'PdfFault';
  readonly reason: 'damaged' | 'memory';

  constructor(reason: PdfFault['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** A page, before it is drawn. */
export interface PdfPage {
  /** Inches. */
  readonly width: number;
  readonly height: number;
  /** Whether bars may be drawn as shapes, not as a picture. */
  readonly hasShapes: boolean;
  /** Draws the page with so many pixels. Rejects with a {@link PdfFault}. */
  draw(width: number, height: number): Promise<GreyPicture>;
}

/** A document that is open. Its memory is freed with it. */
export interface OpenPdf {
  readonly pageCount: number;
  /**
   * A page. Rejects with a {@link PdfFault} where it is damaged.
   *
   * @param index from 0
   */
  page(index: number): Promise<PdfPage>;
}

/** Objects of a page that are looked at. */
const OBJECTS_MAX = 10_000;

function hasShapes(page: PDFiumPage): boolean {
  const count = Math.min(page.getObjectCount(), OBJECTS_MAX);
  for (let index = 0; index < count; index++) {
    const { type } = page.getObject(index);
    if (type === 'path' || type === 'form') return true;
  }
  return false;
}

/**
 * Opens a PDF by PDFium, in memory of its own: one that breaks PDFium breaks no other. Rejects with a {@link PdfFault}
 * for a file that is damaged, ends early, has a password, or needs more memory.
 *
 * @param memoryMaxBytes about what PDFium may take, for the file and its pages
 */
export async function openPdf(file: Uint8Array, memoryMaxBytes: number): Promise<OpenPdf> {
  const end = Buffer.from(file.buffer, file.byteOffset, file.length).subarray(-END_BYTES);
  if (!end.includes('%%EOF')) throw new PdfFault('damaged', 'the PDF ends early');
  const pdfium = new Pdfium(memoryMaxBytes);
  const document = await pdfium.checked(async () => (await pdfium.start()).loadDocument(file));
  return {
    pageCount: document.getPageCount(),
    async page(index) {
      const facts = await pdfium.checked(async () => {
        const page = document.getPage(index);
        const { originalWidth, originalHeight } = page.getOriginalSize();
        if (originalWidth < 1 || originalHeight < 1) throw new Error('no such page, or one without a size');
        return {
          width: originalWidth / POINTS_PER_INCH,
          height: originalHeight / POINTS_PER_INCH,
          hasShapes: hasShapes(page),
        };
      });
      return {
        ...facts,
        async draw(width, height) {
          const settings = { scale: 1, width, height, render: 'bitmap', colorSpace: 'Gray' } as const;
          // The library closes a page that it has drawn.
          const { data } = await pdfium.checked(() => document.getPage(index).render(settings));
          return { width, height, data };
        },
      };
    },
  };
}

/** PDFium's code, compiled once in each thread. */
const code = onFirstUse(() => new Module(readFileSync(require.resolve('@hyzyla/pdfium/pdfium.wasm'))));

/** Loads PDFium, for threads of PDFs alone: the time of their first page does not include it. */
export async function loadPdfium(): Promise<void> {
  code();
  await import('@hyzyla/pdfium');
}

/** PDFium writes to standard error what breaks it. */
const QUIET = { printErr: (): void => {} };

/** One PDFium with its memory. */
class Pdfium {
  readonly #memoryMaxBytes: number;
  /** Whether more memory was refused: PDFium may go on without it, and leave out a part of the page. */
  #isRefused = false;

  constructor(memoryMaxBytes: number) {
    this.#memoryMaxBytes = memoryMaxBytes;
  }

  async start(): Promise<PDFiumLibrary> {
    const { PDFiumLibrary, PDFiumModule } = await import('@hyzyla/pdfium');
    return PDFiumLibrary.initBase({
      vendor: (options) => PDFiumModule({ ...options, ...QUIET }),
      instantiateWasm: (imports, started) => {
        const { env } = imports;
        const grow = env['emscripten_resize_heap'];
        const bounded = (bytes: number): number => (this.#isTooMuch(bytes) ? 0 : Number(grow(bytes)));
        const instance = new Instance(code(), {
          ...imports,
          env: { ...env, emscripten_resize_heap: bounded },
        });
        started(instance);
        return instance.exports;
      },
    });
  }

  /** Has it do something. Rejects with a {@link PdfFault} where it fails or breaks, whatever the file does to it. */
  async checked<T>(work: () => Promise<T>): Promise<T> {
    let result: T;
    try {
      result = await work();
    } catch (error) {
      throw this.#isRefused ? this.#tooLarge() : new PdfFault('damaged', reasonOf(error));
    }
    if (this.#isRefused) throw this.#tooLarge();
    return result;
  }

  #isTooMuch(bytes: number): boolean {
    // The number comes signed.
    const isTooMuch = bytes >>> 0 > this.#memoryMaxBytes;
    this.#isRefused ||= isTooMuch;
    return isTooMuch;
  }

  #tooLarge(): PdfFault {
    return new PdfFault('memory', `the PDF takes more than ${this.#memoryMaxBytes / 2 ** 20} MB of memory`);
  }
}

/** Words of PDFium for what is wrong with a file, and ours. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/password/i, 'the PDF has a password'],
  [/security/i, 'the PDF is encrypted in a way that cannot be read'],
];

function reasonOf(error: unknown): string {
  const { message } = error as Error;
  return REASONS.find(([words]) => words.test(message))?.[1] ?? 'the PDF is damaged';
}
