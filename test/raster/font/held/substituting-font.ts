import { boxFont } from '../box-font.ts';

/** The offset of the tables, after the directory of one table more. */
const RECORD_BYTES = 16;
const DIRECTORY_AT = 12;

/**
 * The font of boxes with a `GSUB` table of `lookups` lookups, all the same one: an A becomes `copies` of it. Each is
 * for text of any script.
 */
export function substitutingFont(lookups: number, copies: number): Buffer {
  const font = boxFont();
  const table = substitutions(lookups, copies);
  const count = font.readUInt16BE(4);
  const directory = Buffer.from(font.subarray(0, DIRECTORY_AT + count * RECORD_BYTES));
  for (let at = DIRECTORY_AT + 8; at < directory.length; at += RECORD_BYTES) {
    directory.writeUInt32BE(directory.readUInt32BE(at) + RECORD_BYTES, at);
  }
  directory.writeUInt16BE(count + 1, 4);
  const record = Buffer.alloc(RECORD_BYTES);
  record.write('GSUB', 'latin1');
  record.writeUInt32BE(font.length + RECORD_BYTES, 8);
  record.writeUInt32BE(table.length, 12);
  // Records are in the order of their tags, and this one is the first.
  return Buffer.concat([
    directory.subarray(0, DIRECTORY_AT),
    record,
    directory.subarray(DIRECTORY_AT),
    font.subarray(DIRECTORY_AT + count * RECORD_BYTES),
    table,
  ]);
}

function substitutions(lookups: number, copies: number): Buffer {
  const tag = (text: string): number[] => [
    (text.charCodeAt(0) << 8) | text.charCodeAt(1),
    (text.charCodeAt(2) << 8) | text.charCodeAt(3),
  ];
  const each = Array.from({ length: lookups }, (_, i) => i);
  const scripts = [1, ...tag('DFLT'), 8, 4, 0, 0, 0xffff, 1, 0];
  const features = [1, ...tag('ccmp'), 8, 0, lookups, ...each];
  const sequence = [1, 8, 1, 14, 1, 1, 1, copies, ...Array<number>(copies).fill(1)];
  const list = [lookups, ...each.map(() => 2 + 2 * lookups), 2, 0, 1, 8, ...sequence];
  const featuresAt = 10 + 2 * scripts.length;
  const words = [1, 0, 10, featuresAt, featuresAt + 2 * features.length, ...scripts, ...features, ...list];
  const table = Buffer.alloc(2 * words.length);
  for (const [i, word] of words.entries()) table.writeUInt16BE(word, 2 * i);
  return table;
}
