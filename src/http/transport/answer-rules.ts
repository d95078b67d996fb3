import { STATUS_CODES } from 'node:http';
import type { Headers } from './transport.ts';

/**
 * Seconds that an idle connection lives, as clients are told. Both drivers keep it a little longer (uWebSockets.js
 * 8 to 12 seconds, not configurable), so that a request never meets a connection that is being closed.
 */
export const KEEP_ALIVE_SECONDS = 7;

/** The status line's text of every status that HTTP knows, such as `404 Not Found`. */
export const STATUS_TEXTS: ReadonlyMap<number, string> = new Map(
  Object.entries(STATUS_CODES).map(([status, reason]) => [Number(status), `${status} ${reason}`]),
);

/** Throws a TypeError that names the first header whose value cannot be one line of Latin-1. */
export function checkHeaders(headers: Headers): void {
  for (const [name, value] of headers) {
    for (let i = 0; i < value.length; i++) {
      const c = value.charCodeAt(i);
      // What node:http refuses too: control characters other than a tab would let a value split the answer.
      if ((c < 0x20 && c !== 0x09) || c === 0x7f || c > 0xff) {
        throw new TypeError(`header ${name} has a value that HTTP cannot carry`);
      }
    }
  }
}
