import { type LabelSize, mmOf } from '../../units.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { declaredSides } from '../../zpl/declared-sides.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import { getJson } from './api-client.ts';
import { draftOfLabel } from './drafts.ts';
import { localSettings } from './local-settings.ts';
import { commandsIn } from './source-fields.ts';
import { isChanged, type PageStore, type StudioState } from './state.ts';
import type { UnsavedLabel } from './unsaved-label.ts';

/** The size of a label whose file and source give none. */
const DEFAULT_SIZE: LabelSize = { widthMm: 101.6, heightMm: 152.4, dpi: 203 };

const NOTHING = { variables: {}, size: null };

/** The part of the page's state that belongs to the open label. */
export type OpenedState = Pick<
  StudioState,
  | 'label'
  | 'text'
  | 'size'
  | 'variables'
  | 'row'
  | 'clock'
  | 'shown'
  | 'view'
  | 'linted'
  | 'compares'
  | 'selected'
  | 'placing'
  | 'picture'
  | 'message'
>;

/** Asks whether unsaved changes may be lost. Those of a label with a place are kept as its draft: no question. */
export function mayLeave({ state }: PageStore): boolean {
  const isKept = state.label.id !== '' && state.canSave;
  return isKept || !isChanged(state) || confirm('This label has changes that are not saved. Leave them?');
}

/** The state that shows a label of the server. */
export async function openLabel(id: string): Promise<OpenedState> {
  return withDraft(await getJson<OpenedLabel>(`api/label?id=${encodeURIComponent(id)}`));
}

/**
 * The state that shows a label with the changes that the browser has kept. If the file has changed since, the page asks
 * which version is kept.
 */
export function withDraft(label: OpenedLabel): OpenedState {
  const draft = draftOfLabel(label);
  if (draft === null) return opened(label);
  const { text, size, variables } = draft;
  const message = { text: 'Your changes are restored. They are not saved yet.', isError: false };
  const { revision, zpl, size: before } = draft.label;
  return { ...opened({ ...label, revision, zpl, size: before }), text, size, variables, message };
}

/** The state that shows a label without changes. */
export function opened(label: OpenedLabel): OpenedState {
  const { size, variables } = label.id === '' ? NOTHING : localSettings(label);
  return {
    label,
    text: label.zpl,
    size: label.size ?? size ?? declaredSize(label.zpl),
    variables,
    row: null,
    clock: null,
    shown: 0,
    view: null,
    linted: null,
    compares: false,
    selected: null,
    placing: null,
    picture: null,
    // The last message was about the previous label.
    message: { text: '', isError: false },
  };
}

/** The state that shows a label which exists in the page only. */
export function openedUnsaved({ label, variables }: UnsavedLabel): OpenedState {
  return { ...opened(label), variables };
}

/**
 * The size of the first label's `^PW` and `^LL` at 203 dpi, 4 x 6 inches without them. They are read as dots: the
 * effect of `^MU` shows when the label is drawn.
 */
function declaredSize(zpl: string): LabelSize {
  const end = commandsIn(zpl).find(({ name }) => name === '^XZ')?.start;
  const { width, height } = declaredSides(zpl.slice(0, end) as ByteString);
  const { widthMm, heightMm, dpi } = DEFAULT_SIZE;
  const rounded = (dots: number): number => Math.round(mmOf(dots, dpi) * 10) / 10;
  return {
    widthMm: width === null ? widthMm : rounded(width),
    heightMm: height === null ? heightMm : rounded(height),
    dpi,
  };
}
