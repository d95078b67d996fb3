import { checkSavedSize } from '../../engine/canvas.ts';
import { valuesMatter } from '../../engine/cost.ts';
import type { RenderFormat } from '../../engine/task.ts';
import type { Answer, Call } from '../call.ts';
import { check, LabelId, RenderBody } from '../schemas.ts';
import type { SentBody } from '../sent-body.ts';
import { findLabel, renderable } from '../stored-label.ts';
import { noteHeaders, validAnswer } from './artifact-notes.ts';

const CONTENT_TYPE: Readonly<Record<RenderFormat, string>> = {
  zpl: 'text/plain',
  png: 'image/png',
  pdf: 'application/pdf',
};

/** `POST /labels/{label_id}/render` and its alias `POST /labels/{label_id}`. */
export async function renderLabel(call: Call): Promise<Answer> {
  call.need('render');
  const id = check(LabelId, call.labelId, 'label_id');
  return render(call, id, await call.body());
}

/** Renders one label as the request asks, or checks whether that would be done. */
export function render(call: Call, id: string, body: SentBody): Promise<Answer> {
  return call.atGlance(
    body.format,
    () => body.as(RenderBody).format,
    async (format) => {
      const { validates } = call;
      const label = renderable(await findLabel(call, id));
      if (format !== 'zpl') checkSavedSize(label.size);
      const artifact = await call.render({
        kind: 'render',
        label,
        body: body.bytes,
        format,
        now: Date.now(),
        validates,
        ...(valuesMatter(label) && { values: [body.as(RenderBody).variables ?? {}] }),
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
    },
  );
}
