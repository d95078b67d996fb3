import { checkSavedSize } from '../../engine/canvas.ts';
import { valuesMatter } from '../../engine/cost.ts';
import type { RenderFormat } from '../../record/body-members.ts';
import { readLabelId, readRender } from '../../record/body-reader.ts';
import type { Answer, Call } from '../call.ts';
import type { SentBody } from '../sent-body.ts';
import type { Steps } from '../steps.ts';
import { findLabel, renderable } from '../stored-label.ts';
import { noteHeaders, validAnswer } from './artifact-notes.ts';

const CONTENT_TYPE: Readonly<Record<RenderFormat, string>> = {
  zpl: 'text/plain',
  png: 'image/png',
  pdf: 'application/pdf',
};

/** `POST /labels/{label_id}/render` and its alias `POST /labels/{label_id}`. */
export function* renderLabel(call: Call): Steps<Answer> {
  call.need('render');
  const refusal = yield* call.refusal();
  if (refusal !== undefined) return refusal;
  const id = readLabelId(call.labelId);
  return yield* render(call, id, yield* call.body());
}

/** Renders one label as the request asks, or checks whether that would be done. */
export function render(call: Call, id: string, body: SentBody): Steps<Answer> {
  return call.onGuess(
    body.guessFormat(),
    () => readRender(body.object).format,
    (format) => renderAs(call, id, body, format),
  );
}

function* renderAs(call: Call, id: string, body: SentBody, format: RenderFormat): Steps<Answer> {
  const { validates } = call;
  const label = renderable(yield* findLabel(call, id));
  if (format !== 'zpl') checkSavedSize(label.size);
  const artifact = yield* call.render({
    kind: 'render',
    label,
    body: body.bytes,
    format,
    now: Date.now(),
    validates,
    ...(valuesMatter(label) && { values: [readRender(body.object).variables] }),
  });
  if (validates) return validAnswer(1, artifact);
  return {
    headers: [
      ['Content-Type', CONTENT_TYPE[format]],
      ['X-Svc-Output-Format', label.outputFormat],
      ...noteHeaders(artifact),
    ],
    body: artifact.body,
  };
}
