import { expect, it } from 'vitest';
import { Access } from '../../src/studio/access.ts';

const isRefused = (port: number, headers: Readonly<Record<string, string>>): boolean =>
  new Access(port).refusalOf({ headers, url: '/' }) !== null;

it('knows its names without the port that HTTP has anyway, and no others so', () => {
  expect(isRefused(80, { host: '127.0.0.1' })).toBe(false);
  expect(isRefused(80, { host: 'localhost:80', origin: 'http://localhost' })).toBe(false);
  expect(isRefused(80, { host: 'evil.example' })).toBe(true);
  expect(isRefused(8080, { host: '127.0.0.1' })).toBe(true);
  expect(isRefused(8080, { host: '127.0.0.1:80' })).toBe(true);
});
