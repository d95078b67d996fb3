import { runPlain } from '../engine/run-plain.ts';
import { ordersOf, runTask } from '../engine/run-task.ts';
import type { Artifact, SentTask } from '../engine/task.ts';
import { PlainBody } from './plain-body.ts';
import { readTask } from './read-task.ts';

const plainBody = new PlainBody();

/**
 * Does a task as it was sent to this thread. The bytes of the artifact may be written over by the next one.
 *
 * @throws FailureError for everything that is wrong with its body or its label.
 */
export function doTask(sent: SentTask): Required<Artifact> {
  return doPlainly(sent) ?? runTask(readTask(sent));
}

/** Most tasks that give ZPL are done without making values of their bodies; null for the others. */
function doPlainly(sent: SentTask): Required<Artifact> | null {
  if (sent.kind === 'tokens' || sent.validates === true) return null;
  const { label, body, now } = sent;
  if (sent.kind === 'render') {
    if (sent.format !== 'zpl' || sent.drawnAs !== undefined) return null;
    const job = plainBody.render(body, ordersOf(label));
    return job === null ? null : runPlain({ kind: 'render', ...job, now });
  }
  const job = plainBody.print(body, ordersOf(label));
  return job === null || job.records.length !== sent.records
    ? null
    : runPlain({ kind: 'print', ...job, now });
}
