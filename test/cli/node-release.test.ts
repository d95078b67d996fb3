import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { nodeAdvice } from '../../src/cli/node-release.ts';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  engines: { node: string };
};
/** `^20.19 || ^24` as pairs of a major and the first minor number. */
const ranges = engines.node.split(' || ').map((range) => {
  const [major = Number.NaN, minor = 0] = range.replace('^', '').split('.').map(Number);
  return [major, minor] as const;
});

test.each(ranges)(
  'Node.js %i.%i, the first of its range in package.json, is neither too old nor untested',
  (major, minor) => {
    expect(nodeAdvice(`${major}.${minor}.0`)?.text ?? '').not.toMatch(/too old|not tested/);
  },
);

test.each(ranges.filter(([, minor]) => minor > 0))('what is older than %i.%i is too old', (major, minor) => {
  const version = `${major}.${minor - 1}.9`;
  expect(nodeAdvice(version)).toEqual({
    tooOld: true,
    text: `Node.js ${version} is too old for Platen: use Node.js 24`,
  });
});

test.each(['18.20.8', '19.9.0'])('Node.js %s is too old', (version) => {
  expect(nodeAdvice(version)?.tooOld).toBe(true);
});

test.each(['21.7.3', '23.11.0', '25.9.0', '27.0.0'])('Node.js %s is not tested', (version) => {
  const major = version.split('.')[0];
  expect(nodeAdvice(version)).toEqual({
    tooOld: false,
    text: `Platen is not tested on Node.js ${major}: use Node.js 24`,
  });
});

test('Node.js 20 is not maintained; there is nothing to say of those that are', () => {
  expect(nodeAdvice('20.20.2')).toEqual({
    tooOld: false,
    text: 'Node.js 20 gets no security fixes any more: use Node.js 24',
  });
  for (const version of ['22.23.3', '24.21.0', '26.10.0']) expect(nodeAdvice(version)).toBeNull();
});
