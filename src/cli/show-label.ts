import { labelJson } from '../http/label-json.ts';
import type { StoredLabel } from '../store/store.ts';
import { compile } from '../template/compile.ts';
import type { Template } from '../template/template.ts';
import { dotsOf } from '../units.ts';
import { toByteString } from '../zpl/byte-string.ts';
import { withoutControls } from './table.ts';

/** A label as the API's LabelDetail, and as lines for people. */
export function showLabel(label: StoredLabel): { readonly detail: object; readonly lines: string } {
  const template = compile({ ...label, zpl: toByteString(label.zpl ?? '') });
  return {
    detail: { ...labelJson(label), dynamic_tokens: template.tokenNames, zpl: label.zpl },
    lines: linesOf(label, template),
  };
}

function linesOf(label: StoredLabel, template: Template): string {
  const { widthMm, heightMm, dpi } = label.size;
  const facts = {
    id: label.id,
    name: label.name,
    account: label.accountId,
    team: label.teamId ?? '',
    size: `${widthMm} x ${heightMm} mm at ${dpi} dpi: ${dotsOf(widthMm, dpi)} x ${dotsOf(heightMm, dpi)} dots`,
    'output format': label.outputFormat,
    revision: `${label.revision}, of ${label.updatedAt.toISOString()}; made ${label.createdAt.toISOString()}`,
    tokens: template.tokenNames.join(', '),
    'barcodes of values': barcodesOf(template).join(', '),
    transforms: transformsOf(template),
    zpl: label.zpl === null ? 'none: the API answers 409' : `${label.zpl.length} characters`,
    ...(template.failure === null ? {} : { unusable: template.failure.message }),
  };
  return Object.entries(facts)
    .map(([name, value]) => `${name.padEnd(20)}${withoutControls(value === '' ? '-' : value)}`)
    .join('\n');
}

/** Barcodes that show values: native ones by their command, marked rasters by their symbology. */
function barcodesOf({ barcodes, dynamicFields }: Template): string[] {
  const native = barcodes.map(({ field }) => field.command);
  const marked = dynamicFields.flatMap((field) => (field.kind === 'raster' ? [field.marker] : []));
  return [...native, ...marked.map(({ symbology }) => `${symbology} (marked raster)`)];
}

function transformsOf({ transforms: program }: Template): string {
  if (!program.ok) return `unusable: ${program.details}`;
  return program.transforms
    .map(({ variable, steps }) => `${variable}: ${steps.map(({ op }) => op).join(', ')}`)
    .join('; ');
}
