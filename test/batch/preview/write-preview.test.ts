import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Image } from '@napi-rs/canvas';
import { describe, expect, it, test } from 'vitest';
import { readRows } from '../../../src/batch/input/read-rows.ts';
import {
  choosePreviewRows,
  type PreviewOptions,
  writePreview,
} from '../../../src/batch/preview/write-preview.ts';
import type { FailedRow, Maker, OutputPiece, Row, RowLayout } from '../../../src/batch/stages.ts';
import { Bitmap } from '../../../src/bitmap/bitmap.ts';
import { compressed } from '../../../src/encode/compressed-dots.ts';
import { encodePng } from '../../../src/encode/png.ts';
import { canvas } from '../../../src/on-first-use.ts';
import { rowFile } from './row-file.ts';

const SIZE = { widthMm: 50, heightMm: 25, dpi: 203 };
const [WIDTH, HEIGHT] = [400, 200];

/** A picture that is black from the left as far as its row says. */
function bar(width: number): Bitmap {
  const bitmap = Bitmap.create(WIDTH, HEIGHT);
  bitmap.fillRect(0, 0, width, HEIGHT, 'black');
  return bitmap;
}

/** Makes labels as the real makers do, of rows whose variable is the width of a bar; one of no width fails. */
function barMaker(layout: RowLayout): Maker {
  return {
    chunkBytes: 65_536,
    async *make(chunks) {
      for await (const chunk of chunks) {
        const { firstRow } = chunk;
        const { rows } = readRows(chunk, layout);
        const pieces: OutputPiece[] = [];
        const failed: FailedRow[] = [];
        for (const [index, row] of rows.entries()) {
          const made = madeOf(row, firstRow + index);
          if ('status' in made) failed.push(made);
          else pieces.push(made);
        }
        yield {
          firstRow,
          rows: rows.length,
          next: { offset: chunk.offset + chunk.bytes.length, skip: 0 },
          pieces,
          failed,
          unresolved: 0,
          warnings: rows.flatMap(({ variables }, index) =>
            variables['width'] === '399'
              ? [{ row: firstRow + index, text: 'the bar nearly fills the label' }]
              : [],
          ),
          [Symbol.dispose]: () => {
            for (const piece of pieces) piece.bytes.fill(0);
          },
        };
      }
    },
    confirm: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

function madeOf({ cells, variables }: Row, row: number): OutputPiece | FailedRow {
  const width = Number(variables['width']);
  if (width === 0) return { row, cells, others: '', status: 422, reason: 'the bar has no width', fields: [] };
  const bytes = width > 400 ? Buffer.from('<html>') : encodePng(bar(width), SIZE.dpi);
  return { firstRow: row, rows: 1, labels: 1, bytes, pages: [], copies: 1, name: null, source: null };
}

async function preview(format: 'png' | 'pdf', widths: readonly (number | string)[], out = 'out') {
  const { input, layout, folder } = await rowFile('rows.csv', `Width\n${widths.join('\n')}\n`, ['width']);
  const notes: string[] = [];
  const path = join(folder, `${out}.preview.${format}`);
  const options: PreviewOptions = {
    path,
    format,
    label: { name: 'Bars', size: SIZE },
    input,
    layout,
    others: 100,
    random: Math.random,
    makerOf: (layout) => Promise.resolve(barMaker(layout)),
    watcher: { waiting: () => {}, note: (line) => void notes.push(line) },
    signal: new AbortController().signal,
  };
  try {
    return {
      made: await writePreview(options),
      notes,
      bytes: await readFile(path),
      files: await readdir(folder),
    };
  } finally {
    await input.close();
  }
}

/** Whether the sheet is black there. */
function pixelsOf(sheet: Image): (x: number, y: number) => 'black' | 'white' | 'other' {
  const context = canvas().createCanvas(sheet.width, sheet.height).getContext('2d');
  context.drawImage(sheet, 0, 0);
  const { data } = context.getImageData(0, 0, sheet.width, sheet.height);
  return (x, y) => {
    const [red, green, blue] = data.subarray(4 * (y * sheet.width + x));
    if (red === 0 && green === 0 && blue === 0) return 'black';
    return red === 255 && green === 255 && blue === 255 ? 'white' : 'other';
  };
}

describe('a PNG', () => {
  it('has each row once, with its own picture in its dots', async () => {
    const { made, notes, bytes, files } = await preview('png', [100, 200, 300]);
    expect(made).toEqual({ rows: 3, failed: 0, unresolved: 0 });
    expect(notes).toEqual([]);
    expect(files.toSorted()).toEqual(['out.preview.png', 'rows.csv']);
    const sheet = await canvas().loadImage(bytes);
    const at = pixelsOf(sheet);
    // Two columns; 25 is the em for cells of this width.
    const [left, top, right] = [25, 75, 450];
    expect([at(left, top), at(left + 99, top), at(left + 100, top), at(left + 399, top)]).toEqual([
      'black',
      'black',
      'white',
      'white',
    ]);
    expect([at(right + 199, top + 199), at(right + 200, top + 199)]).toEqual(['black', 'white']);
  });

  it('tells of each warning once, by the first of its rows on the sheet', async () => {
    const { made, notes } = await preview('png', [100, 0, 399, 399]);
    expect(made).toEqual({ rows: 4, failed: 1, unresolved: 0 });
    expect(notes.toSorted()).toEqual([
      'row 2: the bar has no width',
      'row 3: the bar nearly fills the label',
    ]);
  });

  it('has the reason in the place of a picture, and tells it', async () => {
    const { made, notes, bytes } = await preview('png', [100, 0, 'a,b', 999]);
    expect(made).toEqual({ rows: 4, failed: 2, unresolved: 0 });
    expect(notes.toSorted()).toEqual([
      'row 2: the bar has no width',
      expect.stringMatching(/^row 3: it has 2 cells/),
    ]);
    const at = pixelsOf(await canvas().loadImage(bytes));
    expect(at(25, 75)).toBe('black');
    expect(at(450, 75)).toBe('other');
  });

  it('is the same for the same rows', async () => {
    const [one, other] = [await preview('png', [1, 2, 3]), await preview('png', [1, 2, 3])];
    expect(one.bytes.equals(other.bytes)).toBe(true);
  });
});

describe('a PDF', () => {
  it('has the pictures in all of their dots, on as many pages as they take', async () => {
    const { made, bytes } = await preview(
      'pdf',
      Array.from({ length: 30 }, (_, i) => i + 1),
    );
    expect(made).toEqual({ rows: 30, failed: 0, unresolved: 0 });
    const text = bytes.toString('latin1');
    expect(text).toContain('/Type/Pages/Count 2');
    expect(text.split('/Type/Page/')).toHaveLength(3);
    expect(text.split('/Width 400/Height 200/')).toHaveLength(31);
    for (const width of [1, 30])
      expect(bytes.includes(Buffer.from(compressed(bar(width)).stream))).toBe(true);
    // The table of objects says where they are.
    const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
    const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) =>
      Number(offset),
    );
    expect(offsets.length).toBe(2 + 2 * 2 + 2 + 2 * 30);
    for (const [i, offset] of offsets.entries()) {
      expect(text.slice(offset, offset + 8)).toMatch(new RegExp(`^${i + 1} 0 obj`));
    }
  });

  it('has the reason in the place of a picture', async () => {
    const { made, bytes } = await preview('pdf', [0, 1]);
    expect(made).toEqual({ rows: 2, failed: 1, unresolved: 0 });
    expect(bytes.toString('latin1').split('/Width 400/Height 200/')).toHaveLength(2);
  });
});

it('leaves nothing when it cannot be written', async () => {
  await expect(preview('png', [1], 'missing/out')).rejects.toMatchObject({
    name: 'BatchStopped',
    message: expect.stringContaining('the preview cannot be written to '),
  });
});

const csv = (rows: number): string => `n\n${Array.from({ length: rows }, (_, i) => i + 1).join('\n')}\n`;

async function chosen(rows: number, others: number, random: () => number = Math.random) {
  const { input, layout } = await rowFile('rows.csv', csv(rows), ['n']);
  const made = await choosePreviewRows(input, layout, others, random, new AbortController().signal);
  await input.close();
  expect(made.total).toBe(rows);
  // A row is what its number says.
  expect(made.rows.map(({ row }) => Number(row.variables['n']))).toEqual(
    made.rows.map(({ number }) => number),
  );
  return made.rows.map(({ number }) => number);
}

test.each([
  [1, 5, [1]],
  [2, 5, [1, 2]],
  [4, 5, [1, 2, 3, 4]],
  [7, 5, [1, 2, 3, 4, 5, 6, 7]],
  [7, 0, [1, 7]],
])('%d rows and %d others give all there are, once and in order', async (rows, others, numbers) => {
  expect(await chosen(rows, others)).toEqual(numbers);
});

test('of more rows the first and the last are always there, with others in order', async () => {
  const numbers = await chosen(5000, 10);
  expect(numbers).toHaveLength(12);
  expect([numbers[0], numbers.at(-1)]).toEqual([1, 5000]);
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
});

test('each row between has the same chance', async () => {
  // A fixed sequence: the test gives the same figures each time.
  let seed = 1;
  const random = (): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return seed / 2 ** 32;
  };
  const times = new Map<number, number>();
  for (let run = 0; run < 100; run++) {
    for (const number of await chosen(12, 5, random)) times.set(number, (times.get(number) ?? 0) + 1);
  }
  expect([times.get(1), times.get(12)]).toEqual([100, 100]);
  for (let number = 2; number <= 11; number++) {
    // 50 are expected, and 20 are four deviations.
    expect(Math.abs((times.get(number) ?? 0) - 50)).toBeLessThan(20);
  }
});

test('an input without rows, and one with a broken quote, are refused', async () => {
  await expect(chosen(0, 5)).rejects.toThrow('the input has no rows');
  const { input, layout } = await rowFile('rows.csv', 'n\n1\n2\n"3\n', ['n']);
  const choosing = choosePreviewRows(input, layout, 5, Math.random, new AbortController().signal);
  await expect(choosing).rejects.toMatchObject({ name: 'InputFault', row: 3 });
  await input.close();
});

test('it ends when it is stopped', async () => {
  const { input, layout } = await rowFile('rows.csv', csv(10), ['n']);
  const choosing = choosePreviewRows(input, layout, 5, Math.random, AbortSignal.abort(new Error('stop')));
  await expect(choosing).rejects.toThrow('stop');
  await input.close();
});
