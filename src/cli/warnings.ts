import type { Diagnostic } from '../zpl/diagnostic.ts';
import { lineAndColumn } from '../zpl/tokenize.ts';

/** A diagnostic as the commands report it; line and column count from 1, columns in bytes. */
export interface Warning {
  readonly line: number;
  readonly column: number;
  readonly command: string;
  readonly reason: string;
}

/** The warnings about a stream in the order of the stream. */
export function toWarnings(zpl: string, diagnostics: readonly Diagnostic[]): Warning[] {
  return diagnostics
    .toSorted((a, b) => a.span.start - b.span.start)
    .map(({ command, reason, span }) => ({ ...lineAndColumn(zpl, span.start), command, reason }));
}

/** One line such as `label.zpl:3:14 ^FB the text is longer than its block`. */
export function warningLine(file: string, { line, column, command, reason }: Warning): string {
  // Text of a file must not steer the terminal.
  return `${file}:${line}:${column} ${command} ${reason}`.replace(/\p{Cc}/gu, '?');
}
