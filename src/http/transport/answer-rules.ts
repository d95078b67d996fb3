import { STATUS_CODES } from 'node:http';
import type { SentHeaders } from './transport.ts';

/**
 * Seconds that an idle connection lives, as answers announce. Both drivers keep it a little longer (uWebSockets.js
 * 8 to 12 seconds, not configurable), so that a request never meets a connection that is being closed.
 */
export const KEEP_ALIVE_SECONDS = 7;

/** The status line's text of every status that HTTP knows, such as `404 Not Found`. */
export const STATUS_TEXTS: ReadonlyMap<number, string> = new Map(
  Object.entries(STATUS_CODES).map(([status, reason]) => [Number(status), `${status} ${reason}`]),
);

/**
 * The characters that node:http rejects too: control characters other than a tab would let a value split the answer.
 */
const NO_VALUE = /[^\t\x20-\x7e\x80-\xff]/;

/** Throws a TypeError that names the first header whose value cannot be one line of Latin-1. */
export function checkHeaders(headers: SentHeaders): void {
  for (const header of headers) {
    if (typeof header === 'string') continue;
    const [name, value] = header;
    if (!isPlain(value) && NO_VALUE.test(value)) {
      throw new TypeError(`header ${name} has a value that HTTP cannot carry`);
    }
  }
}

/** As nearly all values are. To search ten short ones with an expression takes 1.5 µs of an answer, this 0.4. */
function isPlain(value: string): boolean {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}
