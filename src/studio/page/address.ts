import { permalink } from './permalink.ts';
import { isChanged, type PageStore } from './state.ts';

/** The most characters of an address: browsers take as many, and so do programs that addresses are pasted into. */
const LENGTH_MAX = 100_000;

/** The least time between two changes of the address: browsers ignore more frequent ones. */
const PAUSE_MS = 500;

/**
 * Keeps the edited label in the fragment of the address, for a studio that saves nothing: a reload opens the label
 * again, and the address can be shared.
 *
 * @returns whether leaving the page would lose changes
 */
export function keepInAddress(store: PageStore): () => boolean {
  let kept: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = async (): Promise<void> => {
    const { state } = store;
    const link = await permalink(state);
    if (store.state !== state) return schedule();
    if (link.length > LENGTH_MAX) {
      history.replaceState(null, '', location.pathname);
      return store.say('The label is too long for an address: download its ZPL to keep it.', true);
    }
    history.replaceState(null, '', link);
    kept = state.text;
  };
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => store.attempt(keep), PAUSE_MS);
  };
  let isFirst = true;
  store.on(['label', 'text', 'size', 'variables'], () => {
    if (!isFirst) schedule();
    isFirst = false;
  });
  return () => isChanged(store.state) && store.state.text !== kept;
}
