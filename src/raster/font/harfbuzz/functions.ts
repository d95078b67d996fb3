import type { Memory, Table } from '../../../web-assembly.ts';

/** The C functions of HarfBuzz that are called here. Numbers are addresses, or the values that the names say. */
export interface HarfBuzzFunctions {
  readonly memory: Memory;
  readonly __indirect_function_table: Table;
  __wasm_call_ctors(): void;
  malloc(bytes: number): number;
  hb_blob_create(data: number, length: number, mode: number, userData: number, destroy: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_get_upem(face: number): number;
  hb_font_create(face: number): number;
  hb_font_get_nominal_glyph(font: number, character: number, glyphAt: number): number;
  hb_font_get_glyph_h_advance(font: number, glyph: number): number;
  hb_font_draw_glyph(font: number, glyph: number, draw: number, data: number): void;
  hb_buffer_create(): number;
  hb_buffer_clear_contents(buffer: number): void;
  hb_buffer_add_utf16(buffer: number, text: number, length: number, from: number, count: number): void;
  hb_buffer_set_direction(buffer: number, direction: number): void;
  hb_buffer_guess_segment_properties(buffer: number): void;
  hb_buffer_get_length(buffer: number): number;
  hb_buffer_get_glyph_infos(buffer: number, lengthAt: number): number;
  hb_buffer_get_glyph_positions(buffer: number, lengthAt: number): number;
  hb_shape(font: number, buffer: number, features: number, count: number): void;
  hb_draw_funcs_create(): number;
  hb_draw_funcs_set_move_to_func(draw: number, func: number, data: number, destroy: number): void;
  hb_draw_funcs_set_line_to_func(draw: number, func: number, data: number, destroy: number): void;
  hb_draw_funcs_set_quadratic_to_func(draw: number, func: number, data: number, destroy: number): void;
  hb_draw_funcs_set_cubic_to_func(draw: number, func: number, data: number, destroy: number): void;
}
