import { randomBytes } from 'node:crypto';

const WELL_FORMED = /^[A-Za-z0-9._-]{1,64}$/;

let prefix = randomBytes(9)
  .toString('base64url')
  .replaceAll(/[^A-Za-z0-9]/g, 'x');
let next = 0;

/** The caller's request id where it is well-formed, else a new one: unique, and cheap on the hot path. */
export function requestId(given: string | undefined): string {
  if (given !== undefined && WELL_FORMED.test(given)) return given;
  if (++next > 0xffffff) {
    prefix = randomBytes(9)
      .toString('base64url')
      .replaceAll(/[^A-Za-z0-9]/g, 'x');
    next = 1;
  }
  return `${prefix}-${next.toString(36)}`;
}
