import { valuesMatter } from '../../engine/cost.ts';
import type { Answer, Call } from '../call.ts';
import { attachment } from '../content-disposition.ts';
import { printUnits } from '../print-units.ts';
import { PrintBody } from '../schemas.ts';
import { recordsOf, type SentBody } from '../sent-body.ts';
import type { Steps } from '../steps.ts';
import { findLabel, labelIdOf, renderable } from '../stored-label.ts';
import { noteHeaders, validAnswer } from './artifact-notes.ts';

/** `POST /labels/{label_id}/print`. */
export function* printLabels(call: Call): Steps<Answer> {
  call.need('print');
  const refusal = yield* call.refusal();
  if (refusal !== undefined) return refusal;
  const id = labelIdOf(call.labelId);
  return yield* print(call, id, yield* call.body());
}

/** Builds one print job: every record's labels, its copies together; or checks whether that would be done. */
export function print(call: Call, id: string, body: SentBody): Steps<Answer> {
  return call.atGlance(
    body.records,
    () => recordsOf(body.as(PrintBody)).length,
    (records) => printAll(call, id, body, records),
  );
}

function* printAll(call: Call, id: string, body: SentBody, records: number): Steps<Answer> {
  const { validates } = call;
  const label = renderable(yield* findLabel(call, id));
  if (!validates) yield* call.chargeRest(printUnits(records));
  const artifact = yield* call.render({
    kind: 'print',
    label,
    body: body.bytes,
    records,
    now: Date.now(),
    validates,
    ...(valuesMatter(label) && { values: recordsOf(body.as(PrintBody)) }),
  });
  const { labels = 1 } = artifact;
  if (validates) return validAnswer(labels, artifact);
  return {
    headers: [
      ['Content-Type', 'application/vnd.printer-zpl'],
      ['Content-Disposition', attachment(label.name, '.zpl')],
      ['X-Svc-Label-Count', String(labels)],
      ['X-Svc-Output-Format', label.outputFormat],
      ...noteHeaders(artifact),
    ],
    body: artifact.body,
  };
}
