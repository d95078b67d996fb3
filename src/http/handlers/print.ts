import type { z } from 'zod';
import type { Answer, Call } from '../call.ts';
import { attachment } from '../content-disposition.ts';
import { check, LabelId, PrintBody } from '../schemas.ts';
import { findLabel, renderable } from '../stored-label.ts';

/** Units of a valid print job in all, the one of every authenticated attempt included. */
export function printUnits(records: number): number {
  return 5 + records;
}

/** `POST /labels/{label_id}/print`. */
export async function printLabels(call: Call): Promise<Answer> {
  call.need('print');
  const id = check(LabelId, call.labelId, 'label_id');
  return print(call, id, check(PrintBody, await call.json(), 'the request body'));
}

/** Builds one print job: every record's labels, its copies together. */
export async function print(call: Call, id: string, body: z.output<typeof PrintBody>): Promise<Answer> {
  const label = renderable(await findLabel(call, id));
  const records = body.records ?? [body.variables ?? {}];
  await call.chargeRest(printUnits(records.length));
  const artifact = await call.render({
    kind: 'print',
    label,
    records,
    copies: body.copies,
    now: Date.now(),
  });
  return {
    headers: [
      ['Content-Type', 'application/vnd.printer-zpl'],
      ['Content-Disposition', attachment(label.name, '.zpl')],
      ['X-Svc-Label-Count', String(records.length * body.copies)],
      ['X-Svc-Output-Format', label.outputFormat],
    ],
    body: artifact.body,
  };
}
