import { Instance, Module } from '../../../web-assembly.ts';
import type { OutlinePath } from '../outline-edges.ts';
import type { HarfBuzzFunctions } from './functions.ts';
import type { PlacedGlyph } from './shaping.ts';

/** The outline of a glyph. */
export interface GlyphOutline {
  /** Null if there is no ink, or none that can be of a letter. */
  readonly path: OutlinePath | null;
  /** Points that the font has for the outline, drawn or not. */
  readonly points: number;
}

/** No letter has more points; a glyph with more is not drawn. */
const POINTS_MAX = 20_000;

/** An outline with farther points is not drawn: eight of the largest ems. */
const COORDINATE_MAX = 1 << 17;

/** Reads outlines by HarfBuzz. */
export class OutlineReader {
  readonly #functions: HarfBuzzFunctions;
  readonly #draw: number;
  #path: number[] = [];
  #points = 0;
  #isNear = true;
  /** The position of the glyph. */
  #dx = 0;
  #dy = 0;

  constructor(functions: HarfBuzzFunctions) {
    this.#functions = functions;
    const draw = functions.hb_draw_funcs_create();
    const table = functions['__indirect_function_table'];
    const callable = (numbers: number, receive: (...numbers: number[]) => void): number => {
      const index = table.grow(1);
      table.set(index, callback(numbers, receive));
      return index;
    };
    const set = (points: number) => {
      return (...numbers: number[]) => this.#add(points, numbers);
    };
    functions.hb_draw_funcs_set_move_to_func(draw, callable(2, set(0)), 0, 0);
    functions.hb_draw_funcs_set_line_to_func(draw, callable(2, set(1)), 0, 0);
    functions.hb_draw_funcs_set_quadratic_to_func(draw, callable(4, set(2)), 0, 0);
    functions.hb_draw_funcs_set_cubic_to_func(draw, callable(6, set(3)), 0, 0);
    this.#draw = draw;
  }

  /** The outline of these glyphs together. */
  outline(font: number, glyphs: readonly PlacedGlyph[]): GlyphOutline {
    this.#path = [];
    this.#points = 0;
    this.#isNear = true;
    for (const { glyph, dx, dy } of glyphs) {
      if (this.#points > POINTS_MAX) break;
      this.#dx = dx;
      this.#dy = dy;
      this.#functions.hb_font_draw_glyph(font, glyph, this.#draw, 0);
    }
    const isLetter = this.#points > 0 && this.#points <= POINTS_MAX && this.#isNear;
    return { path: isLetter ? Float32Array.from(this.#path) : null, points: this.#points };
  }

  /** Adds a step of an {@link OutlinePath}. */
  #add(points: number, numbers: readonly number[]): void {
    this.#points += numbers.length / 2;
    if (this.#points > POINTS_MAX) return;
    this.#path.push(points);
    for (let i = 0; i < numbers.length; i += 2) {
      const x = (numbers[i] as number) + this.#dx;
      const y = (numbers[i + 1] as number) + this.#dy;
      // A curve lies between its points.
      this.#isNear &&= Math.abs(x) <= COORDINATE_MAX && Math.abs(y) <= COORDINATE_MAX;
      this.#path.push(x, y);
    }
  }
}

/** `\0asm`, version 1. */
const HEADER = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const I32 = 0x7f;
const F32 = 0x7d;

/**
 * A function that HarfBuzz can call, which passes its numbers on. Its table takes functions of WebAssembly only, so
 * this is a module of one function that is imported and exported again (WebAssembly core specification, section 5.5):
 * of three addresses, the numbers and an address, without a result.
 */
function callback(numbers: number, receive: (...numbers: number[]) => void): unknown {
  const parameters = [I32, I32, I32, ...Array<number>(numbers).fill(F32), I32];
  const type = [0x01, 0x60, parameters.length, ...parameters, 0x00];
  // Import "e" "f" of type 0, and export it as "f".
  const imported = [0x01, 0x01, 0x65, 0x01, 0x66, 0x00, 0x00];
  const exported = [0x01, 0x01, 0x66, 0x00, 0x00];
  const sections = [
    [0x01, type],
    [0x02, imported],
    [0x07, exported],
  ] as const;
  const bytes = sections.flatMap(([id, content]) => [id, content.length, ...content]);
  const f = (...given: number[]): void => receive(...given.slice(3, 3 + numbers));
  return new Instance(new Module(Uint8Array.from([...HEADER, ...bytes])), { e: { f } }).exports['f'];
}
