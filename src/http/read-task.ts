import type { SentTask, Task } from '../engine/task.ts';
import { fail } from '../errors.ts';
import { PrintBody, RenderBody } from './schemas.ts';
import { recordsOf, SentBody } from './sent-body.ts';

/**
 * The task with the values of its request's body, read in the thread that does it. Throws `invalid_request` for a body that
 * is not valid or not what it was taken for: then the front end reads it.
 */
export function readTask(sent: SentTask): Task {
  if (sent.kind === 'tokens') return sent;
  const { label, now, validates } = sent;
  const task = { label, now, validates: validates === true };
  const body = new SentBody(sent.body);
  if (sent.kind === 'render') {
    const { kind, format, drawnAs } = sent;
    const content = body.as(RenderBody);
    if (content.format !== (drawnAs ?? format)) fail('invalid_request', 'it has another format');
    const { variables = {} } = content;
    return { ...task, kind, format, ...(drawnAs === undefined ? {} : { drawnAs }), variables };
  }
  const content = body.as(PrintBody);
  const records = recordsOf(content);
  if (records.length !== sent.records) fail('invalid_request', 'it has another number of records');
  return { ...task, kind: sent.kind, records, copies: content.copies };
}
