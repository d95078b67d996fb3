import type { OpenedLabel } from '../workspace/workspace.ts';
import { getJson, postJson } from './api-client.ts';
import { button, h } from './dom.ts';
import { forgetDraft } from './drafts.ts';
import { opened } from './open-label.ts';
import { isChanged, type PageStore } from './state.ts';

const LOOK_MS = 2000;

/**
 * Watches the file of the open label. If the file changes, a label without changes is loaded again from the file; for a
 * label with changes, the page asks which version is kept.
 *
 * @param saveAs asks for the name of a new file
 */
export function fileWatch(store: PageStore, saveAs: () => void): { readonly dialog: HTMLDialogElement } {
  const heading = h('h2', {});
  const difference = h('pre', { class: 'difference', tabindex: 0 });
  let theirs: OpenedLabel | null = null;
  const answered = (work: (label: OpenedLabel) => void): (() => void) => {
    return () => {
      dialog.close();
      if (theirs !== null) work(theirs);
    };
  };
  const dialog = h(
    'dialog',
    { 'aria-label': 'The file was changed' },
    heading,
    h('p', { class: 'hint' }, 'Lines with − are only in the file, lines with + only in this page.'),
    difference,
    h(
      'div',
      { class: 'answers' },
      button(
        'Keep mine',
        // The next save replaces the present file.
        answered(({ zpl, size, revision }) =>
          store.set({ label: { ...store.state.label, zpl, size, revision } }),
        ),
      ),
      button(
        'Take the file',
        answered((label) => {
          forgetDraft(label);
          store.set({ ...opened(label), variables: store.state.variables });
        }),
      ),
      button(
        'Keep both…',
        answered(() => saveAs()),
        { title: 'Saves this label under another name' },
      ),
    ),
  );
  /** The last revision of the file that was reported, or that the user was asked about. */
  let known: string | null = null;

  async function look(): Promise<void> {
    const { label } = store.state;
    if (document.hidden || dialog.open || label.revision === null || label.kind === 'service') return;
    const { revision } = await getJson<{ readonly revision: string | null }>(
      `api/revision?id=${encodeURIComponent(label.id)}`,
    );
    if (store.state.label !== label) return;
    const gone = `${label.place} is gone: Save as… writes the label again`;
    if (revision !== null && store.state.message.text === gone) store.say('');
    if (revision === label.revision || revision === known) return;
    known = revision;
    if (revision === null) return store.say(gone, true, true);
    const now = await getJson<OpenedLabel>(`api/label?id=${encodeURIComponent(label.id)}`);
    if (store.state.label !== label) return;
    if (!isChanged(store.state)) {
      const { variables, shown } = store.state;
      store.set({ ...opened(now), variables, shown });
      return store.say(`${label.place} was changed on the disk; the page shows the new version`);
    }
    await ask(now);
  }

  async function ask(now: OpenedLabel): Promise<void> {
    const { text, label } = store.state;
    const lines = await postJson<string | null>('api/difference', {
      from: { title: label.place, head: '', zpl: now.zpl },
      to: { title: 'this page', head: '', zpl: text },
    });
    theirs = now;
    heading.textContent = `${label.place} was changed on the disk, and here too`;
    difference.replaceChildren(...(lines ?? 'Too many lines differ.').split('\n').map(shownLine));
    dialog.showModal();
  }

  // A server that is gone is reported by the next request of the user.
  const lookQuietly = (): void => void look().catch(() => {});
  setInterval(lookQuietly, LOOK_MS);
  addEventListener('focus', lookQuietly);
  return { dialog };
}

function shownLine(line: string): HTMLElement {
  const kind = line.startsWith('+') ? 'added' : line.startsWith('-') ? 'removed' : '';
  return h('span', { class: kind }, `${line}\n`);
}
