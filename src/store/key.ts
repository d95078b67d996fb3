import { hash, randomBytes } from 'node:crypto';

/** A new key's value: `svc_` and 192 random bits in lower-case hexadecimal. */
export function makeKeyValue(): string {
  return `svc_${randomBytes(24).toString('hex')}`;
}

/** The SHA-256 of a key's value, in lower-case hexadecimal: what the store keeps and looks keys up by. */
export function keyDigest(value: string): string {
  return hash('sha256', value, 'hex');
}
