import type { Severity } from './finding.ts';

/** A kind of finding. The page `docs/lint.md` is made of these, and each example is tested. */
export interface Rule {
  readonly severity: Severity;
  /** A few words, without a full stop. */
  readonly title: string;
  /** Why it matters. Sentences. */
  readonly wrong: string;
  /** A stream in which only this is found; `«` and `»` stand around the bytes that the finding points at. */
  readonly example: string | null;
  /** What the example has to be for nothing to be found. */
  readonly mended: string | null;
  /** What to write instead, without a full stop; a finding's suggestion where there is no better one. */
  readonly instead: string;
}
