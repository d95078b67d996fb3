import { describe, expect, it } from 'vitest';
import { check, Pagination } from '../../src/http/schemas.ts';

describe('parameters', () => {
  it.each([{}, { limit: '1', offset: '0' }, { limit: '100', offset: '10000' }])(
    'takes the page %j',
    (query) => {
      expect(() => check(Pagination, query)).not.toThrow();
    },
  );

  it.each([
    [{ limit: '0' }, /^The input is invalid: limit must be an integer from 1 to 100/],
    [{ limit: '101' }, /^The input is invalid: limit /],
    [{ limit: '1e1' }, /^The input is invalid: limit /],
    [{ limit: '' }, /^The input is invalid: limit /],
    [{ offset: '-1' }, /^The input is invalid: offset must be an integer from 0 to 10000/],
    [{ offset: '10001' }, /^The input is invalid: offset /],
    [{ offset: '1.0' }, /^The input is invalid: offset /],
  ])('refuses the page %j', (query, message) => {
    expect(() => check(Pagination, query)).toThrow(message);
  });
});
