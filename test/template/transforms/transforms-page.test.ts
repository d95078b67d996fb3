import { expect, it } from 'vitest';
import { z } from 'zod';
import {
  runStep,
  type SavedStep,
  type Step,
  stepSchema,
  VALUE_CODE_UNITS_MAX,
} from '../../../src/template/transforms/steps.ts';

/** The time that the clock shows on the page. */
const NOW = new Date('2026-11-21T18:30:05Z');

/** A step on the page; its example is carried out. */
interface Described {
  readonly meaning: string;
  readonly fails?: string;
  readonly example: readonly [value: string, step: SavedStep];
}

const STEPS: Readonly<Record<Step['op'], Described>> = {
  trim: {
    meaning: 'removes white space at both ends',
    example: [' A1 ', { op: 'trim' }],
  },
  upper: { meaning: 'upper case', example: ['straße', { op: 'upper' }] },
  lower: { meaning: 'lower case', example: ['ÀB', { op: 'lower' }] },
  slice: {
    meaning:
      'the characters from `start` up to, but not including, `end`; negative positions count from the end',
    example: ['abcd', { op: 'slice', start: 1, end: -1 }],
  },
  pad_start: {
    meaning: 'fills up to `length` characters at the start, repeating the text `with`',
    example: ['42', { op: 'pad_start', length: 5, with: '0' }],
  },
  pad_end: { meaning: 'the same at the end', example: ['42', { op: 'pad_end', length: 5, with: '.' }] },
  prefix: { meaning: 'puts `text` before the value', example: ['42', { op: 'prefix', text: 'No ' }] },
  suffix: { meaning: 'puts `text` after the value', example: ['42', { op: 'suffix', text: ' kg' }] },
  replace: {
    meaning: 'replaces each `find` with `with`, both literally',
    example: ['a.b.c', { op: 'replace', find: '.', with: '-' }],
  },
  digits: { meaning: 'keeps the digits 0 to 9', example: ['AB-12/3', { op: 'digits' }] },
  default: {
    meaning: '`text` if the value is empty or missing',
    example: ['', { op: 'default', text: 'none' }],
  },
  number: {
    meaning:
      'a decimal number, rounded to `decimals` places, halves away from zero (by default as many places as the value has); ' +
      '`group` separates groups of three digits, `decimal` precedes the places',
    fails: 'not a number, or longer than 1000 characters',
    example: ['1234.565', { op: 'number', decimals: 2, group: ',' }],
  },
  date: {
    meaning:
      'reads a date as `from` and writes it as `to`, with `YYYY` `YY` `MM` `DD` `HH` `mm` `ss`; ' +
      '`to` may also have `DDDD`, the day of the year, `WW`, the week of ISO 8601, and `GGGG`, the year of that week',
    fails: 'not a date like `from`, or `to` needs a part of the date that `from` lacks',
    example: ['2026-03-04', { op: 'date', from: 'YYYY-MM-DD', to: 'DD.MM.YY, GGGG-WWW' }],
  },
  date_add: {
    meaning:
      'adds to a date of `format`: years and months first, then weeks and days; negative amounts go back. ' +
      'Where a month has no such day, its last one is taken. A time of day stays',
    fails: 'not a whole date like `format`, or `format` cannot show the new year',
    example: ['2026-01-31', { op: 'date_add', months: 1 }],
  },
  clock: {
    meaning:
      'if the value is empty or missing, the date and time of the [clock](placeholders.md#automatic-tokens), with the ' +
      'fields of `to` of `date`',
    example: ['', { op: 'clock', format: 'YYYY-MM-DD HH:mm' }],
  },
  map: {
    meaning: 'the entry of the value in `values`, else `otherwise`',
    fails: 'not in `values`, and `otherwise` is missing',
    example: ['s', { op: 'map', values: { s: 'Small' }, otherwise: 'Other' }],
  },
  max_length: {
    meaning: 'checks that the value has at most `length` characters',
    fails: 'longer than `length`',
    example: ['abc', { op: 'max_length', length: 3 }],
  },
  check_digit: {
    meaning:
      'adds a check character: `mod10` of GS1; `mod11`, with weights 2 to 7, where 10 is X; `mod43` of Code 39; ' +
      '`mod103` of Code 128, subset B',
    fails: 'empty, or has a character that the scheme cannot count; `mod103`: the sum has no character',
    example: ['400638133393', { op: 'check_digit', scheme: 'mod10' }],
  },
};

const HEAD = `# Field transforms

A label is saved with transforms: \`[{"variable": "sku", "steps": [{"op": "trim"}]}]\`. The steps are applied to the value of
the variable one after the other, before the value is inserted. \`variable\` is trimmed, and its case is ignored. Characters are
Unicode code points. A missing value stays missing, except with \`default\` and \`clock\`. A step that fails
returns 422, [\`field_transform_invalid\`](errors.md#field_transform_invalid), and so does one that makes the value
longer than ${VALUE_CODE_UNITS_MAX} UTF-16 code units.

<!-- Made from src/template/transforms/steps.ts: npx vitest run test/template/transforms/transforms-page.test.ts -u -->

| step | options | effect | fails if the value is | example |
|---|---|---|---|---|
`;

/** The options of a step, with their defaults. */
function optionsOf(schema: z.ZodType): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  return Object.entries(properties)
    .filter(([name]) => name !== 'op')
    .map(([name, property]) => {
      const fallback = typeof property === 'object' ? property.default : undefined;
      if (required.includes(name)) return `\`${name}\``;
      return fallback === undefined
        ? `\`${name}\` (optional)`
        : `\`${name}\` (default \`${JSON.stringify(fallback)}\`)`;
    })
    .join(', ');
}

it('the page of transforms is the one that the steps make', async () => {
  const rows = stepSchema().options.map((schema) => {
    const op = schema.shape.op.value;
    const { meaning, fails = '', example } = STEPS[op];
    const [value, step] = example;
    expect(step.op).toBe(op);
    const turned = JSON.stringify(runStep(stepSchema().parse(step), value, NOW));
    const shown = `\`${JSON.stringify(step)}\`: \`${JSON.stringify(value)}\` → \`${turned}\``;
    return `| \`${op}\` | ${optionsOf(schema)} | ${meaning} | ${fails} | ${shown} |\n`;
  });
  await expect(HEAD + rows.join('')).toMatchFileSnapshot('../../../docs/transforms.md');
});
