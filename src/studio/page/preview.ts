import type { DraftLabel, ShownFinding, View } from '../engine/messages.ts';
import { postJson } from './api-client.ts';
import { DrawnPicture } from './dots.ts';
import { readable } from './readable.ts';
import type { DrawnView, PageStore, StudioState } from './state.ts';

/** The edited label in the form of the server's requests. */
export function draftOf({ label, text, size, variables, clock }: StudioState): DraftLabel {
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

/** Draws one label of a draft: the first if all are shown, since thumbnails show the rest. */
export async function drawDraft(draft: DraftLabel, shown: StudioState['shown']): Promise<View> {
  const view = await postJson<View>('api/view', { draft, first: shown === 'all' ? 0 : shown, count: 1 });
  return { ...view, failure: view.failure === null ? null : readable(view.failure) };
}

/**
 * Redraws the label after each change, and lints it once it is drawn. One drawing and one linting run at a time; a
 * label that has changed in the meantime is drawn again.
 */
export function followDrafts(store: PageStore): void {
  let isDrawing = false;
  let isStale = false;
  let isLinting = false;
  const picture = new DrawnPicture();
  let drawing = 0;
  let unlinted: {
    readonly draft: DraftLabel;
    readonly target: string | null;
    readonly view: DrawnView;
  } | null = null;
  const draw = async (): Promise<void> => {
    isDrawing = true;
    while (isStale) {
      isStale = false;
      const { label, shown, edits, target } = store.state;
      const draft = draftOf(store.state);
      try {
        const drawn = await drawDraft(draft, shown);
        // If another label is open by now, it is drawn next.
        if (store.state.label.id !== label.id) continue;
        const [first] = drawn.labels;
        const image = first === undefined ? null : picture.draw({ ...drawn, dots: first.dots });
        const { findings = [] } = store.state.view ?? {};
        const view = { ...drawn, image, drawing: ++drawing, edits, findings };
        unlinted = { draft, target, view };
        show(store, view);
        if (!isLinting) void lint();
      } catch (error) {
        store.say((error as Error).message, true);
      }
    }
    isDrawing = false;
    store.set({ isDrawing });
  };
  const lint = async (): Promise<void> => {
    isLinting = true;
    while (unlinted !== null) {
      const { draft, target, view } = unlinted;
      unlinted = null;
      try {
        const linted = await postJson<readonly ShownFinding[]>('api/findings', { draft, target });
        const findings = merged(linted, view.warnings);
        // Findings about an older text have other places.
        if (store.state.view !== view || store.state.text !== draft.zpl) continue;
        const isShown = JSON.stringify(findings) === JSON.stringify(view.findings);
        store.set({ linted: draft.zpl, ...(isShown ? {} : { view: { ...view, findings } }) });
      } catch (error) {
        store.say((error as Error).message, true);
      }
    }
    isLinting = false;
  };
  store.on(['label', 'text', 'size', 'variables', 'clock', 'shown', 'target'], () => {
    isStale = true;
    store.set({ isDrawing: true });
    if (!isDrawing) void draw();
  });
}

/** Findings of the linter, and warnings of the renderer at places without one. */
function merged(linted: readonly ShownFinding[], warnings: readonly ShownFinding[]): readonly ShownFinding[] {
  const isSaid = ({ start, end }: ShownFinding): boolean =>
    linted.some((other) => other.start < end && start < other.end);
  return [...linted, ...warnings.filter((each) => !isSaid(each))]
    .map((each) => ({
      ...each,
      message: readable(each.message),
      suggestion: each.suggestion === null ? null : readable(each.suggestion),
    }))
    .toSorted((a, b) => a.start - b.start);
}

function show(store: PageStore, view: DrawnView): void {
  const { shown } = store.state;
  // The label that was shown is no longer there.
  if (typeof shown === 'number' && shown > 0 && shown >= view.labelCount) store.set({ shown: 0 });
  else store.set({ view });
}
