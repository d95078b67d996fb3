import type { Finding, Severity } from '../lint/finding.ts';
import type { Command } from '../zpl/tokenize.ts';
import type { SourceStream } from './source-stream.ts';

/** The subjects of notes; a name never changes its meaning. */
export type NoteCode =
  | 'brace'
  | 'field'
  | 'joined'
  | 'missing-format'
  | 'missing-graphic'
  | 'more'
  | 'not-imported'
  | 'picture'
  | 'quantity'
  | 'raster'
  | 'serial'
  | 'setup'
  | 'stored'
  | 'subsets'
  | 'tag'
  | 'unfilled'
  | 'unused-value';

/** A remark of an import about one place of the stream, like a finding of the linter. */
export interface Note extends Finding {
  readonly code: NoteCode;
}

/** The most notes of one stream; a further note says that some are left out. */
const NOTES_MAX = 1000;

/** UTF-16 code units of a message: names and values in it may be as long as the stream. */
const MESSAGE_MAX = 500;

/** Collects the notes about a stream. */
export class Notes {
  readonly #stream: SourceStream;
  readonly #notes = new Map<string, { readonly at: number; readonly note: Note }>();
  /** A note that is left out: the first, or the first of severity `error`. */
  #leftOut: Note | null = null;

  constructor(stream: SourceStream) {
    this.#stream = stream;
  }

  /** Adds a note about a command; the same note is added only once. */
  add(
    severity: Severity,
    code: NoteCode,
    command: Command,
    said: string,
    suggestion: string | null = null,
  ): void {
    // Commands that an import adds after the stream have no place in it.
    if (command.start >= this.#stream.bytes.length) return;
    const message = said.length <= MESSAGE_MAX ? said : `${said.slice(0, MESSAGE_MAX)} …`;
    const key = `${code} ${command.start} ${message}`;
    if (this.#notes.has(key)) return;
    const { start, end, name } = command;
    const place = {
      ...this.#stream.placeOf(start),
      length: end - start,
      command: name,
      parameter: null,
      value: null,
    };
    const note = { ...place, severity, code, message, suggestion };
    if (this.#notes.size < NOTES_MAX) {
      this.#notes.set(key, { at: start, note });
      return;
    }
    if (this.#leftOut === null || (severity === 'error' && this.#leftOut.severity !== 'error'))
      this.#leftOut = note;
  }

  /** All notes in the order of the stream. If some are left out, the last note says so. */
  all(): readonly Note[] {
    const notes = [...this.#notes.values()].toSorted((a, b) => a.at - b.at).map(({ note }) => note);
    if (this.#leftOut === null) return notes;
    const message = `more than ${NOTES_MAX} remarks; this one and further ones are left out`;
    return [...notes, { ...this.#leftOut, code: 'more', message, suggestion: null }];
  }
}
