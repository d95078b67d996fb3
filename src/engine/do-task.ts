import { fail } from '../errors.ts';
import { readBody, readPrint, readRender } from '../record/body-reader.ts';
import { PlainBody, type PlainJob } from '../record/plain-body.ts';
import { valuesOf } from '../record/plain-record.ts';
import type { Variables } from '../record/variables.ts';
import type { PlainOrder } from './plain-orders.ts';
import { runPlain } from './run-plain.ts';
import { noteOrder, ordersOf, runTask } from './run-task.ts';
import type { Artifact, PrintTask, RenderTask, SentTask, TokensTask } from './task.ts';

/** A task whose values are in a body. */
export type BodyTask = Exclude<SentTask, TokensTask>;

/** Values of a body: a render has one record, and no copies. */
export interface BodyValues {
  readonly records: readonly Variables[];
  readonly copies: number;
}

const plainBody = new PlainBody<PlainOrder>();

/**
 * Does a task as it was sent to this thread. The bytes of the artifact may be written over by the next one.
 *
 * @throws FailureError for everything that is wrong with its body or its label.
 */
export function doTask(sent: SentTask): Required<Artifact> {
  if (sent.kind === 'tokens') return runTask(sent);
  const job = plainJob(sent);
  if (job === null) {
    const values = readValues(sent);
    // One order of each request: preparing one may take longer than all of the records.
    values.records.some((record) => noteOrder(sent.label, Object.keys(record)));
    return runTask(withValues(sent, values));
  }
  const { records, copies } = job;
  return (
    runPlain(sent, records, copies) ?? runTask(withValues(sent, { records: records.map(valuesOf), copies }))
  );
}

/** The values of the body as bytes of it; null if the body must be parsed. */
function plainJob(sent: BodyTask): PlainJob<PlainOrder> | null {
  const job = plainBody.read(sent.kind, sent.body, ordersOf(sent.label));
  if (job === null) return null;
  const isAsTaken =
    sent.kind === 'render' ? job.format === formatIn(sent) : job.records.length === sent.records;
  return isAsTaken ? job : null;
}

/**
 * Reads the values of a task. Throws `invalid_request` for a body that is invalid, and for one whose format or number
 * of records the front end guessed wrong: the front end then reads it.
 */
export function readValues(sent: BodyTask): BodyValues {
  const body = readBody(sent.body);
  if (sent.kind === 'render') {
    const { variables, format } = readRender(body);
    if (format !== formatIn(sent)) fail('invalid_request', 'it has another format');
    return { records: [variables], copies: 1 };
  }
  const values = readPrint(body);
  if (values.records.length !== sent.records) fail('invalid_request', 'it has another number of records');
  return values;
}

/** The format that a render's body has to ask for. */
function formatIn({ drawnAs, format }: Pick<RenderTask, 'drawnAs' | 'format'>): RenderTask['format'] {
  return drawnAs ?? format;
}

/** The task with these values. */
export function withValues(sent: BodyTask, { records, copies }: BodyValues): RenderTask | PrintTask {
  const { kind, label, now } = sent;
  const validates = sent.validates === true;
  if (kind === 'print') return { kind, label, now, validates, records, copies };
  const { format, drawnAs } = sent;
  const [variables = {}] = records;
  // Each written out: V8 makes a new hidden class of parts put together each time, and what reads it is slow (a PNG
  // with five new values 1 → 0.87 of the threads' time, bench request).
  if (drawnAs === undefined) return { kind, label, now, validates, format, variables };
  return { kind, label, now, validates, format, drawnAs, variables };
}
