import type { PrintTask, RenderTask, SentTask, TokensTask } from '../engine/task.ts';
import { fail } from '../errors.ts';
import { printValues, renderValues } from './sent-values.ts';
import type { Variables } from './variables.ts';

/** A task whose values are in a body. */
export type BodyTask = Exclude<SentTask, TokensTask>;

/** What the body says: a render has one record, and no copies. */
export interface BodyValues {
  readonly records: readonly Variables[];
  readonly copies: number;
}

/**
 * Reads the values of a task in the thread that does it. Throws `invalid_request` for a body that is not valid or not what it
 * was taken for: then the front end reads it.
 */
export function readValues(sent: BodyTask): BodyValues {
  if (sent.kind === 'render') {
    const { variables, format } = renderValues(sent.body);
    if (format !== formatIn(sent)) fail('invalid_request', 'it has another format');
    return { records: [variables], copies: 1 };
  }
  const values = printValues(sent.body);
  if (values.records.length !== sent.records) fail('invalid_request', 'it has another number of records');
  return values;
}

/** The format that a render's body has to ask for. */
export function formatIn({ drawnAs, format }: Pick<RenderTask, 'drawnAs' | 'format'>): RenderTask['format'] {
  return drawnAs ?? format;
}

/** The task with these values. */
export function withValues(sent: BodyTask, { records, copies }: BodyValues): RenderTask | PrintTask {
  const { kind, label, now } = sent;
  const validates = sent.validates === true;
  if (kind === 'print') return { kind, label, now, validates, records, copies };
  const { format, drawnAs } = sent;
  const [variables = {}] = records;
  // Each written out: of parts put together V8 makes a new hidden class each time, and all that reads it is slow (a PNG
  // with five new values 1 → 0.87 of the threads' time, bench request).
  if (drawnAs === undefined) return { kind, label, now, validates, format, variables };
  return { kind, label, now, validates, format, drawnAs, variables };
}
