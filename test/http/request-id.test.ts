import { describe, expect, it } from 'vitest';
import { requestId } from '../../src/http/request-id.ts';

describe('requestId', () => {
  it("keeps the caller's well-formed id", () => {
    expect(requestId('order-42.A_b')).toBe('order-42.A_b');
  });

  it.each([undefined, '', 'a b', 'x'.repeat(65), 'a\r\nb', 'é'])('makes one instead of %j', (given) => {
    expect(requestId(given)).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
  });

  it('never makes the same one twice', () => {
    expect(new Set(Array.from({ length: 1000 }, () => requestId(undefined))).size).toBe(1000);
  });
});
