import { type LabelSize, MM_PER_INCH } from '../../units.ts';
import type { View } from '../engine/messages.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import { getJson, postJson } from './ask.ts';
import { remembered } from './memory.ts';
import type { StudioState } from './state.ts';

/** Where nothing says it. */
const DEFAULT_SIZE: LabelSize = { widthMm: 101.6, heightMm: 152.4, dpi: 203 };

const NOTHING = { variables: {}, size: null };

/** What the page becomes with a label of the server opened. */
export async function openLabel(id: string): Promise<Partial<StudioState>> {
  return opened(await getJson<OpenedLabel>(`/api/label?id=${encodeURIComponent(id)}`));
}

/** What the page becomes with this label. */
export async function opened(label: OpenedLabel): Promise<Partial<StudioState>> {
  const { size, variables } = label.id === '' ? NOTHING : remembered(label.id);
  return {
    label,
    text: label.zpl,
    size: label.size ?? size ?? (await declaredSize(label)),
    variables,
    clock: null,
    shown: 0,
    view: null,
    compares: false,
    selected: null,
  };
}

/** What `^PW` and `^LL` ask for at 203 dpi, 4 x 6 inches where they ask nothing. */
async function declaredSize({ zpl, encoding }: OpenedLabel): Promise<LabelSize> {
  const draft = {
    zpl,
    encoding,
    size: DEFAULT_SIZE,
    fieldTransforms: [],
    dynamicTokens: [],
    variables: {},
    now: Date.now(),
  };
  const { labels } = await postJson<View>('/api/view', { draft });
  const { printWidth = null, labelLength = null } = labels[0] ?? {};
  const millimetres = (dots: number): number => Math.round((dots / DEFAULT_SIZE.dpi) * MM_PER_INCH * 10) / 10;
  return {
    ...DEFAULT_SIZE,
    ...(printWidth === null ? {} : { widthMm: millimetres(printWidth) }),
    ...(labelLength === null ? {} : { heightMm: millimetres(labelLength) }),
  };
}
