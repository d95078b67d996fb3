import { type ByteString, byteStringOf, toBytes } from '../zpl/byte-string.ts';
import type { Edit, Finding, LintOptions } from './finding.ts';
import { type Linted, lintWithTotals } from './lint.ts';

/** A stream with its repairs. */
export interface Fixed {
  readonly zpl: Uint8Array;
  /** Repaired faults: each as it was found, at its place in the stream of its round. */
  readonly repaired: readonly Finding[];
  /** The findings that are left. */
  readonly left: Linted;
}

/** A repair may uncover another fault. Most streams need two rounds: the second finds nothing. */
const ROUNDS_MAX = 10;

/** Carries out all repairs of findings, until there are none. Takes bounded time, as {@link lintWithTotals} does. */
export function fix(zpl: Uint8Array, options: LintOptions = {}): Fixed {
  const repaired: Finding[] = [];
  let bytes = zpl;
  for (let round = 0; ; round++) {
    const left = lintWithTotals(bytes, options);
    const chosen = round < ROUNDS_MAX ? compatible(left.findings) : [];
    if (chosen.length === 0) return { zpl: bytes, repaired, left };
    repaired.push(...chosen.map(({ finding }) => finding));
    const edits = chosen.flatMap((one) => one.edits);
    bytes = toBytes(applyEdits(byteStringOf(bytes), edits) as ByteString);
  }
}

/**
 * Makes edits in a text.
 *
 * @param edits none of them overlaps another; offsets and lengths count the units of the text.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { offset, length, text: inserted } of edits.toSorted((a, b) => a.offset - b.offset)) {
    parts.push(text.slice(at, offset), inserted);
    at = offset + length;
  }
  return parts.join('') + text.slice(at);
}

interface Repair {
  readonly finding: Finding;
  readonly edits: readonly Edit[];
}

/** The repairs that touch none before them; those that do are for the next round. */
function compatible(findings: readonly Finding[]): readonly Repair[] {
  const chosen: Repair[] = [];
  let end = -1;
  for (const finding of findings.toSorted((a, b) => startOf(a) - startOf(b))) {
    const edits = finding.fix?.edits ?? [];
    const last = edits.at(-1);
    if (last === undefined || startOf(finding) <= end) continue;
    chosen.push({ finding, edits });
    end = last.offset + last.length;
  }
  return chosen;
}

function startOf({ fix, offset }: Finding): number {
  return fix?.edits[0]?.offset ?? offset;
}
