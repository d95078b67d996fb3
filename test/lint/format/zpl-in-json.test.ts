import { expect, it, test } from 'vitest';
import { ZplInJson, zplStrings } from '../../../src/lint/format/zpl-in-json.ts';

/** Text in the file at the reported place of a part of each label's ZPL. */
function found(json: string, part: string): readonly (string | null)[] {
  return zplStrings(json).map((string) => {
    if (string === null) return null;
    const start = string.json.slice(string.at);
    const zpl = JSON.parse(start.slice(0, /^"(?:[^"\\]|\\.)*"/.exec(start)?.[0].length)) as string;
    const before = Buffer.byteLength(zpl.slice(0, zpl.indexOf(part)));
    const region = new ZplInJson(string).regionOf(before, Buffer.byteLength(part));
    const line = json.replace('\uFEFF', '').split('\n')[region.startLine - 1] ?? '';
    expect(region.endLine).toBe(region.startLine);
    return [...line].slice(region.startColumn - 1, region.endColumn - 1).join('');
  });
}

const bundle = (zpl: string | null) => ({
  name: 'a "zpl": b',
  zpl,
  size: { zpl: '^XAno^XZ' },
  tags: ['zpl', 'x'],
});

test.each([
  ['one bundle', JSON.stringify(bundle('^XA here ^XZ')), ['here']],
  ['one on several lines', JSON.stringify(bundle('^XA here ^XZ'), null, 2), ['here']],
  [
    'an array',
    JSON.stringify([bundle('1 here'), bundle(null), bundle('3 here')], null, '\t'),
    ['here', null, 'here'],
  ],
  ['JSON Lines', [1, 2].map((n) => JSON.stringify(bundle(`${n} here`))).join('\r\n'), ['here', 'here']],
  ['a byte order mark', `\uFEFF${JSON.stringify(bundle('^XA here ^XZ'))}`, ['here']],
  ['a member twice, of which the last counts', '{"zpl":"no","zpl":"here"}', ['here']],
  ['an escaped name', '{"z\\u0070l":"here"}', ['here']],
])('finds ZPL in %s', (_, json, parts) => {
  expect(found(json, 'here')).toEqual(parts);
});

it.each([
  ['letters', 'äß中😀 here', 'here'],
  ['line ends, quotes and backslashes', '\r\n"\\\\"\\& here', 'here'],
  ['control characters', '\0\x1f\u007f here', 'here'],
  ['what is quoted', '^FX "a\nb"', '"a\nb"'],
])('goes by bytes of the ZPL behind %s', (_, zpl, part) => {
  const json = JSON.stringify({ zpl });
  const escaped = json.replace(/[^ -~]/g, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const meant = [json, escaped]
    .flatMap((text) => found(text, part))
    .map((text) => JSON.parse(`"${text}"`) as unknown);
  expect(meant).toEqual([part, part]);
});

it('goes back and forth', () => {
  const json = JSON.stringify({ zpl: 'one\ntwo\nthree' });
  const [string] = zplStrings(json);
  const zpl = string && new ZplInJson(string);
  const columns = [8, 4, 0, 4].map((offset) => zpl?.regionOf(offset, 3).startColumn);
  expect(columns).toEqual([19, 14, 9, 14]);
});
