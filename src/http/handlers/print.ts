import { valuesMatter } from '../../engine/cost.ts';
import { readLabelId, readPrint } from '../../record/body-reader.ts';
import { printUnits } from '../../record/print-job.ts';
import type { Answer, Call } from '../call.ts';
import { attachment } from '../content-disposition.ts';
import type { SentBody } from '../sent-body.ts';
import type { Steps } from '../steps.ts';
import { findLabel, renderable } from '../stored-label.ts';
import { noteHeaders, validAnswer } from './artifact-notes.ts';

/** `POST /labels/{label_id}/print`. */
export function* printLabels(call: Call): Steps<Answer> {
  call.need('print');
  const refusal = yield* call.refusal();
  if (refusal !== undefined) return refusal;
  const id = readLabelId(call.labelId);
  return yield* print(call, id, yield* call.body());
}

/** Builds one print job: every record's labels, its copies together; or checks whether that would be done. */
export function print(call: Call, id: string, body: SentBody): Steps<Answer> {
  return call.onGuess(
    body.guessRecordCount(),
    () => readPrint(body.object).records.length,
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
    ...(valuesMatter(label) && { values: readPrint(body.object).records }),
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
