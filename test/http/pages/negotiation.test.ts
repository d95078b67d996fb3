import { describe, expect, it } from 'vitest';
import { acceptsGzip, acceptsHtml, hasCurrent } from '../../../src/http/pages/negotiation.ts';

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

describe('acceptsHtml', () => {
  it.each([
    'text/html',
    'Text/HTML',
    'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
    'application/json, text/html;level=1;q=0.5',
    'text/html;q=0.001',
  ])('%s allows HTML', (header) => {
    expect(acceptsHtml(header)).toBe(true);
  });

  it.each([
    undefined,
    '',
    '*/*',
    'text/*',
    'application/json',
    'application/json, text/html;q=0',
    'text/html; q=0.0, */*',
    'text/html;level=1;q=0',
    'text/html-like',
    'x-text/html',
  ])('%s does not', (header) => {
    expect(acceptsHtml(header)).toBe(false);
  });
});
