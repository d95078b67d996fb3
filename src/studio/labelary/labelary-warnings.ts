import type { Finding } from '../../lint/finding.ts';

/** Labelary tells no more. */
const WARNINGS_MAX = 20;
/** Node takes 16 kB of headers from a client, and clients hardly more. */
const MESSAGE_MAX = 300;

/** Findings as Labelary's `X-Warnings` has them: byte offset, length, command, parameter and message of each. */
export function labelaryWarnings(findings: readonly Finding[]): string {
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

/** Without what separates values, in characters that a header can have. */
function inHeader(text: string): string {
  return text
    .replace(/\|/g, '/')
    .replace(/[^\x20-\x7e]/gu, '?')
    .slice(0, MESSAGE_MAX);
}
