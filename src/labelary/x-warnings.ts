import { type Warnings, warningsIn } from '../engine/warnings.ts';
import type { Finding } from '../lint/finding.ts';

/** Values of a warning: byte offset, byte length, command, parameter number, message. */
const VALUES_PER_WARNING = 5;

/**
 * The warnings that an `X-Warnings` header holds: its values, separated by `|` and counted with the empty ones, five
 * for each. A message may contain a `|` itself; the next warning then begins at the next two numbers in a row.
 */
export function readWarnings(header: string): Warnings {
  if (header === '') return warningsIn([]);
  const values = header.split('|');
  return warningsIn(
    startsOf(values).map((start, i, starts) => describeWarning(values.slice(start, starts[i + 1]))),
  );
}

/** The first value of each warning. */
function startsOf(values: readonly string[]): number[] {
  const beginsWarning = (at: number): boolean => isNumber(values[at]) && isNumber(values[at + 1]);
  const isPlain = values.length % VALUES_PER_WARNING === 0 || !beginsWarning(0);
  const starts: number[] = [];
  for (let at = 0; at + VALUES_PER_WARNING <= values.length; at++) {
    if (!isPlain && !beginsWarning(at)) continue;
    starts.push(at);
    at += VALUES_PER_WARNING - 1;
  }
  return starts;
}

/** A warning as a line, `^GB parameter 2: the value is too small`, without its empty parts. */
function describeWarning([, , command, parameter, ...message]: readonly string[]): string {
  const where = [command, parameter && `parameter ${parameter}:`];
  return [...where, message.join('|')].filter((part) => part).join(' ');
}

function isNumber(value: string | undefined): boolean {
  return value !== undefined && /^\d+$/.test(value);
}

/** The most warnings that Labelary sends. */
const WARNINGS_MAX = 20;
/** The longest message: Node.js accepts 16 kB of headers, and clients hardly more. */
const MESSAGE_MAX = 300;

/** Writes findings into an `X-Warnings` header, errors and warnings only. */
export function writeWarnings(findings: readonly Finding[]): string {
  return findings
    .filter(({ severity }) => severity !== 'info')
    .slice(0, WARNINGS_MAX)
    .flatMap(({ offset, length, command, parameter, message }) => [
      offset,
      length,
      inHeader(command ?? ''),
      parameter ?? '',
      inHeader(message),
    ])
    .join('|');
}

/** Text without the separator of values, in characters that a header can have. */
function inHeader(text: string): string {
  return text
    .replace(/\|/g, '/')
    .replace(/[^\x20-\x7e]/gu, '?')
    .slice(0, MESSAGE_MAX);
}
