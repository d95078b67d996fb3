import { autocompletion, closeCompletion, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, redo, undo } from '@codemirror/commands';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, forEachDiagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  tooltips,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { ShownFinding, TextRange } from '../engine/messages.ts';
import type { TextChange } from './source-fields.ts';
import { completeZpl, helpByKeyboard, zplHover } from './zpl-help.ts';
import { zplLanguage } from './zpl-language.ts';

/** Maps a place of the text before a change to the text after it; with -1 it stays before an insertion at the place. */
export type PlaceMap = (at: number, side: -1 | 1) => number;

/** Events of the editor. */
export interface EditorEvents {
  /** The text has changed, by the user or by the page. */
  onText(text: string, map: PlaceMap): void;
  /** The user has moved the cursor to a place. */
  onCursor(at: number): void;
}

const COLOURS = HighlightStyle.define([
  { tag: tags.keyword, class: 'zpl-command' },
  { tag: tags.processingInstruction, class: 'zpl-frame' },
  { tag: tags.labelName, class: 'zpl-unknown' },
  { tag: tags.string, class: 'zpl-data' },
  { tag: tags.variableName, class: 'zpl-placeholder' },
  { tag: tags.number, class: 'zpl-number' },
  { tag: tags.comment, class: 'zpl-comment' },
]);

const markRanges = StateEffect.define<readonly TextRange[]>();

/** The fields that are selected on the label. */
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    const effect = transaction.effects.find((each) => each.is(markRanges));
    if (effect === undefined) return decorations.map(transaction.changes);
    const { length } = transaction.newDoc;
    const marks = effect.value.filter(({ start, end }) => start < end && end <= length);
    return Decoration.set(
      marks.map(({ start, end }) => Decoration.mark({ class: 'marked-field' }).range(start, end)),
      true,
    );
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The page follows the user's colour scheme; the editor's own parts (search, selection) need a setting for it. */
const DARK = matchMedia('(prefers-color-scheme: dark)');

/** The source of a label, with undo, completion, help and findings. */
export class Editor {
  readonly #view: EditorView;
  readonly #nonce: string;
  readonly #events: EditorEvents;
  readonly #tips: HTMLElement;
  readonly #scheme = new Compartment();
  #isLoading = false;

  /** @param tips element for help, outside of the pane, whose edges would cut it off */
  constructor(parent: HTMLElement, tips: HTMLElement, nonce: string, events: EditorEvents) {
    this.#tips = tips;
    this.#events = events;
    this.#nonce = nonce;
    this.#view = new EditorView({ parent, state: EditorState.create({ extensions: this.#extensions() }) });
    DARK.addEventListener('change', () => {
      this.#view.dispatch({ effects: this.#scheme.reconfigure(EditorView.darkTheme.of(DARK.matches)) });
    });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Shows another text, with a history of its own. */
  load(text: string): void {
    this.#isLoading = true;
    closeCompletion(this.#view);
    this.#view.setState(EditorState.create({ doc: text, extensions: this.#extensions() }));
    this.#isLoading = false;
  }

  /** Changes the text as one step of its history. */
  change(changes: readonly TextChange[], userEvent: string): void {
    this.#view.dispatch({ changes, userEvent });
  }

  undo(): void {
    undo(this.#view);
  }

  redo(): void {
    redo(this.#view);
  }

  /** Marks only these ranges. */
  mark(ranges: readonly TextRange[]): void {
    this.#view.dispatch({ effects: markRanges.of(ranges) });
  }

  /** Scrolls to a place. */
  reveal(at: number): void {
    this.#view.dispatch({ effects: EditorView.scrollIntoView(at, { y: 'center' }) });
  }

  /** Puts the cursor and the focus before a place. */
  goTo(at: number): void {
    this.#view.dispatch({
      selection: { anchor: at },
      effects: EditorView.scrollIntoView(at, { y: 'center' }),
    });
    this.#view.focus();
  }

  /** Underlines the findings. */
  showFindings(findings: readonly ShownFinding[]): void {
    const { state } = this.#view;
    const { length } = state.doc;
    const diagnostics: Diagnostic[] = findings
      .filter(({ start }) => start <= length)
      .map(({ start, end, severity, code, message, suggestion }) => ({
        from: start,
        // A missing part is marked at the text before it.
        to: Math.min(length, Math.max(end, start + 1)),
        severity,
        source: code,
        message: suggestion === null ? message : `${message}: ${suggestion}`,
      }));
    // The editor moves its underlines with the text, so that they are right after most keys.
    if (!isShown(state, diagnostics)) this.#view.dispatch(setDiagnostics(state, diagnostics));
  }

  focus(): void {
    this.#view.focus();
  }

  #extensions(): Extension {
    return [
      EditorView.cspNonce.of(this.#nonce),
      this.#scheme.of(EditorView.darkTheme.of(DARK.matches)),
      // Line ends stay as they are: ZPL is bytes.
      EditorState.lineSeparator.of('\n'),
      lineNumbers(),
      lintGutter(),
      highlightSpecialChars({ specialChars: /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g }),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightSelectionMatches(),
      zplLanguage,
      syntaxHighlighting(COLOURS),
      helpByKeyboard,
      autocompletion({ override: [completeZpl] }),
      tooltips({ parent: this.#tips }),
      zplHover,
      marked,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ 'aria-label': 'ZPL source', spellcheck: 'false', tabindex: '0' }),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap]),
      EditorView.updateListener.of((update) => {
        if (this.#isLoading) return;
        if (update.docChanged) {
          const { changes } = update;
          this.#events.onText(update.state.doc.toString(), (at, side) =>
            changes.mapPos(Math.min(at, changes.length), side),
          );
        }
        const isByUser = update.transactions.some(
          (each) => each.isUserEvent('select') || each.isUserEvent('input'),
        );
        if (update.selectionSet && isByUser) this.#events.onCursor(update.state.selection.main.head);
      }),
    ];
  }
}

/** Whether the text has exactly these underlines. */
function isShown(state: EditorState, diagnostics: readonly Diagnostic[]): boolean {
  let count = 0;
  const wanted = new Set(
    diagnostics.map(({ from, to, severity, message }) => keyOf(from, to, severity, message)),
  );
  let isEach = true;
  forEachDiagnostic(state, ({ severity, message }, from, to) => {
    count++;
    isEach &&= wanted.has(keyOf(from, to, severity, message));
  });
  return isEach && count === diagnostics.length;
}

function keyOf(...parts: readonly (string | number)[]): string {
  return parts.join(' ');
}
