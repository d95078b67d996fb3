import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InputFault } from '../../../src/batch/batch-failure.ts';
import { jsonLinesOf } from '../../../src/batch/input/json-array.ts';
import { runs } from '../../support/runs.ts';

/** The lines that an array becomes, when its bytes come in pieces of such lengths. */
async function linesOf(array: string, pieces: readonly number[]): Promise<string> {
  const bytes = Buffer.from(array);
  async function* cut(): AsyncGenerator<Uint8Array> {
    let at = 0;
    for (const length of pieces) {
      yield bytes.subarray(at, at + length);
      at += length;
    }
    yield bytes.subarray(at);
  }
  let lines = '';
  for await (const line of jsonLinesOf(cut())) lines += Buffer.from(line).toString();
  return lines;
}

test('elements are lines of the bytes that they came in', async () => {
  const array = '\n[ {"a": 1.50, "b":\n\t"\\u00e4"} ,\r\n2,[ ] ,"x",null\n]\n';
  expect(await linesOf(array, [])).toBe('{"a": 1.50, "b": \t"\\u00e4"} \n2\n[ ] \n"x"\nnull \n');
});

test('a string or number is whole wherever a block ends in it', async () => {
  const array = `[ "${'é'.repeat(20)}" , -12.50 ,\n"c",true, 70]`;
  const lines = `"${'é'.repeat(20)}" \n-12.50 \n"c"\ntrue\n70\n`;
  for (let cut = 0; cut <= Buffer.byteLength(array); cut++) expect(await linesOf(array, [cut])).toBe(lines);
  expect(await linesOf(array, new Array<number>(array.length).fill(1))).toBe(lines);
});

test('spaces between elements are no element, however many', async () => {
  const spaces = ' '.repeat(2 ** 20);
  expect(await linesOf(`[1,${spaces}2]`, new Array<number>(31).fill(2 ** 15))).toBe('1\n2\n');
});

test('a string that does not end is refused before it is held', async () => {
  const before = '[{"a":1},"';
  const pieces = [before.length, ...new Array<number>(40).fill(2 ** 15)];
  await expect(linesOf(`${before}${'x'.repeat(41 * 2 ** 15)}"]`, pieces)).rejects.toEqual(
    new InputFault('an element of more than 1 MiB begins here: is a bracket or a quote not closed?', 2),
  );
});

test('an empty array is no line', async () => {
  expect(await linesOf(' [ ] ', [])).toBe('');
});

/** Whatever is written of a character: as it is, escaped, or as half of a pair. */
const text = fc.array(
  fc.constantFrom(
    'a',
    'é',
    '€',
    '😀',
    '\\n',
    '\\u00e9',
    '\\ud83d\\ude00',
    '\\ud83d',
    '\\"',
    '\\\\',
    '{',
    ']',
    ',',
  ),
);
const spaced = fc.constantFrom('', ' ', '\n', '\r\n\t');

test('arrays that come in any pieces have the elements that JSON.parse finds', async () => {
  const element = fc
    .tuple(text, fc.constantFrom('1', '-0.10e+5', 'true', 'null', '{}', '[[1,{"x":[]}],2]'), spaced)
    .map(
      ([parts, value, space]) => `{"k${parts.join('')}":${space}"${parts.join('')}",${space}"v":${value}}`,
    );
  const array = fc
    .tuple(fc.array(element, { maxLength: 6 }), spaced)
    .map(([elements, space]) => `${space}[${space}${elements.join(`${space},${space}`)}${space}]${space}`);
  await fc.assert(
    fc.asyncProperty(
      array,
      fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 60 }),
      async (array, pieces) => {
        const lines = (await linesOf(array, pieces)).split('\n').slice(0, -1);
        expect(lines.map((line): unknown => JSON.parse(line))).toEqual(JSON.parse(array));
      },
    ),
    { numRuns: runs(500) },
  );
});
