import { expect, it } from 'vitest';
import { encodeBarcode } from '../../src/barcode/commands.ts';
import { FailureError } from '../../src/errors.ts';
import { compile } from '../../src/template/compile.ts';
import { substitute } from '../../src/template/substitute.ts';
import type { Template } from '../../src/template/template.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';
import { parse } from '../../src/zpl/parse.ts';
import { tokenize } from '../../src/zpl/tokenize.ts';
import { generatedCases } from '../support/runs.ts';
import { undoBlock } from '../template/read-fields.ts';
import { Chance } from './chance.ts';

const { first: FIRST, end: END } = generatedCases(1000);
const NOW = new Date('2026-03-04T05:06:07Z');

/** A value that no indicator, letter of a clock field or code is in. */
const HARMLESS = 'QXQ';
const HOSTILE = [
  '#1#',
  '2#',
  '#2',
  '#1,f,1,2#',
  '%Y',
  '%',
  'd %m',
  '?1?',
  '1',
  '>5>;',
  'a\\&b\\',
  '^XZ~JA',
  '_41_5E',
  '#%d#',
];

/** Names of the stream's commands, without the one that a value may add: `^FH`. */
const namesOf = (zpl: string): string =>
  [...tokenize(toByteString(zpl))]
    .map(({ name }) => name)
    .filter((name) => name !== '^FH')
    .join(' ');

/** Texts that the stream prints, and its commands; null when these values are refused. */
function printed(template: Template, v: string): { texts: readonly string[]; names: string } | null {
  let zpl: string;
  try {
    zpl = substitute(template, { v }, { now: NOW });
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    return null;
  }
  const { labels } = parse(zpl as Parameters<typeof parse>[0], { dotsPerMm: 8, now: NOW });
  const texts = labels.flatMap(({ elements }) =>
    elements.map((element) => {
      if (element.kind === 'text')
        return element.block === null ? element.text : undoBlock(element.text, 'FB');
      const drawn = element.kind === 'barcode' ? encodeBarcode(element) : null;
      return drawn?.ok ? (drawn.line?.text ?? '') : '';
    }),
  );
  return { texts: texts.filter((text) => text !== ''), names: namesOf(zpl) };
}

const PIECES = ['{v}', '{v}', '{v}', '#1#', '#2#', '#', '%Y', '%', 'ab', '1', '?2?', '_41', ' '];

function data(chance: Chance): string {
  return Array.from({ length: 1 + chance.below(4) }, () => chance.of(PIECES)).join('');
}

function field(chance: Chance): string {
  const kind = chance.of(['^A0N,20', '^A0N,20', '^FB300,9', '^BCN,40']);
  const hex = chance.oneIn(3) ? '^FH' : '';
  const reads = [chance.of(['', '', '^FE', '^FE?']), chance.of(['', '', '^FC', '^FC%,?,#'])];
  const slot = chance.of(['', '', '^FN1', '^FN2']);
  const content = slot !== '' && chance.oneIn(2) ? '' : `${hex}^FD${data(chance)}`;
  const parts = chance.oneIn(4) ? [content, ...reads] : [...reads, content];
  return `^FO9,9${kind}${slot}${parts.join('')}^FS`;
}

function label(chance: Chance): string {
  const fields = () => Array.from({ length: 1 + chance.below(4) }, () => field(chance)).join('');
  const fills = () =>
    [1, 2].map((slot) => (chance.oneIn(4) ? '' : `^FN${slot}^FD${data(chance)}^FS`)).join('');
  const stored = chance.oneIn(3);
  const recall = () => `^XA^XFR:F.ZPL^FS${fills()}^XZ`;
  return stored
    ? `^XA^DFR:F.ZPL^FS^CI28${fields()}^XZ${recall()}${recall()}`
    : `^XA^CI28${fields()}${fills()}^XZ`;
}

it('a value prints in generated labels as any other does, or is refused', () => {
  let compared = 0;
  for (let number = FIRST; number < END; number++) {
    const zpl = label(new Chance(number));
    const template = compile({ zpl: toByteString(zpl), fieldTransforms: [], dynamicTokens: [] });
    const harmless = printed(template, HARMLESS);
    if (harmless === null) continue;
    for (const v of HOSTILE) {
      const hostile = printed(template, v);
      if (hostile === null) continue;
      compared++;
      expect({ zpl, v, ...hostile }).toEqual({
        zpl,
        v,
        texts: harmless.texts.map((text) => text.replaceAll(HARMLESS, () => v)),
        names: harmless.names,
      });
    }
  }
  expect(compared).toBeGreaterThan(END - FIRST);
});
