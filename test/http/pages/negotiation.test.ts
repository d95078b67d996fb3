import { describe, expect, it } from 'vitest';
import { acceptsGzip, hasCurrent } from '../../../src/http/pages/negotiation.ts';

describe('hasCurrent', () => {
  it.each(['"a1"', 'W/"a1"', '"b2", "a1"', '"b2",W/"a1" , "c3"', '"with,comma","a1"', '*', ' * '])(
    '%s has "a1"',
    (header) => {
      expect(hasCurrent(header, '"a1"')).toBe(true);
    },
  );

  it.each([undefined, '', '"b2"', 'a1', '"a1', '"a1x"', '"x", *', '"A1"'])('%s has not', (header) => {
    expect(hasCurrent(header, '"a1"')).toBe(false);
  });
});

describe('acceptsGzip', () => {
  it.each(['gzip', 'GZip', 'br, gzip', 'deflate, gzip;q=0.5', 'gzip; q=1.0, *;q=0', '*', 'br;q=0, *;q=0.1'])(
    '%s allows gzip',
    (header) => {
      expect(acceptsGzip(header)).toBe(true);
    },
  );

  it.each([
    undefined,
    '',
    'br',
    'identity',
    'gzip;q=0',
    'gzip; q=0.000',
    '*, gzip;q=0',
    '*;q=0',
    'gzipped',
    'x-gzip-like',
  ])('%s does not', (header) => {
    expect(acceptsGzip(header)).toBe(false);
  });
});
