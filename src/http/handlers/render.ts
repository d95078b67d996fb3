import type { z } from 'zod';
import { checkSavedSize } from '../../engine/canvas.ts';
import type { LabelSource, RenderFormat } from '../../engine/task.ts';
import type { StoredLabel } from '../../store/store.ts';
import type { Answer, Call } from '../call.ts';
import { check, LabelId, RenderBody } from '../schemas.ts';
import { findLabel, renderable } from './labels.ts';

const CONTENT_TYPE: Readonly<Record<RenderFormat, string>> = {
  zpl: 'text/plain',
  png: 'image/png',
  pdf: 'application/pdf',
};

/** `POST /labels/{label_id}/render` and its alias `POST /labels/{label_id}`. */
export async function renderLabel(call: Call): Promise<Answer> {
  call.need('render');
  const id = check(LabelId, call.labelId, 'label_id');
  return render(call, id, check(RenderBody, await call.json(), 'the request body'));
}

/** Renders one label as the request asks. */
export async function render(call: Call, id: string, body: z.output<typeof RenderBody>): Promise<Answer> {
  const label = renderable(await findLabel(call, id));
  if (body.format !== 'zpl') checkSavedSize({ widthMm: label.width, heightMm: label.height, dpi: label.dpi });
  const artifact = await call.run({
    kind: 'render',
    label: labelSource(label),
    format: body.format,
    variables: body.variables ?? {},
    now: Date.now(),
  });
  const headers: [string, string][] = [
    ['Content-Type', CONTENT_TYPE[body.format]],
    ['X-Svc-Output-Format', label.outputFormat],
  ];
  if (artifact.warnings > 0) headers.push(['X-Svc-Render-Warning-Count', String(artifact.warnings)]);
  return { headers, body: artifact.body };
}

/** Live as long as the cached label that they show. */
const sources = new WeakMap<StoredLabel, LabelSource>();

/** The part of a label that workers need, with its ZPL in memory that they share. */
export function labelSource(label: StoredLabel & { zpl: string }): LabelSource {
  let source = sources.get(label);
  if (source === undefined) {
    const { id, accountId, revision, width, height, dpi, dynamicTokens, fieldTransforms } = label;
    const text = Buffer.from(label.zpl);
    const zpl = new Uint8Array(new SharedArrayBuffer(text.length));
    zpl.set(text);
    source = { id, accountId, revision, zpl, width, height, dpi, dynamicTokens, fieldTransforms };
    sources.set(label, source);
  }
  return source;
}
