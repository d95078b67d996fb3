import { describe, expect, it } from 'vitest';
import { framingOf, requestId } from '../../../src/http/transport/request-rules.ts';

describe('the framing of a request', () => {
  it.each([
    [[], { kind: 'none' }],
    [['host', 'a', 'x-api-key', 'b', 'authorization', 'c'], { kind: 'none' }],
    [['content-length', '0'], { kind: 'none' }],
    [['content-length', '000'], { kind: 'none' }],
    [['content-length', '12'], { kind: 'sized', bytes: 12 }],
    [['content-length', '99999999999999999999999'], { kind: 'sized', bytes: 1e23 }],
    [['transfer-encoding', 'chunked'], { kind: 'chunked' }],
    [['x-forwarded-for', 'a', 'x-forwarded-for', 'b'], { kind: 'none' }],
  ])('of %j is %j', (headers, expected) => {
    expect(framingOf(headers)).toEqual(expected);
  });

  it.each([
    [['content-length', '']],
    [['content-length', ' 3']],
    [['content-length', '+3']],
    [['content-length', '3,3']],
    [['content-length', '0x10']],
    [['content-length', '1e3']],
    [['content-length', '٣']],
    [['content-length', '3', 'content-length', '3']],
    [['content-length', '0', 'content-length', '3']],
    [['content-length', '3', 'transfer-encoding', 'chunked']],
    [['transfer-encoding', 'chunked', 'content-length', '0']],
    [['transfer-encoding', '']],
    [['transfer-encoding', 'identity']],
    [['transfer-encoding', 'Chunked']],
    [['transfer-encoding', 'gzip, chunked']],
    [['transfer-encoding', 'chunked', 'transfer-encoding', 'chunked']],
    [['host', 'a', 'host', 'a']],
    [['authorization', 'a', 'x-api-key', 'b', 'authorization', 'a']],
    [['x-api-key', 'a', 'x-api-key', 'a']],
  ])('of %j is malformed', (headers) => {
    expect(framingOf(headers)).toEqual({ kind: 'malformed', error: expect.stringMatching(/^[A-Z].*[a-z]$/) });
  });
});

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
