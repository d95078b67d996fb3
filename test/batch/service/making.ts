import { fetchLabel } from '../../../src/batch/service/saved-label.ts';
import { ServiceCalls } from '../../../src/batch/service/service-calls.ts';
import { type ServiceMakerOptions, serviceMaker } from '../../../src/batch/service/service-maker.ts';
import type { Chunk, Maker, Position, RenderedRows } from '../../../src/batch/stages.ts';
import { chunksOf, jsonLayout, keep, type Values } from '../local/making.ts';

export const never = new AbortController().signal;

/** A way to a service, and the lines that people saw of it. */
export interface Way {
  readonly url: string;
  readonly key: string;
  readonly told?: (string | null)[];
  readonly concurrency?: number;
}

export function callsTo({ url, key, told = [], concurrency }: Way): ServiceCalls {
  const watcher = { waiting: (what: string | null) => void told.push(what), note: () => {} };
  return new ServiceCalls({ url, key, concurrency: concurrency ?? null, watcher });
}

type Options = Partial<ServiceMakerOptions>;

/** A maker for a label of the service. */
export async function makerFor(way: Way, labelId: string, options: Options = {}): Promise<Maker> {
  const calls = callsTo(way);
  const label = await fetchLabel(calls, labelId, never);
  return serviceMaker({
    calls,
    label,
    layout: jsonLayout(label.tokens),
    format: 'zpl',
    rowsApart: false,
    partRows: null,
    validates: false,
    ...options,
  });
}

/** The labels that such a maker makes of these rows. */
export async function madeBy(
  way: Way,
  labelId: string,
  rows: readonly Values[],
  options: Options = {},
  perChunk = 7,
): Promise<RenderedRows[]> {
  const maker = await makerFor(way, labelId, options);
  return await keep(maker.make(chunksOf(rows, perChunk), 1, never));
}

/** Rows of all that was made, counted from 1, with why they failed. */
export function failures(made: readonly RenderedRows[]): { row: number; status: unknown; reason: string }[] {
  return made.flatMap(({ failed }) => failed.map(({ row, status, reason }) => ({ row, status, reason })));
}

/** The rest of the input, as it is read from there. */
export async function* chunksFrom(
  rows: readonly Values[],
  perChunk: number,
  { offset }: Position,
): AsyncGenerator<Chunk> {
  let before = 0;
  const first = rows.findIndex((row) => {
    before += JSON.stringify(row).length + 1;
    return before > offset;
  });
  for await (const chunk of chunksOf(rows.slice(first), perChunk)) {
    yield { ...chunk, offset: offset + chunk.offset, firstRow: first + chunk.firstRow };
  }
}
