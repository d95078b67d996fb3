import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { onFirstUse } from '../on-first-use.ts';
import { Instance, type Memory, Module } from '../web-assembly.ts';

const require = createRequire(import.meta.url);

/** PDFium's code, compiled once in each thread. */
const code = onFirstUse(() => new Module(readFileSync(require.resolve('@hyzyla/pdfium/pdfium.wasm'))));

/** A PDF cannot be read; the message gives the reason. */
export class PdfFault extends Error {
  override readonly name = 'PdfFault';
  readonly reason: 'damaged' | 'memory';

  constructor(reason: PdfFault['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** An address in PDFium's memory, or a handle; 0 for none. */
export type Address = number;

/** PDFium's functions (`fpdfview.h`, `fpdf_edit.h`) that are used. */
export interface PdfiumFunctions {
  readonly malloc: (bytes: number) => Address;
  readonly free: (address: Address) => void;
  readonly FPDF_InitLibraryWithConfig: (config: Address) => void;
  readonly FPDF_LoadMemDocument: (file: Address, bytes: number, password: Address) => Address;
  readonly FPDF_GetLastError: () => number;
  readonly FPDF_GetPageCount: (document: Address) => number;
  readonly FPDF_LoadPage: (document: Address, index: number) => Address;
  readonly FPDF_GetPageWidth: (page: Address) => number;
  readonly FPDF_GetPageHeight: (page: Address) => number;
  readonly FPDFPage_CountObjects: (page: Address) => number;
  readonly FPDFPage_GetObject: (page: Address, index: number) => Address;
  readonly FPDFPageObj_GetType: (object: Address) => number;
  readonly FPDFPageObj_SetIsActive: (object: Address, isActive: number) => number;
  readonly FPDFFormObj_CountObjects: (form: Address) => number;
  readonly FPDFFormObj_GetObject: (form: Address, index: number) => Address;
  readonly FPDFBitmap_CreateEx: (
    width: number,
    height: number,
    format: number,
    pixels: Address,
    bytesPerRow: number,
  ) => Address;
  readonly FPDFBitmap_Destroy: (bitmap: Address) => void;
  readonly FPDF_RenderPageBitmap: (
    bitmap: Address,
    page: Address,
    left: number,
    top: number,
    width: number,
    height: number,
    turn: number,
    flags: number,
  ) => void;
}

/** The exports of the module: PDFium's functions, and those that the compiler added. */
interface Exports extends PdfiumFunctions {
  readonly memory: Memory;
  readonly __indirect_function_table: { get(index: number): (...numbers: number[]) => number };
  readonly __wasm_call_ctors: () => void;
  readonly emscripten_stack_init: () => void;
  readonly emscripten_stack_get_current: () => Address;
  readonly _emscripten_stack_restore: (stack: Address) => void;
  readonly setThrew: (threw: number, value: number) => void;
}

/** Memory grows by blocks, and at least by a fifth, since each growth takes time. */
const BLOCK_BYTES = 2 ** 16;
const GROWTH = 1.2;
const ZEROS = new Uint8Array(BLOCK_BYTES);
/** A PDFium of more memory is not used again, since memory never gets smaller. A4 at 203 dpi takes 25 MB. */
const KEPT_BYTES = 2 ** 25;

/** Thrown to leave functions up to the next `invoke_…`, as FreeType and libjpeg do for a damaged file. */
const LONG_JUMP = Symbol('longjmp');
/** The error "not supported" of the compiler's C library. */
const ENOSYS = 52;

/** PDFium when it has just started, which is always the same. */
interface StartState {
  /** Memory up to the last block that has something in it. */
  readonly used: Uint8Array;
  readonly stack: Address;
}

let startState: StartState | null = null;

/**
 * A PDFium of this thread that no file uses at present: a label at 203 dpi takes 24 ms with it, and 43 with a new one.
 */
let idle: Pdfium | null = null;

/** Starts PDFium, for threads of PDFs alone: the time of their first page does not include it. */
export function startPdfium(): void {
  idle ??= new Pdfium();
}

/**
 * A PDFium for one file, which sees nothing of others: its memory is as it was when PDFium had just started.
 *
 * @param memoryMaxBytes the most memory that it may use
 */
export function takePdfium(memoryMaxBytes: number): Pdfium {
  const pdfium = idle ?? new Pdfium();
  idle = null;
  pdfium.memoryMaxBytes = memoryMaxBytes;
  return pdfium;
}

/** Takes back a PDFium that its file no longer needs. */
export function returnPdfium(pdfium: Pdfium): void {
  if (pdfium.cleaned()) idle = pdfium;
}

/** PDFium with its memory. The module has no system below it: no files, no clock, no environment. */
export class Pdfium {
  memoryMaxBytes: number = Number.POSITIVE_INFINITY;
  readonly #exports: Exports;
  /** Whether more memory was refused: PDFium may continue without it, and leave out a part of the page. */
  #isRefused = false;
  /** Whether a function ended early. */
  #isBroken = false;

  constructor() {
    const { exports } = new Instance(code(), this.#imports());
    this.#exports = exports as unknown as Exports;
    const { emscripten_stack_init: initStack, __wasm_call_ctors: construct } = this.#exports;
    initStack();
    construct();
    // The version of the settings, and nothing set.
    const settings = this.copied(Uint8Array.from({ length: 20 }, (_, at) => (at === 0 ? 2 : 0)));
    this.#exports.FPDF_InitLibraryWithConfig(settings);
    this.#exports.free(settings);
    startState ??= this.#state();
  }

  /**
   * Calls PDFium's functions.
   *
   * @throws PdfFault if it fails or breaks, whatever the cause in the file
   */
  checked<T>(work: (functions: PdfiumFunctions) => T): T {
    let result: T;
    try {
      result = work(this.#exports);
    } catch (error) {
      this.#isBroken ||= !(error instanceof PdfFault);
      if (this.#isRefused) throw this.#tooLarge();
      throw this.#isBroken ? new PdfFault('damaged', 'the PDF is damaged') : error;
    }
    if (this.#isRefused) throw this.#tooLarge();
    return result;
  }

  /** A part of its memory, good until the next call. */
  bytes(address: Address, length: number): Uint8Array {
    return new Uint8Array(this.#exports.memory.buffer, address, length);
  }

  /** Copies bytes into its memory; 0 if there is none left. */
  copied(bytes: Uint8Array): Address {
    const address = this.#exports.malloc(bytes.length);
    if (address !== 0) this.bytes(address, bytes.length).set(bytes);
    return address;
  }

  /**
   * Restores the memory of the start. Returns false if a file has broken the instance, or if its memory is too large to
   * be kept.
   */
  cleaned(): boolean {
    const { used, stack } = startState as StartState;
    const bytes = Buffer.from(this.#exports.memory.buffer);
    const isLarge = this.#isRefused || bytes.length > KEPT_BYTES;
    if (this.#isBroken || isLarge || this.#exports.emscripten_stack_get_current() !== stack) return false;
    for (let at = 0; at < bytes.length; at += BLOCK_BYTES) {
      const block = bytes.subarray(at, at + BLOCK_BYTES);
      const clean = at < used.length ? used.subarray(at, at + BLOCK_BYTES) : ZEROS;
      if (!block.equals(clean)) block.set(clean);
    }
    return true;
  }

  #state(): StartState {
    let end = this.#exports.memory.buffer.byteLength;
    while (Buffer.compare(this.bytes(end - BLOCK_BYTES, BLOCK_BYTES), ZEROS) === 0) end -= BLOCK_BYTES;
    const stack = this.#exports.emscripten_stack_get_current();
    return { used: this.bytes(0, end).slice(), stack };
  }

  #imports(): ConstructorParameters<typeof Instance>[1] {
    // Looking up a function of the table takes longer than calling it.
    const known: ((...numbers: number[]) => number)[] = [];
    const invoke = (index: number, ...numbers: number[]): number | void => {
      const { __indirect_function_table: table, _emscripten_stack_restore: restoreStack } = this.#exports;
      const stack = this.#exports.emscripten_stack_get_current();
      try {
        known[index] ??= table.get(index);
        return known[index](...numbers);
      } catch (error) {
        restoreStack(stack);
        if (error !== LONG_JUMP) throw error;
        this.#exports.setThrew(1, 0);
      }
    };
    const functions = {
      invoke_ii: invoke,
      invoke_iii: invoke,
      invoke_iiii: invoke,
      invoke_iiiii: invoke,
      invoke_viii: invoke,
      emscripten_resize_heap: (bytes: number) => Number(this.#grow(bytes >>> 0)),
      _emscripten_throw_longjmp(): never {
        throw LONG_JUMP;
      },
      _abort_js(): never {
        throw new Error('PDFium gives up');
      },
    };
    return { env: withFailing(functions, -ENOSYS), wasi_snapshot_preview1: withFailing({}, ENOSYS) };
  }

  /** Grows the memory to `bytes`; false if it cannot. */
  #grow(bytes: number): boolean {
    if (bytes > this.memoryMaxBytes) {
      this.#isRefused = true;
      return false;
    }
    const { memory } = this.#exports;
    const has = memory.buffer.byteLength;
    const wanted = Math.min(this.memoryMaxBytes, Math.max(bytes, GROWTH * has));
    try {
      memory.grow(Math.ceil((wanted - has) / BLOCK_BYTES));
      return true;
    } catch {
      return false;
    }
  }

  #tooLarge(): PdfFault {
    return new PdfFault('memory', `the PDF takes more than ${this.memoryMaxBytes / 2 ** 20} MB of memory`);
  }
}

type Functions = ConstructorParameters<typeof Instance>[1][string];

/** The functions, and for all other names one that fails: calls of a system that is not there. */
function withFailing(functions: Functions, failed: number): Functions {
  return new Proxy(functions, { get: (target, name: string) => target[name] ?? (() => failed) });
}
