import { bisect } from '../bisect.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Finding, Severities, Severity } from './finding.ts';
import type { RuleCode } from './rule-codes.ts';
import type { Findings, Found } from './rule-family.ts';
import type { Ignored } from './rules/ignores.ts';
import { RULES } from './rules.ts';
import { Source } from './source.ts';

/** The most findings listed of one stream; more are only counted. */
const FINDINGS_MAX = 1000;

/** The most findings of one stream that are compared; beyond this number one may be counted twice. */
const KEYS_MAX = 100_000;

/** The worst first. */
const SEVERITIES = ['error', 'warning', 'info'] as const satisfies readonly Severity[];

/** Bytes of a value that are shown. */
const VALUE_BYTES_MAX = 80;

/** Numbers of findings of one stream, also of those that are not listed. */
export type Totals = Readonly<Record<Severity, number>>;

interface ReportOptions {
  readonly file?: string | null;
  readonly severities?: Severities;
}

/** The findings of one stream, each once. The worst are kept, and all are counted. */
export class Report implements Findings {
  readonly #file: string | null;
  readonly #bytes: ByteString;
  readonly #severities: Severities;
  /** Bytes in which a rule is silent, in the order of the stream and apart from each other. */
  readonly #ignored = new Map<RuleCode, { readonly start: number; end: number }[]>();
  readonly #keys = new Set<string>();
  readonly #found: Readonly<Record<Severity, Found[]>> = { error: [], warning: [], info: [] };
  readonly #totals: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  #hasRepairs = true;

  constructor(bytes: ByteString, { file = null, severities = {} }: ReportOptions) {
    this.#bytes = bytes;
    this.#file = file;
    this.#severities = severities;
  }

  /** Leaves out these findings from now on. */
  ignore(ignored: readonly Ignored[]): void {
    for (const { code, span } of ignored.toSorted((a, b) => a.span.start - b.span.start)) {
      const spans = this.#ignored.get(code) ?? [];
      this.#ignored.set(code, spans);
      const last = spans.at(-1);
      if (last === undefined || last.end < span.start) spans.push({ ...span });
      else last.end = Math.max(last.end, span.end);
    }
  }

  add(found: Found): void {
    const { isOfStream } = RULES[found.code];
    const severity = this.#severityOf(found);
    if (severity === 'off') return;
    const place = isOfStream ? found.message : `${found.span.start}:${found.span.end}`;
    const key = `${place}:${found.code}`;
    if (this.#keys.has(key)) return;
    if (this.#keys.size < KEYS_MAX) this.#keys.add(key);
    this.#totals[severity]++;
    if (this.#found[severity].length < FINDINGS_MAX) this.#found[severity].push(found);
  }

  /** Leaves out repairs, for a stream with other prefixes or another delimiter than those of repairs. */
  withoutRepairs(): void {
    this.#hasRepairs = false;
  }

  get totals(): Totals {
    return { ...this.#totals };
  }

  /** The findings in the order of the stream. If there are too many, errors are kept first, then warnings. */
  findings(): readonly Finding[] {
    const source = new Source(this.#bytes);
    const listed = SEVERITIES.flatMap((severity) =>
      this.#found[severity].map((found) => ({ found, severity })),
    );
    const sorted = listed.slice(0, FINDINGS_MAX).toSorted((a, b) => a.found.span.start - b.found.span.start);
    const findings = sorted.map(({ found, severity }) => this.#finding(found, severity, source));
    const left = { ...this.#totals };
    for (const { severity } of findings) left[severity]--;
    const worst = SEVERITIES.find((severity) => left[severity] > 0);
    const severity = this.#severities['too-many-findings'] ?? worst;
    if (worst === undefined || severity === undefined || severity === 'off') return findings;
    const span = { start: this.#bytes.length, end: this.#bytes.length };
    const message = `${left.error + left.warning + left.info} more findings are not listed; the worst ${FINDINGS_MAX} are`;
    return [
      ...findings,
      this.#finding({ code: 'too-many-findings', span, message, command: null }, severity, source),
    ];
  }

  #severityOf({ code, span: { start } }: Found): Severity | 'off' {
    const spans = this.#ignored.get(code) ?? [];
    const next = bisect(spans.length, (index) => (spans[index]?.start ?? 0) <= start);
    const isIgnored = start < (spans[next - 1]?.end ?? 0);
    return isIgnored ? 'off' : (this.#severities[code] ?? RULES[code].severity);
  }

  #finding(
    { code, span, message, command, parameter, suggestion, edits }: Found,
    severity: Severity,
    source: Source,
  ): Finding {
    const { instead, repair } = RULES[code];
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
