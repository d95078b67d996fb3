import { valuesOf } from '../engine/plain-orders.ts';
import { runPlain } from '../engine/run-plain.ts';
import { noteOrder, ordersOf, runTask } from '../engine/run-task.ts';
import type { Artifact, SentTask } from '../engine/task.ts';
import { PlainBody, type PlainJob } from './plain-body.ts';
import { type BodyTask, formatIn, readValues, withValues } from './read-task.ts';

const plainBody = new PlainBody();

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
    // One of each request, since a label may take longer to get ready than all of the records take.
    values.records.some((record) => noteOrder(sent.label, Object.keys(record)));
    return runTask(withValues(sent, values));
  }
  const { records, copies } = job;
  return (
    runPlain(sent, records, copies) ?? runTask(withValues(sent, { records: records.map(valuesOf), copies }))
  );
}

/** The values of the body where they stand in it; null if they are to be read. */
function plainJob(sent: BodyTask): PlainJob | null {
  const orders = ordersOf(sent.label);
  if (sent.kind === 'render') return plainBody.render(sent.body, orders, formatIn(sent));
  const job = plainBody.print(sent.body, orders);
  return job?.records.length === sent.records ? job : null;
}
