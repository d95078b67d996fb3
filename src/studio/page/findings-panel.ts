import { isRuleCode, NEVER_SILENCED } from '../../lint/rule-codes.ts';
import type { ShownFinding, TextRange } from '../engine/messages.ts';
import { button, h, replaceItems, setText } from './dom.ts';
import { ignoringComment } from './edit/label-edits.ts';
import type { Editor } from './editor.ts';
import { fieldAt, type TextChange } from './source-fields.ts';
import type { PageStore } from './state.ts';

/** The most findings that are listed; a file that is not ZPL may have one at each word. */
const LISTED_MAX = 200;

/** Shows the findings about the label, each as a link to its place in the source. */
export function findingsPanel(store: PageStore, editor: Editor): HTMLElement {
  const heading = h('h2', { 'aria-live': 'polite' }, 'Findings');
  const list = h('ul', {});
  const failure = h('p', { class: 'failure', role: 'alert', hidden: true });
  let listed = '';
  let shown: readonly ShownFinding[] | undefined;
  const change = (changesOf: (text: string) => readonly TextChange[]): void => {
    const { linted, text } = store.state;
    if (linted === text) editor.change(changesOf(text), 'input');
    else store.say('The label has changed in the meantime: try again', true);
  };
  store.on(['view'], ({ view }) => {
    const findings = view?.findings ?? [];
    const reason = view?.failure ?? '';
    const none = reason === '' ? 'No findings' : 'Findings';
    setText(heading, findings.length === 0 ? none : `Findings (${findings.length})`);
    failure.hidden = reason === '';
    setText(failure, reason);
    // A picture arrives before its findings: until then, the editor moves the previous ones with the text.
    if (findings === shown) return;
    shown = findings;
    editor.showFindings(findings);
    // Each keystroke draws the label, mostly with the same findings.
    const now = JSON.stringify(findings);
    if (now === listed) return;
    listed = now;
    replaceItems(
      list,
      findings.slice(0, LISTED_MAX).map((finding) =>
        h(
          'li',
          { class: finding.severity },
          button(wordsOf(finding), () => select(store, editor, finding)),
          ...remedies(finding, change),
        ),
      ),
    );
  });
  return h('section', { class: 'findings', 'aria-label': 'Findings' }, heading, failure, list);
}

/** The buttons of a finding: its repair, if it has one, and a comment that silences its rule. */
function remedies(
  { code, start, message, fix }: ShownFinding,
  change: (changesOf: (text: string) => readonly TextChange[]) => void,
): readonly HTMLElement[] {
  const buttons: HTMLElement[] = [];
  if (fix !== null) {
    const changes = fix.edits.map((edit) => ({ from: edit.start, to: edit.end, insert: edit.insert }));
    const title = fix.redraws
      ? 'Repairs the source; the picture changes'
      : 'Repairs the source; the picture stays the same';
    buttons.push(button('Fix', () => change(() => changes), { title, 'aria-label': `Fix: ${message}` }));
  }
  if (isRuleCode(code) && !NEVER_SILENCED.has(code)) {
    const title = `Adds a comment that silences ${code} in this field, or in the whole label if no field comes before it`;
    const ignore = (): void => change((text) => [ignoringComment(text, start, code)]);
    buttons.push(button('Ignore', ignore, { title, 'aria-label': `Ignore: ${message}` }));
  }
  return buttons;
}

function wordsOf({ severity, message, suggestion }: ShownFinding): string {
  return `${severity}: ${message}${suggestion === null ? '' : ` – ${suggestion}`}`;
}

function select(store: PageStore, editor: Editor, { start, end }: TextRange): void {
  const field = fieldAt(store.state.text, start);
  store.set({ selected: field === null ? { start, end } : { start: field.start, end: field.end } });
  editor.goTo(start);
}
