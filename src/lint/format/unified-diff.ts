import { applyEdits, type Edit } from '../finding.ts';

/** Lines around a change that are shown. */
const CONTEXT = 3;

/** Lines of the old text that change together. From 0; `end` is beyond the last one. */
interface Change {
  readonly start: number;
  end: number;
  readonly edits: Edit[];
}

/**
 * The edits of a file as `diff -u` prints them, for people and for `patch`. Nothing is searched for, as the changes are
 * known: the package `diff`, which compares texts for `convert/zpl-difference.ts`, gives up at 10,000 changed lines.
 *
 * @param edits in the order of the text; offsets and lengths count its units.
 * @returns lines with their ends; empty without edits.
 */
export function unifiedDiff(file: string, text: string, edits: readonly Edit[]): string {
  if (edits.length === 0) return '';
  const starts = lineStarts(text);
  const lines = (start: number, end: number): string =>
    text.slice(starts[start] ?? text.length, starts[end] ?? text.length);
  const parts = [`--- ${file}\n+++ ${file}\n`];
  /** Lines that the changes so far have added. */
  let added = 0;
  for (const changes of hunksOf(changesOf(edits, starts))) {
    const start = Math.max(0, (changes[0]?.start ?? 0) - CONTEXT);
    const end = Math.min(starts.length, (changes.at(-1)?.end ?? 0) + CONTEXT);
    const body: string[] = [];
    let more = 0;
    let at = start;
    for (const change of changes) {
      const old = lines(change.start, change.end);
      const from = starts[change.start] ?? 0;
      const fresh = applyEdits(
        old,
        change.edits.map((edit) => ({ ...edit, offset: edit.offset - from })),
      );
      body.push(marked(' ', lines(at, change.start)), marked('-', old), marked('+', fresh));
      more += linesOf(fresh).length - linesOf(old).length;
      at = change.end;
    }
    body.push(marked(' ', lines(at, end)));
    const count = end - start;
    parts.push(`@@ -${range(start, count)} +${range(start + added, count + more)} @@\n`, ...body);
    added += more;
  }
  return parts.join('');
}

function changesOf(edits: readonly Edit[], starts: readonly number[]): readonly Change[] {
  const changes: Change[] = [];
  let line = 0;
  for (const edit of edits) {
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= edit.offset) line++;
    const start = line;
    while ((starts[line + 1] ?? Number.POSITIVE_INFINITY) <= edit.offset + edit.length) line++;
    const last = changes.at(-1);
    if (last === undefined || start > last.end) changes.push({ start, end: line + 1, edits: [edit] });
    else {
      last.end = line + 1;
      last.edits.push(edit);
    }
  }
  return changes;
}

/** Changes whose lines around them would meet. */
function hunksOf(changes: readonly Change[]): readonly (readonly Change[])[] {
  const hunks: Change[][] = [];
  for (const change of changes) {
    const last = hunks.at(-1);
    const end = last?.at(-1)?.end;
    if (last === undefined || end === undefined || change.start - end > 2 * CONTEXT) hunks.push([change]);
    else last.push(change);
  }
  return hunks;
}

/** Lines with a mark before each of them. */
function marked(mark: string, text: string): string {
  const lines = linesOf(text).map((line) => mark + line);
  const end = text === '' || text.endsWith('\n') ? '' : '\n\\ No newline at end of file\n';
  return lines.join('') + end;
}

/** The range of one side of a hunk: its first line, from 1, or the line before it for an empty side. */
function range(start: number, count: number): string {
  return count === 1 ? `${start + 1}` : `${count === 0 ? start : start + 1},${count}`;
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The beginning of each line; a line end at the end of the text begins none. */
function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}
