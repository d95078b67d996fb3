import { createHash } from 'node:crypto';
import { afterAll, beforeAll, onTestFinished, vi } from 'vitest';
import { chunkMaker } from '../../../src/batch/local/chunk-maker.ts';
import type { ChunkReply } from '../../../src/batch/local/chunk-messages.ts';
import { type LocalMakerOptions, localMaker } from '../../../src/batch/local/local-maker.ts';
import { MakerThreads } from '../../../src/batch/local/maker-threads.ts';
import type {
  BatchLabel,
  BorrowedRows,
  Chunk,
  OutputPiece,
  RenderedRows,
  RowLayout,
} from '../../../src/batch/stages.ts';
import { compile } from '../../../src/template/compile.ts';
import { toByteString, toBytes } from '../../../src/zpl/byte-string.ts';

export type Values = Readonly<Record<string, string>>;

/** Later than now: a render that began long ago is given up. */
export const NOW = new Date(Date.now() + 86_400_000);

/** A label as a file has it, of 50 by 25 mm at 203 dpi. */
export function labelOf(zpl: string, others: Partial<BatchLabel> = {}): BatchLabel {
  const { fieldTransforms = [] } = others;
  const { tokenNames, stateReset } = compile({ zpl: toByteString(zpl), fieldTransforms, dynamicTokens: [] });
  return {
    id: null,
    revision: null,
    name: 'label',
    size: { widthMm: 50, heightMm: 25, dpi: 203 },
    zpl,
    fieldTransforms,
    tokens: tokenNames,
    stateReset: toBytes(stateReset),
    ...others,
  };
}

/** JSON Lines with a member for each of these columns. */
export function jsonLayout(columns: readonly string[], others: Partial<RowLayout> = {}): RowLayout {
  return {
    kind: 'json',
    delimiter: ',',
    columns,
    reportColumns: 0,
    variables: Object.fromEntries(columns.map((column) => [column, column])),
    set: {},
    copies: 1,
    copiesColumn: null,
    nameTemplate: null,
    ...others,
  };
}

/** The rows as JSON Lines, in chunks of so many, as an input yields them: in memory that is used again. */
export async function* chunksOf(rows: readonly Values[], perChunk: number): AsyncGenerator<Chunk> {
  let memory = Buffer.alloc(0);
  let offset = 0;
  for (let at = 0; at < rows.length; at += perChunk) {
    const text = rows.slice(at, at + perChunk).map((row) => `${JSON.stringify(row)}\n`);
    memory.fill('x');
    memory = Buffer.from(text.join(''));
    yield { offset, firstRow: 1 + at, bytes: memory };
    offset += memory.length;
  }
}

/** Copies rows that were made out of memory that is given back. */
export async function keep(all: AsyncIterable<BorrowedRows>): Promise<RenderedRows[]> {
  const kept: RenderedRows[] = [];
  for await (using made of all) {
    const { [Symbol.dispose]: _, ...rows } = made;
    kept.push({ ...rows, pieces: made.pieces.map((piece) => ({ ...piece, ...copied(piece) })) });
  }
  return kept;
}

function copied({ bytes, pages }: OutputPiece): Pick<OutputPiece, 'bytes' | 'pages'> {
  return {
    bytes: Buffer.from(bytes),
    pages: pages.map(({ stream, ...size }) => ({ ...size, stream: Buffer.from(stream) })),
  };
}

/** A maker that ends with the test. */
export async function makerOf(options: Partial<LocalMakerOptions> & Pick<LocalMakerOptions, 'label'>) {
  const maker = await localMaker({
    layout: jsonLayout(options.label.tokens),
    format: 'zpl',
    pieceRows: Infinity,
    validates: false,
    threads: 1,
    now: NOW,
    ...options,
  });
  onTestFinished(() => maker.close());
  return maker;
}

/** The labels that a maker makes of these rows. */
export async function madeOf(
  options: Parameters<typeof makerOf>[0],
  rows: readonly Values[],
  perChunk = 3,
): Promise<RenderedRows[]> {
  const maker = await makerOf(options);
  return keep(maker.make(chunksOf(rows, perChunk), 1, new AbortController().signal));
}

/**
 * Has batches make their labels in this thread, for the tests of a file that are of something else: starting threads
 * takes most of the time of a small batch. `local-maker.test.ts` and `local-batch.test.ts` run them.
 */
export function useMakerHere(): void {
  beforeAll(() => void makerHere());
  afterAll(() => vi.mocked(MakerThreads.start).mockRestore());
}

/** The labels that threads of a batch make of these rows, made in this one. */
export async function madeHere(
  options: Parameters<typeof makerOf>[0],
  rows: readonly Values[],
): Promise<RenderedRows[]> {
  const start = makerHere();
  try {
    return await madeOf(options, rows, rows.length);
  } finally {
    start.mockRestore();
  }
}

function makerHere() {
  return vi.spyOn(MakerThreads, 'start').mockImplementation(async (_most, data) => {
    const make = await chunkMaker(data);
    const threads: Pick<MakerThreads, 'run' | 'close'> = {
      run: async (task) => make({ ...task, broken: new Map() }) as ChunkReply,
      close: async () => {},
    };
    return threads as MakerThreads;
  });
}

/** Tells bytes apart; shorter than they are where a test fails. */
export function digestOf(bytes: Uint8Array | string): string {
  const digest = createHash('sha256').update(bytes).digest('hex');
  return `${bytes.length} bytes, ${digest.slice(0, 16)}`;
}

/** All pieces one after the other, as a sink writes them: with the label's reset between. */
export function fileOf(made: readonly RenderedRows[], { stateReset }: BatchLabel): string {
  const pieces = made.flatMap(({ pieces }) =>
    pieces.map(({ bytes }) => Buffer.from(bytes).toString('latin1')),
  );
  return pieces.join(Buffer.from(stateReset).toString('latin1'));
}
