import { type ByteString, fromByteString } from '../zpl/byte-string.ts';
import type { Span } from '../zpl/label.ts';
import type { Finding } from './finding.ts';
import { RULES, type RuleCode } from './rules.ts';
import { Source } from './source.ts';

/** Of one stream; more are counted only. */
const FINDINGS_MAX = 1000;

/** Bytes of a value that are shown. */
const VALUE_BYTES_MAX = 80;

/** What a check says; the rule knows the rest. */
export interface Found {
  readonly code: RuleCode;
  /** Of the command or parameter at fault. */
  readonly span: Span;
  readonly message: string;
  readonly command?: string | null;
  readonly parameter?: number;
  /** In place of the rule's own. */
  readonly suggestion?: string;
}

/** The findings of one stream, each once. */
export class Report {
  readonly #file: string | null;
  readonly #bytes: ByteString;
  readonly #found = new Map<string, Found>();
  #left = 0;

  constructor(bytes: ByteString, file: string | null) {
    this.#bytes = bytes;
    this.#file = file;
  }

  add(found: Found): void {
    const key = `${found.span.start}:${found.span.end}:${found.code}`;
    if (this.#found.has(key)) return;
    if (this.#found.size < FINDINGS_MAX) this.#found.set(key, found);
    else this.#left++;
  }

  /** In the order of the stream. */
  findings(): readonly Finding[] {
    const source = new Source(this.#bytes);
    const sorted = [...this.#found.values()].toSorted((a, b) => a.span.start - b.span.start);
    const findings = sorted.map((found) => this.#finding(found, source));
    if (this.#left === 0) return findings;
    const span = { start: this.#bytes.length, end: this.#bytes.length };
    const message = `${this.#left} more are not listed; the first ${FINDINGS_MAX} are`;
    return [...findings, this.#finding({ code: 'too-many-findings', span, message, command: null }, source)];
  }

  #finding({ code, span, message, command, parameter, suggestion }: Found, source: Source): Finding {
    const { severity, instead } = RULES[code];
    const shown = this.#bytes.slice(span.start, Math.min(span.end, span.start + VALUE_BYTES_MAX));
    return {
      file: this.#file,
      ...source.placeOf(span.start),
      offset: span.start,
      length: span.end - span.start,
      command: command ?? null,
      parameter: parameter ?? null,
      value: shown === '' ? null : fromByteString(shown as ByteString),
      severity,
      code,
      message,
      suggestion: suggestion ?? instead,
    };
  }
}
