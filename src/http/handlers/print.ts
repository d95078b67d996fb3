import type { z } from 'zod';
import type { Answer, Call } from '../call.ts';
import { attachment } from '../content-disposition.ts';
import { printUnits } from '../print-units.ts';
import { check, LabelId, PrintBody } from '../schemas.ts';
import { findLabel, renderable } from '../stored-label.ts';
import { noteHeaders, validAnswer } from './artifact-notes.ts';

/** `POST /labels/{label_id}/print`. */
export async function printLabels(call: Call): Promise<Answer> {
  call.need('print');
  const id = check(LabelId, call.labelId, 'label_id');
  return print(call, id, check(PrintBody, await call.json(), 'the request body'));
}

/** Builds one print job: every record's labels, its copies together; or checks whether that would be done. */
export async function print(call: Call, id: string, body: z.output<typeof PrintBody>): Promise<Answer> {
  const { validates } = call;
  const label = renderable(await findLabel(call, id));
  const records = body.records ?? [body.variables ?? {}];
  const labels = records.length * body.copies;
  if (!validates) await call.chargeRest(printUnits(records.length));
  const artifact = await call.render({
    kind: 'print',
    label,
    records,
    copies: body.copies,
    now: Date.now(),
    validates,
  });
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
