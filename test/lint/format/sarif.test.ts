import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { regionOf } from '../../../src/lint/format/region.ts';
import { sarifDocument, sarifResult } from '../../../src/lint/format/sarif.ts';
import { lint } from '../../../src/lint/lint.ts';
import { RULE_CODES } from '../../../src/lint/rule-codes.ts';
import { Source } from '../../../src/lint/source.ts';
import { byteStringOf } from '../../../src/zpl/byte-string.ts';
import { SARIF_DOCUMENT } from './sarif-schema.ts';

function sarifOf(zpl: string | Buffer, file: string) {
  const bytes = Buffer.from(zpl);
  const source = new Source(byteStringOf(bytes));
  const results = lint(bytes, { file }).map((finding) => sarifResult(finding, regionOf(finding, source)));
  const [run] = SARIF_DOCUMENT.parse(sarifDocument(results, '1.2.3')).runs;
  return { run, locations: run.results.map(({ locations: [{ physicalLocation }] }) => physicalLocation) };
}

it('has what SARIF 2.1.0 and GitHub require', () => {
  expect(sarifOf('^XA\n^FOabc,9^FDx^FS^ZQ^XZ', 'labels/a b.zpl').run).toMatchObject({
    tool: { driver: { name: 'platen', version: '1.2.3', semanticVersion: '1.2.3' } },
    columnKind: 'unicodeCodePoints',
    results: [
      {
        ruleId: 'parameter-not-a-number',
        level: 'error',
        message: { text: 'the x of ^FO is a number; write a number' },
        locations: [
          {
            physicalLocation: {
              artifactLocation: { uri: 'labels/a%20b.zpl' },
              region: {
                startLine: 2,
                startColumn: 4,
                endLine: 2,
                endColumn: 7,
                byteOffset: 7,
                byteLength: 3,
              },
            },
          },
        ],
      },
      { ruleId: 'command-unknown', level: 'warning' },
    ],
  });
});

it('describes every rule, and each result by its place among them', () => {
  const { run } = sarifOf('^XA^FOabc,9^FDx^FS^XZ', 'x.zpl');
  const { rules } = run.tool.driver;
  expect(rules.map(({ id }) => id)).toEqual(RULE_CODES);
  for (const { ruleId, ruleIndex } of run.results) expect(rules[ruleIndex]?.id).toBe(ruleId);
  const root = new URL('../../../', import.meta.url);
  const lost = rules.filter(({ helpUri }) => !existsSync(new URL(helpUri.split('/main/')[1] ?? '', root)));
  expect(lost).toEqual([]);
  for (const { shortDescription, fullDescription, help } of rules)
    expect(
      [shortDescription.text, fullDescription.text, help.text].filter((text) => !text.endsWith('.')),
    ).toEqual([]);
});

it('says which files could not be linted', () => {
  const { runs } = SARIF_DOCUMENT.parse(sarifDocument([], '1.2.3', ['cannot read a.zpl']));
  expect(runs[0].invocations).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [{ level: 'error', message: { text: 'cannot read a.zpl' } }],
    },
  ]);
});

describe('a region', () => {
  const regionsOf = (zpl: string | Buffer) =>
    sarifOf(zpl, 'x.zpl').locations.map(({ region: { startLine, startColumn, endLine, endColumn } }) =>
      [startLine, startColumn, endLine, endColumn].join(' '),
    );

  it('ends where the fault does, however long it is', () => {
    expect(regionsOf(`^XA^FO1,1^BY2^BEN,9^FD${'x'.repeat(200)}^FS^XZ`)).toContainEqual('1 23 1 223');
  });

  it('counts code points, also of emoji and combining letters', () => {
    expect(regionsOf('^XA^CI28^FX😀e\u0301中^FS^FOabc,9^A0N,20^FDx^FS^XZ')).toEqual(['1 22 1 25']);
  });

  it('counts bytes on a line that is not UTF-8', () => {
    expect(regionsOf(Buffer.from('^XA^FX\xe4\xf6\xfc^FS^FOabc,9^A0N,20^FDx^FS^XZ', 'latin1'))).toEqual([
      '1 16 1 19',
    ]);
  });

  it('counts lines that end by CR and LF, and goes over several', () => {
    expect(regionsOf('^XA\r\n^FOabc,9^A0N,20^FDx^FS\r\n^XZ')).toEqual(['2 4 2 7']);
    expect(regionsOf('^XA\r\n^FO1,1^A0N,20^FDx^FS one\r\n  two\r\n^XZ')).toEqual(['2 22 3 6']);
  });

  it('does not count a byte order mark', () => {
    expect(regionsOf('\uFEFF^XA^FOabc,9^A0N,20^FDx^FS^XZ')).toEqual(['1 7 1 10']);
  });
});

it.each([
  ['a#1.zpl', 'a%231.zpl'],
  ['a#/zpl.zpl', 'a%23/zpl.zpl'],
  ['./labels//a.zpl', 'labels/a.zpl'],
  ['../a.zpl', '../a.zpl'],
  ['a:b.zpl', 'a%3Ab.zpl'],
  ['größe.zpl', 'gr%C3%B6%C3%9Fe.zpl'],
  ['/srv/labels/a.zpl', 'file:///srv/labels/a.zpl'],
  ['C:\\labels\\a b.zpl', 'file:///C:/labels/a%20b.zpl'],
])('writes the path %s as the URI %s', (file, uri) => {
  expect(sarifOf('^XA^FOabc,9^FDx^FS^XZ', file).locations[0]?.artifactLocation.uri).toBe(uri);
});

it.each([
  ['all.json#/1/zpl', 'all.json', '/1/zpl, 1:7: '],
  ['a#1.json#/zpl', 'a%231.json', '/zpl, 1:7: '],
])('says of %s which label of the bundles it is, and where in its ZPL', (file, uri, words) => {
  const { run, locations } = sarifOf('^XA^FOabc,9^FDx^FS^XZ', file);
  expect(locations[0]?.artifactLocation.uri).toBe(uri);
  expect(run.results[0]?.message.text.slice(0, words.length)).toBe(words);
});
