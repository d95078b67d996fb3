import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coverageOf } from '../../../src/raster/font/cmap.ts';
import { BOX, groupsMap, groupsTable, mapOf, trueTypeFont, words } from './made-font.ts';

const coverage = (cmap: Buffer) => coverageOf(trueTypeFont([BOX, BOX], 1, { cmap }));

/** A subtable of format 4; segments ascend, each with its delta, or with glyphs of its own. */
function segmentsTable(
  segments: readonly { start: number; end: number; delta?: number; glyphs?: number[] }[],
): Buffer {
  const all = [...segments, { start: 0xffff, end: 0xffff, delta: 1 }];
  const glyphs = all.flatMap((segment) => segment.glyphs ?? []);
  let before = 0;
  const offsets = all.map((segment, i) => {
    if (segment.glyphs === undefined) return 0;
    const offset = 2 * (all.length - i + before);
    before += segment.glyphs.length;
    return offset;
  });
  const body = [
    ...all.map(({ end }) => end),
    0,
    ...all.map(({ start }) => start),
    ...all.map(({ delta = 0 }) => delta),
    ...offsets,
    ...glyphs,
  ];
  return words(4, 14 + 2 * body.length, 0, 2 * all.length, 0, 0, 0, ...body);
}

describe('characters of a font', () => {
  it('are those of its groups', () => {
    const { has } = coverage(groupsMap([0x41, 0x43, 1], [0x1e900, 0x1e943, 4]));
    expect([0x40, 0x41, 0x43, 0x44, 0x1e8ff, 0x1e900, 0x1e943, 0x1e944].map(has)).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  it('are those of its segments that have a glyph', () => {
    const table = segmentsTable([
      { start: 0x20, end: 0x22, delta: -0x21 },
      { start: 0x41, end: 0x44, glyphs: [1, 0, 2, 3], delta: -3 },
    ]);
    const { has } = coverage(mapOf([table]));
    const characters = [0x1f, 0x20, 0x21, 0x22, 0x41, 0x42, 0x43, 0x44, 0x45, 0xffff];
    expect(characters.filter(has)).toEqual([0x20, 0x22, 0x41, 0x43]);
  });

  it('are those of all its subtables', () => {
    const table = mapOf([
      groupsTable([[1, 1, 1]]),
      segmentsTable([{ start: 2, end: 2, delta: 0 }]),
      groupsTable([[3, 3, 1]]),
    ]);
    expect([0, 1, 2, 3, 4].filter(coverage(table).has)).toEqual([1, 2, 3]);
  });

  it('are found in any groups that ascend', () => {
    const bounds = fc.uniqueArray(fc.nat(0x10ffff), { minLength: 2, maxLength: 40 });
    fc.assert(
      fc.property(bounds, fc.nat(0x10ffff), (ends, character) => {
        const sorted = ends.toSorted((a, b) => a - b);
        const groups = Array.from(
          { length: sorted.length >> 1 },
          (_, i) => [sorted[2 * i], sorted[2 * i + 1], 1] as [number, number, number],
        );
        const expected = groups.some(([first, last]) => character >= first && character <= last);
        expect(coverage(groupsMap(...groups)).has(character)).toBe(expected);
      }),
    );
  });

  it('lie in the file, or the font is refused', () => {
    const table = groupsTable([[0x41, 0x43, 1]]);
    table.writeUInt32BE(0xffff_ffff, 12);
    expect(() => coverage(mapOf([table]))).toThrow(RangeError);
    expect(() => coverage(mapOf([words(4, 0, 0, 0xfffe)]))).toThrow(RangeError);
  });
});
