import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { onFirstUse } from '../../../on-first-use.ts';
import { Instance, Module } from '../../../web-assembly.ts';
import type { HarfBuzzFunctions } from './functions.ts';
import { OutlineReader } from './outline-reader.ts';
import { Shaper } from './shaping.ts';

const require = createRequire(import.meta.url);

const WASM_PAGE = 65_536;

/** `HB_MEMORY_MODE_READONLY`. */
const READ_ONLY = 1;

/** The compiled library, once in each thread. */
const compiled = onFirstUse(() => new Module(readFileSync(require.resolve('harfbuzzjs/dist/harfbuzz.wasm'))));

/**
 * HarfBuzz with a memory of its own, which holds fonts until all of it is released. A hostile font can affect this
 * memory alone, which is bounded, and causes an exception at worst.
 */
export class HarfBuzz {
  readonly functions: HarfBuzzFunctions;
  readonly outlines: OutlineReader;
  readonly shaper: Shaper;
  /** The address to which functions write a word. */
  readonly #result: number;

  /** @param memoryMaxBytes requests for more memory fail. */
  constructor(memoryMaxBytes: number) {
    const grow = (bytes: number): number => {
      const { memory } = this.functions;
      if (bytes > memoryMaxBytes) return 0;
      memory.grow(Math.ceil((bytes - memory.buffer.byteLength) / WASM_PAGE));
      return 1;
    };
    const stop = (): never => {
      throw new Error('HarfBuzz gave up');
    };
    const { exports } = new Instance(compiled(), {
      wasi_snapshot_preview1: { proc_exit: stop },
      env: {
        _emscripten_runtime_keepalive_clear: () => undefined,
        _abort_js: stop,
        _setitimer_js: () => 0,
        emscripten_resize_heap: grow,
      },
    });
    this.functions = exports as unknown as HarfBuzzFunctions;
    this.functions['__wasm_call_ctors']();
    this.outlines = new OutlineReader(this.functions);
    this.shaper = new Shaper(this.functions);
    this.#result = this.functions.malloc(4);
  }

  /** Bytes of its memory, which never shrinks. */
  get bytes(): number {
    return this.functions.memory.buffer.byteLength;
  }

  /**
   * Takes a font into its memory.
   *
   * @param length bytes of its file.
   * @param read writes the file into the memory that it is given.
   * @param index which font of a collection it is.
   * @returns the font, its units of an em, and its file in HarfBuzz's memory.
   * @throws Error when there is no memory left, and as `read` does.
   */
  open(
    length: number,
    read: (target: Uint8Array) => void,
    index: number,
  ): { readonly font: number; readonly em: number; readonly file: () => Uint8Array } {
    const { functions } = this;
    const data = functions.malloc(length);
    if (data === 0) throw new Error('no memory is left for this font');
    const file = new Uint8Array(functions.memory.buffer, data, length);
    read(file);
    const face = functions.hb_face_create(functions.hb_blob_create(data, length, READ_ONLY, 0, 0), index);
    const font = functions.hb_font_create(face);
    const em = functions.hb_face_get_upem(face);
    return { font, em, file: () => new Uint8Array(functions.memory.buffer, data, length) };
  }

  /** The glyph of a character by itself; 0 where the font has none. */
  glyphOf(font: number, character: number): number {
    const found = this.functions.hb_font_get_nominal_glyph(font, character, this.#result);
    return found === 0 ? 0 : new DataView(this.functions.memory.buffer).getUint32(this.#result, true);
  }

  /** The distance from one pen position to the next, in the font's units. */
  advanceOf(font: number, glyph: number): number {
    return this.functions.hb_font_get_glyph_h_advance(font, glyph);
  }
}
