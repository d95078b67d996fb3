import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { onFirstUse } from '../../../on-first-use.ts';
import { Instance, type Memory, Module } from '../../../web-assembly.ts';

const require = createRequire(import.meta.url);

/** The C functions of HarfBuzz's subsetter that are called here. Numbers are addresses. */
interface SubsetFunctions {
  readonly memory: Memory;
  malloc(bytes: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_blob_get_length(blob: number): number;
  hb_blob_get_data(blob: number, lengthAt: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, codePoint: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_unicode_set(input: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

/** The compiled library, once in each thread. */
const compiled = onFirstUse(
  () => new Module(readFileSync(require.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'))),
);

/** `HB_MEMORY_MODE_WRITABLE`: the copy of the font is the subsetter's own. */
const WRITABLE = 2;

/**
 * The font with only the glyphs of some characters. The library makes it in a memory of its own, which is released
 * afterwards and all that a hostile font can affect.
 *
 * @returns null if the library cannot read the font
 */
export function subsetFont(font: Uint8Array, characters: string): Uint8Array | null {
  try {
    const functions = new Instance(compiled(), {}).exports as unknown as SubsetFunctions;
    const data = functions.malloc(font.length);
    new Uint8Array(functions.memory.buffer, data, font.length).set(font);
    const face = functions.hb_face_create(functions.hb_blob_create(data, font.length, WRITABLE, 0, 0), 0);
    const input = functions.hb_subset_input_create_or_fail();
    const wanted = functions.hb_subset_input_unicode_set(input);
    for (const character of characters) functions.hb_set_add(wanted, character.codePointAt(0) as number);
    const subset = functions.hb_subset_or_fail(face, input);
    if (subset === 0) return null;
    const blob = functions.hb_face_reference_blob(subset);
    const length = functions.hb_blob_get_length(blob);
    if (length === 0) return null;
    const at = functions.hb_blob_get_data(blob, 0);
    return new Uint8Array(functions.memory.buffer, at, length).slice();
  } catch {
    // A trap of the library, or no memory.
    return null;
  }
}
