import type { Draft, View } from '../engine/messages.ts';
import { postJson } from './ask.ts';
import type { DrawnView, PageStore, StudioState } from './state.ts';

/** Labels that are drawn together when all are shown. */
const SHOWN_MAX = 20;

/** The label as it is edited, as the server takes it. */
export function draftOf({ label, text, size, variables, clock }: StudioState): Draft {
  const { encoding, fieldTransforms, dynamicTokens } = label;
  return {
    zpl: text,
    encoding,
    size,
    fieldTransforms,
    dynamicTokens,
    variables,
    now: clock,
  };
}

/** Draws a draft: one label of it, or the first ones of all. */
export async function drawDraft(draft: Draft, shown: StudioState['shown']): Promise<DrawnView> {
  const range = shown === 'all' ? { first: 0, count: SHOWN_MAX } : { first: shown, count: 1 };
  const view = await postJson<View>('api/view', { draft, ...range });
  const images = await Promise.all(view.labels.map(({ png }) => decoded(png)));
  return { ...view, images };
}

function decoded(png: string): Promise<ImageBitmap> {
  const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
}

/** Redraws the label whenever it changes: one drawing at a time, and then what it has become meanwhile. */
export function followDrafts(store: PageStore): void {
  let isDrawing = false;
  let isStale = false;
  const draw = async (): Promise<void> => {
    isDrawing = true;
    while (isStale) {
      isStale = false;
      const { label, shown } = store.state;
      try {
        const view = await drawDraft(draftOf(store.state), shown);
        // The page may show another label by now, which is drawn next.
        if (store.state.label.id === label.id) show(store, view);
      } catch (error) {
        store.say((error as Error).message, true);
      }
    }
    isDrawing = false;
  };
  store.on(['label', 'text', 'size', 'variables', 'clock', 'shown'], () => {
    isStale = true;
    if (!isDrawing) void draw();
  });
}

function show(store: PageStore, view: DrawnView): void {
  const { shown } = store.state;
  // The label that was shown is no longer there.
  if (typeof shown === 'number' && shown > 0 && shown >= view.labelCount) store.set({ shown: 0 });
  else store.set({ view });
}
