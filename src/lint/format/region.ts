import type { Finding } from '../finding.ts';
import type { Source } from '../source.ts';

/** A part of a file as SARIF has it: all from 1 but the byte, columns in code points, the last one beyond the part. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** From 0; left out where the stream is a part of a file. */
  readonly byteOffset?: number;
  readonly byteLength?: number;
}

/** The place of a finding in a file that is ZPL. */
export function regionOf({ line, column, offset, length }: Finding, source: Source): Region {
  const end = source.endOf({ line, column }, offset, length);
  return {
    startLine: line,
    startColumn: column,
    endLine: end.line,
    endColumn: end.column,
    byteOffset: offset,
    byteLength: length,
  };
}
