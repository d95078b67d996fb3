import type { LabelSize } from '../units.ts';
import type { TargetPrinter } from './printer-models.ts';
import type { RuleCode } from './rule-codes.ts';

/**
 * How bad a finding is. `error`: the printer will not print what is meant; `warning`: it may not; `info`: worth
 * knowing.
 */
export type Severity = 'error' | 'warning' | 'info';

/** Text in place of some bytes of a stream. */
export interface Edit {
  /** From the beginning of the stream. */
  readonly offset: number;
  /** Bytes; 0 inserts. */
  readonly length: number;
  /** ASCII. */
  readonly text: string;
}

/**
 * Makes edits in a text.
 *
 * @param edits in the order of the text; none overlaps another. Offsets and lengths count the units of the text.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { offset, length, text: inserted } of edits) {
    parts.push(text.slice(at, offset), inserted);
    at = offset + length;
  }
  return parts.join('') + text.slice(at);
}

/** A repair that keeps the meaning of the label. Findings have one only if no other repair is possible. */
export interface Fix {
  /** In the order of the stream. They do not overlap. */
  readonly edits: readonly Edit[];
  /** Whether the picture changes: the fault is seen on the label. */
  readonly redraws: boolean;
}

/** Severities in place of the rules' own; `off` for rules that report nothing. */
export type Severities = Readonly<Partial<Record<RuleCode, Severity | 'off'>>>;

/** A fault at one place of a stream. */
export interface Finding {
  /** The name that the caller gave; null without one. */
  readonly file: string | null;
  /** From 1. */
  readonly line: number;
  /** From 1, in characters; on a line that is not UTF-8 in bytes. */
  readonly column: number;
  /** The first byte of the command or parameter at fault, from the beginning of the stream. */
  readonly offset: number;
  /** Bytes; 0 where something is missing. */
  readonly length: number;
  /** Canonical name, such as `^FO`; null where there is no command. */
  readonly command: string | null;
  /** From 1, as Zebra's guide counts them; null where no single one is at fault. */
  readonly parameter: number | null;
  /** The text at that place, for people; null if it is empty. */
  readonly value: string | null;
  readonly severity: Severity;
  /** A code of `docs/lint.md`; the meaning of a code never changes. */
  readonly code: string;
  /** The fault, without a full stop. */
  readonly message: string;
  /** The correction, without a full stop. */
  readonly suggestion: string | null;
  /** Absent where several repairs are possible, or none. */
  readonly fix?: Fix;
}

/** Facts about a stream that its bytes do not contain. */
export interface LintOptions {
  /** As findings call it. */
  readonly file?: string;
  /**
   * A side that is not given is taken from `^PW` or `^LL`; without these, the label has no edge there. A resolution
   * that is not given is 203 dpi.
   */
  readonly size?: Partial<LabelSize> | null;
  /** Values that are inserted first; without them placeholders stand for any value. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Names that the editor knows, in addition to the placeholders. */
  readonly dynamicTokens?: readonly string[];
  /** As saved. */
  readonly fieldTransforms?: unknown;
  readonly severities?: Severities;
  /** The printer of the label: a model of `docs/lint.md`, other names count as none; or what is known of a printer. */
  readonly printer?: string | TargetPrinter;
}
