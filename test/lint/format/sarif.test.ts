import { expect, it } from 'vitest';
import { toSarif } from '../../../src/lint/format/sarif.ts';
import { lint } from '../../../src/lint/lint.ts';
import { RULES } from '../../../src/lint/rules.ts';

const sarifOf = (zpl: string, file: string) => toSarif(lint(Buffer.from(zpl), { file }), '1.2.3');

it('has what SARIF 2.1.0 requires', () => {
  const document = sarifOf('^XA\n^FOabc,9^FDx^FS^ZQ^XZ', 'labels/a b.zpl');
  expect(document).toMatchObject({
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'platen', version: '1.2.3' } },
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
                  region: { startLine: 2, startColumn: 4, endColumn: 7, byteOffset: 7, byteLength: 3 },
                },
              },
            ],
          },
          { ruleId: 'command-unknown', level: 'warning' },
        ],
      },
    ],
  });
});

it('describes every rule, and each result by its place among them', () => {
  const { runs } = sarifOf('^XA^FOabc,9^FDx^FS^XZ', 'x.zpl') as {
    runs: [
      {
        tool: { driver: { rules: { id: string; shortDescription: { text: string } }[] } };
        results: { ruleId: string; ruleIndex: number }[];
      },
    ];
  };
  const [{ tool, results }] = runs;
  const ids = tool.driver.rules.map(({ id }) => id);
  expect(ids).toEqual(Object.keys(RULES));
  for (const { ruleId, ruleIndex } of results) expect(ids[ruleIndex]).toBe(ruleId);
  for (const { shortDescription } of tool.driver.rules) expect(shortDescription.text).toMatch(/\.$/);
});

it('says of a label in a bundle where it is, since the file has other lines', () => {
  expect(sarifOf('^XA^FOabc,9^FDx^FS^XZ', 'all.json#/1/zpl')).toMatchObject({
    runs: [
      {
        results: [
          {
            message: { text: expect.stringMatching(/^\/1\/zpl, 1:7: /) },
            locations: [{ physicalLocation: { artifactLocation: { uri: 'all.json' } } }],
          },
        ],
      },
    ],
  });
});

it.each([
  ['a#1.zpl', 'a%231.zpl'],
  ['a#/zpl.zpl', 'a%23/zpl.zpl'],
])('takes the # of %s for a part of the name', (file, uri) => {
  expect(sarifOf('^XA^FOabc,9^FDx^FS^XZ', file)).toMatchObject({
    runs: [
      {
        results: [
          { locations: [{ physicalLocation: { artifactLocation: { uri }, region: { startColumn: 7 } } }] },
        ],
      },
    ],
  });
});

it('knows a bundle whose name has a #', () => {
  expect(sarifOf('^XA^FOabc,9^FDx^FS^XZ', 'a#1.json#/zpl')).toMatchObject({
    runs: [
      {
        results: [
          {
            message: { text: expect.stringMatching(/^\/zpl, 1:7: /) },
            locations: [{ physicalLocation: { artifactLocation: { uri: 'a%231.json' } } }],
          },
        ],
      },
    ],
  });
});
