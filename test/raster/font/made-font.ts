/** A table of a font, by its tag. */
export type Tables = Readonly<Record<string, Buffer>>;

/** Big-endian numbers of two bytes. */
export function words(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(2 * numbers.length);
  for (const [i, number] of numbers.entries()) bytes.writeUInt16BE(number & 0xffff, 2 * i);
  return bytes;
}

/** Big-endian numbers of four bytes. */
export function longs(...numbers: number[]): Buffer {
  const bytes = Buffer.alloc(4 * numbers.length);
  for (const [i, number] of numbers.entries()) bytes.writeUInt32BE(number >>> 0, 4 * i);
  return bytes;
}

/** A file of these tables. */
export function fontFile(tables: Tables, signature = 0x00010000): Buffer {
  const entries = Object.entries(tables).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const directory: Buffer[] = [longs(signature), words(entries.length, 0, 0, 0)];
  let offset = 12 + 16 * entries.length;
  for (const [tag, table] of entries) {
    directory.push(Buffer.from(tag.padEnd(4), 'latin1'), longs(0, offset, table.length));
    offset += table.length;
  }
  return Buffer.concat([...directory, ...entries.map(([, table]) => table)]);
}

/** A `cmap` of one subtable of format 12; each group has its first and last character and its first glyph. */
export function groupsMap(...groups: readonly [first: number, last: number, glyph: number][]): Buffer {
  return mapOf([groupsTable(groups)]);
}

export function groupsTable(groups: readonly (readonly [number, number, number])[]): Buffer {
  return Buffer.concat([
    words(12, 0),
    longs(16 + 12 * groups.length, 0, groups.length),
    ...groups.map((g) => longs(...g)),
  ]);
}

/** A `cmap` of these subtables, all for all of Unicode. */
export function mapOf(subtables: readonly Buffer[]): Buffer {
  const records: Buffer[] = [words(0, subtables.length)];
  let offset = 4 + 8 * subtables.length;
  for (const subtable of subtables) {
    records.push(words(3, 10), longs(offset));
    offset += subtable.length;
  }
  return Buffer.concat([...records, ...subtables]);
}

/** An outline of a box of 400 by 800 units. */
export const BOX = Buffer.concat([
  words(1, 100, 0, 500, 800, 3, 0),
  Buffer.from('0101010100640190', 'hex').subarray(0, 4),
  words(100, 400, 0, -400),
  words(0, 0, 800, 0),
  Buffer.alloc(2),
]);

/** A glyph made of others, all where it stands itself. */
export function composite(...glyphs: readonly number[]): Buffer {
  const parts = glyphs.map((glyph, i) => words(0x0003 | (i < glyphs.length - 1 ? 0x0020 : 0), glyph, 0, 0));
  return padded(Buffer.concat([words(-1, 0, 0, 1000, 1000), ...parts]));
}

function padded(glyph: Buffer): Buffer {
  return Buffer.concat([glyph, Buffer.alloc(-glyph.length & 3)]);
}

/** A TrueType font of these glyphs, of which an `A` shows the one given; an em has 1000 units. */
export function trueTypeFont(glyphs: readonly Buffer[], shown: number, more: Tables = {}): Buffer {
  const offsets = [0];
  for (const glyph of glyphs) offsets.push((offsets.at(-1) as number) + padded(glyph).length);
  return fontFile({
    cmap: groupsMap([0x41, 0x41, shown]),
    head: Buffer.concat([
      longs(0x10000, 0x10000, 0, 0x5f0f3cf5),
      words(0, 1000),
      Buffer.alloc(16),
      words(0, 0, 1000, 1000, 0, 8, 2, 1, 0),
    ]),
    hhea: Buffer.concat([longs(0x10000), words(800, -200, 0, 1000, 0, 0, 1000, 1, 0, 0, 0, 0, 0, 0, 0, 1)]),
    hmtx: Buffer.concat([words(600, 0), Buffer.alloc(2 * (glyphs.length - 1))]),
    maxp: Buffer.concat([longs(0x10000), words(glyphs.length), Buffer.alloc(26)]),
    loca: longs(...offsets),
    glyf: Buffer.concat(glyphs.map(padded)),
    ...more,
  });
}

/** Letters made of six letters, each of them of six, so many levels deep; the last are boxes, or empty. */
export function nestedFont(levels: number, width = 6, last: Buffer = Buffer.alloc(0)): Buffer {
  const glyphs = [
    last,
    ...Array.from({ length: levels }, (_, i) => composite(...Array<number>(width).fill(i))),
  ];
  return trueTypeFont(glyphs, levels);
}
