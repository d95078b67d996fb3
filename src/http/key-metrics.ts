import { Counter, type Registry } from 'prom-client';
import type { RequestLog } from './request-log.ts';

/** Keys with a series of their own, the first ones that ask; all others are counted together. */
const KEYS_SHOWN = 1000;

/**
 * Counts the requests made with each key, those that were refused included. Keys go by their id, never by their value.
 */
export function keyMetrics(registry: Registry): RequestLog {
  const shown = new Map<string, { readonly accountId: string; requests: number }>();
  let others = 0;
  new Counter({
    name: 'platen_key_requests_total',
    help: `Requests by account and key, of the first ${KEYS_SHOWN} keys that asked; "other" for those after them`,
    labelNames: ['account_id', 'key_id'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [keyId, { accountId, requests }] of shown) {
        this.inc({ account_id: accountId, key_id: keyId }, requests);
      }
      if (others > 0) this.inc({ account_id: 'other', key_id: 'other' }, others);
    },
  });
  return ({ caller }) => {
    if (caller === undefined) return;
    const { accountId, keyId } = caller;
    const count = shown.get(keyId);
    if (count !== undefined) count.requests++;
    else if (shown.size < KEYS_SHOWN) shown.set(keyId, { accountId, requests: 1 });
    else others++;
  };
}
