import type { ByteString } from '../zpl/byte-string.ts';
import type { Finding, Severity } from './finding.ts';
import type { Findings, Found } from './rule-family.ts';
import { RULES } from './rules.ts';
import { Source } from './source.ts';

/** The most findings listed of one stream; more are only counted. */
const FINDINGS_MAX = 1000;

/** Findings of one stream that are told apart; of more the same one may count twice. */
const KEYS_MAX = 100_000;

/** The worst first. */
const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

/** Bytes of a value that are shown. */
const VALUE_BYTES_MAX = 80;

/** Numbers of findings of one stream, also of those that are not listed. */
export type Totals = Readonly<Record<Severity, number>>;

/** The findings of one stream, each once. The worst are kept, and all are counted. */
export class Report implements Findings {
  readonly #file: string | null;
  readonly #bytes: ByteString;
  readonly #keys = new Set<string>();
  readonly #found: Readonly<Record<Severity, Found[]>> = { error: [], warning: [], info: [] };
  readonly #totals: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  #hasRepairs = true;

  constructor(bytes: ByteString, file: string | null) {
    this.#bytes = bytes;
    this.#file = file;
  }

  add(found: Found): void {
    const { severity, isOfStream } = RULES[found.code];
    const place = isOfStream ? found.message : `${found.span.start}:${found.span.end}`;
    const key = `${place}:${found.code}`;
    if (this.#keys.has(key)) return;
    if (this.#keys.size < KEYS_MAX) this.#keys.add(key);
    this.#totals[severity]++;
    if (this.#found[severity].length < FINDINGS_MAX) this.#found[severity].push(found);
  }

  /** Leaves out repairs, which are written with the usual prefixes and delimiter. */
  withoutRepairs(): void {
    this.#hasRepairs = false;
  }

  get totals(): Totals {
    return { ...this.#totals };
  }

  /** In the order of the stream; where they are too many, errors before warnings before the rest. */
  findings(): readonly Finding[] {
    const source = new Source(this.#bytes);
    const listed = SEVERITIES.flatMap((severity) => this.#found[severity]).slice(0, FINDINGS_MAX);
    const sorted = listed.toSorted((a, b) => a.span.start - b.span.start);
    const findings = sorted.map((found) => this.#finding(found, source));
    const left = { ...this.#totals };
    for (const { severity } of findings) left[severity]--;
    const worst = SEVERITIES.find((severity) => left[severity] > 0);
    if (worst === undefined) return findings;
    const span = { start: this.#bytes.length, end: this.#bytes.length };
    const message = `${left.error + left.warning + left.info} more are not listed; the worst ${FINDINGS_MAX} are`;
    const more = this.#finding({ code: 'too-many-findings', span, message, command: null }, source);
    return [...findings, { ...more, severity: worst }];
  }

  #finding({ code, span, message, command, parameter, suggestion, edits }: Found, source: Source): Finding {
    const { severity, instead, repair } = RULES[code];
    const value = source.textOf(span, VALUE_BYTES_MAX);
    return {
      file: this.#file,
      ...source.placeOf(span.start),
      offset: span.start,
      length: span.end - span.start,
      command: command ?? null,
      parameter: parameter ?? null,
      value: value === '' ? null : value,
      severity,
      code,
      message,
      suggestion: suggestion ?? instead,
      ...(edits === undefined || !this.#hasRepairs ? {} : { fix: { edits, redraws: repair === 'redraws' } }),
    };
  }
}
