import { type LabelSize, MM_PER_INCH } from '../../units.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import { tokenize } from '../../zpl/tokenize.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import { getJson } from './ask.ts';
import { draftOfLabel } from './drafts.ts';
import { remembered } from './memory.ts';
import { isChanged, type PageStore, type StudioState } from './state.ts';
import type { UnsavedLabel } from './unsaved-label.ts';

/** The size of labels that have none. */
const DEFAULT_SIZE: LabelSize = { widthMm: 101.6, heightMm: 152.4, dpi: 203 };

const NOTHING = { variables: {}, size: null };

/** Asks whether changes may be lost. Those of a label with a place are kept as its draft. */
export function mayLeave({ state }: PageStore): boolean {
  const isKept = state.label.id !== '' && state.canSave;
  return isKept || !isChanged(state) || confirm('This label has changes that are not saved. Leave them?');
}

/** The changes of the page's state that open a label of the server. */
export async function openLabel(id: string): Promise<Partial<StudioState>> {
  return withDraft(await getJson<OpenedLabel>(`api/label?id=${encodeURIComponent(id)}`));
}

/** A label with the changes that the browser has kept. If the file was changed since, the page asks which is kept. */
export function withDraft(label: OpenedLabel): Partial<StudioState> {
  const draft = draftOfLabel(label);
  if (draft === null) return opened(label);
  const { text, size, variables } = draft;
  const message = { text: 'Your changes are here again. They are not saved yet.', isError: false };
  const { revision, zpl, size: before } = draft.label;
  return { ...opened({ ...label, revision, zpl, size: before }), text, size, variables, message };
}

/** The changes of the page's state that show this label. */
export function opened(label: OpenedLabel): Partial<StudioState> {
  const { size, variables } = label.id === '' ? NOTHING : remembered(label);
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
    // The last message was about the label before.
    message: { text: '', isError: false },
  };
}

/** The same for a label that is in the page alone. */
export function openedUnsaved({ label, variables }: UnsavedLabel): Partial<StudioState> {
  return { ...opened(label), variables };
}

/**
 * The size of the first label's `^PW` and `^LL` at 203 dpi, 4 x 6 inches without them. They are read as dots: the
 * effect of `^MU` shows when the label is drawn.
 */
function declaredSize(zpl: string): LabelSize {
  const dots = new Map<string, number>();
  for (const { name, params } of tokenize(zpl as ByteString)) {
    if (name === '^XZ') break;
    if ((name === '^PW' || name === '^LL') && Number.parseInt(params) > 0)
      dots.set(name, Number.parseInt(params));
  }
  const millimetres = (name: string, otherwise: number): number => {
    const declared = dots.get(name);
    return declared === undefined
      ? otherwise
      : Math.round((declared / DEFAULT_SIZE.dpi) * MM_PER_INCH * 10) / 10;
  };
  return {
    widthMm: millimetres('^PW', DEFAULT_SIZE.widthMm),
    heightMm: millimetres('^LL', DEFAULT_SIZE.heightMm),
    dpi: DEFAULT_SIZE.dpi,
  };
}
