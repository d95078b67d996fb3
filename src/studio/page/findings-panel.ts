import type { ShownFinding, TextRange } from '../engine/messages.ts';
import { button, h, setText } from './dom.ts';
import type { Editor } from './editor.ts';
import { fieldAt } from './source-fields.ts';
import type { PageStore } from './state.ts';

/** More are counted only: a file that is not ZPL has one at each word. */
const LISTED_MAX = 200;

/** Shows the findings about the label, each as a link to its place in the source. */
export function findingsPanel(store: PageStore, editor: Editor): HTMLElement {
  const heading = h('h2', { 'aria-live': 'polite' }, 'Findings');
  const list = h('ul', {});
  const failure = h('p', { class: 'failure', role: 'alert', hidden: true });
  let listed = '';
  let shown: readonly ShownFinding[] | undefined;
  store.on(['view'], ({ view }) => {
    const findings = view?.findings ?? [];
    const reason = view?.failure ?? '';
    const none = reason === '' ? 'No findings' : 'Findings';
    setText(heading, findings.length === 0 ? none : `Findings (${findings.length})`);
    failure.hidden = reason === '';
    setText(failure, reason);
    // A picture comes before its findings: those before stay where the editor has moved them.
    if (findings === shown) return;
    shown = findings;
    editor.showFindings(findings);
    // Each keystroke draws the label; who is in the list with the keyboard stays there.
    const now = JSON.stringify(findings);
    if (now === listed) return;
    listed = now;
    list.replaceChildren(
      ...findings.slice(0, LISTED_MAX).map((finding) =>
        h(
          'li',
          { class: finding.severity },
          button(wordsOf(finding), () => select(store, editor, finding)),
        ),
      ),
    );
  });
  return h('section', { class: 'findings', 'aria-label': 'Findings' }, heading, failure, list);
}

function wordsOf({ severity, message, suggestion }: ShownFinding): string {
  return `${severity}: ${message}${suggestion === null ? '' : ` – ${suggestion}`}`;
}

function select(store: PageStore, editor: Editor, { start, end }: TextRange): void {
  const field = fieldAt(store.state.text, start);
  store.set({ selected: field === null ? { start, end } : { start: field.start, end: field.end } });
  editor.goTo(start);
}
