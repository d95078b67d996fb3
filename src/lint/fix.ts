import { type ByteString, byteStringOf, toBytes } from '../zpl/byte-string.ts';
import { applyEdits, type Edit, type Finding, type LintOptions } from './finding.ts';
import { type Linted, lintWithTotals } from './lint.ts';

/** The repairs of a stream. */
export interface Fixed {
  /** In the stream that was given. */
  readonly edits: readonly Edit[];
  /** Repaired faults: each as it was found, at its place in the stream of its round. */
  readonly repaired: readonly Finding[];
  /** The findings that are left. */
  readonly left: Linted;
}

/** A repair may uncover another fault, or touch another repair. Most streams need two rounds. */
const ROUNDS_MAX = 10;

/** Makes all repairs of findings, until there are none. Takes bounded time, as {@link lintWithTotals} does. */
export function fix(zpl: Uint8Array, options: LintOptions = {}): Fixed {
  const repaired: Finding[] = [];
  const whole = new EditedText(zpl.length);
  let bytes = zpl;
  for (let round = 0; ; round++) {
    const left = lintWithTotals(bytes, options);
    const chosen = round < ROUNDS_MAX ? compatible(left.findings) : [];
    if (chosen.length === 0) return { edits: whole.edits(), repaired, left };
    repaired.push(...chosen.map(({ finding }) => finding));
    const edits = chosen.flatMap((one) => one.edits);
    whole.edit(edits);
    bytes = toBytes(applyEdits(byteStringOf(bytes), edits) as ByteString);
  }
}

interface Repair {
  readonly finding: Finding;
  readonly edits: readonly Edit[];
}

/** The repairs that touch no earlier one; those that do wait for the next round. */
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

/** A part of the first text, or what was inserted. */
type Piece = { readonly start: number; readonly end: number } | string;

/** A text that is edited several times: the edits that make it of the first one. */
class EditedText {
  readonly #length: number;
  #pieces: readonly Piece[];

  constructor(length: number) {
    this.#length = length;
    this.#pieces = [{ start: 0, end: length }];
  }

  /** @param edits of the text as it is now. */
  edit(edits: readonly Edit[]): void {
    const before = this.#pieces.values();
    const after: Piece[] = [];
    let rest: Piece = '';
    /** Skips this number of units, and keeps or drops them. */
    const pass = (count: number, stay: boolean): void => {
      let left = count;
      while (left > 0) {
        if (lengthOf(rest) === 0) {
          const { value, done } = before.next();
          if (done === true) return;
          rest = value;
        }
        const [first, second]: readonly [Piece, Piece] = split(rest, left);
        if (stay) after.push(first);
        left -= lengthOf(first);
        rest = second;
      }
    };
    let at = 0;
    for (const { offset, length, text } of edits) {
      pass(offset - at, true);
      pass(length, false);
      after.push(text);
      at = offset + length;
    }
    pass(Number.POSITIVE_INFINITY, true);
    this.#pieces = after;
  }

  edits(): readonly Edit[] {
    const edits: Edit[] = [];
    let at = 0;
    let text = '';
    for (const piece of [...this.#pieces, { start: this.#length, end: this.#length }]) {
      if (typeof piece === 'string') {
        text += piece;
        continue;
      }
      if (piece.start > at || text !== '') edits.push({ offset: at, length: piece.start - at, text });
      text = '';
      at = piece.end;
    }
    return edits;
  }
}

function lengthOf(piece: Piece): number {
  return typeof piece === 'string' ? piece.length : piece.end - piece.start;
}

function split(piece: Piece, length: number): readonly [Piece, Piece] {
  if (typeof piece === 'string') return [piece.slice(0, length), piece.slice(length)];
  const end = Math.min(piece.end, piece.start + length);
  return [
    { start: piece.start, end },
    { start: end, end: piece.end },
  ];
}
