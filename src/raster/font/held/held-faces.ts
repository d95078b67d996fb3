import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { HarfBuzz } from '../harfbuzz/harfbuzz.ts';
import type { HeldFont } from './font-folder.ts';
import { type FileReader, HeldFace } from './held-face.ts';

/** The most bytes of all fonts of a thread; above it, fonts are released, and loaded again when needed. */
const LOADED_MAX = 96 * 1024 * 1024;
/** The most bytes for HarfBuzz: the largest font on top of those, and working memory. */
const MEMORY_MAX = 256 * 1024 * 1024;

/** The fonts of a thread, each loaded when it is first asked for. */
export class HeldFaces {
  readonly #fonts: ReadonlyMap<string, HeldFont>;
  readonly #loaded = new Map<string, HeldFace | null>();
  #harfBuzz: HarfBuzz | null = null;

  /** @param fonts by name. */
  constructor(fonts: ReadonlyMap<string, HeldFont>) {
    this.#fonts = fonts;
  }

  /** The face of that name; null if its file has changed or cannot be used after all. */
  get(name: string): HeldFace | null {
    let face = this.#loaded.get(name);
    if (face === undefined) {
      face = this.#load(name);
      this.#loaded.set(name, face);
    }
    return face;
  }

  #load(name: string): HeldFace | null {
    const font = this.#fonts.get(name);
    if (font === undefined) return null;
    if (this.#harfBuzz !== null && this.#harfBuzz.bytes + font.bytes > LOADED_MAX) {
      // Faces in use keep the old memory as long as they need it.
      this.#harfBuzz = null;
      this.#loaded.clear();
    }
    try {
      const { path, index, bytes, modifiedMs } = font;
      const { size, mtimeMs } = statSync(path);
      if (size !== bytes || mtimeMs !== modifiedMs) return null;
      this.#harfBuzz ??= new HarfBuzz(MEMORY_MAX);
      const key = `${path}#${index}/${bytes}/${modifiedMs}`;
      return new HeldFace(this.#harfBuzz, name, key, readerOf(path, bytes), index);
    } catch {
      // The file is gone, or HarfBuzz could not take it.
      return null;
    }
  }
}

function readerOf(path: string, length: number): FileReader {
  return {
    length,
    read(target) {
      const file = openSync(path, 'r');
      try {
        for (let at = 0; at < length; ) {
          const bytes = readSync(file, target, { offset: at });
          if (bytes === 0) throw new Error('the file has become shorter');
          at += bytes;
        }
      } finally {
        closeSync(file);
      }
    },
  };
}
