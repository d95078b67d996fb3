import { describe, expect, it, test } from 'vitest';
import { toByteString } from '../../../src/zpl/byte-string.ts';
import { COMMAND_TABLE, FIELD_DATA_COMMANDS } from '../../../src/zpl/command-table/command-table.ts';
import { COMMANDS, parse } from '../../../src/zpl/parse.ts';

const ENTRIES = [...COMMAND_TABLE];

test('a command without an effect has a handler, and no other has one', () => {
  const drawn = ENTRIES.flatMap(([name, { effect }]) => (effect === undefined ? [name] : []));
  expect([...COMMANDS.keys()].toSorted()).toEqual(drawn.toSorted());
});

test('field data stands in the commands that handlers take it from', () => {
  expect([...FIELD_DATA_COMMANDS]).toEqual(['^FD', '^FV', '^SN']);
});

/** Diagnostics of the renderer about a number in a parameter, from 0, of a command that takes several. */
function saysOf(name: string, index: number, value: number): readonly string[] {
  const glued = name === '^A' ? '0' : '';
  // The font is set off by nothing, so what follows it is one place further to the left.
  const commas = ','.repeat(name === '^A' ? index - 1 : index);
  const zpl = `^XA^FO1,1${name}${glued}${commas}${value}^FD1^FS^XZ`;
  const { diagnostics } = parse(toByteString(zpl), { dotsPerMm: 24 });
  return diagnostics.filter(({ command }) => command === name).map(({ reason }) => reason);
}

const NUMBERS = ENTRIES.flatMap(([name, { parameters }]) =>
  parameters.flatMap(({ bounds }, index) =>
    COMMANDS.has(name) && bounds !== undefined ? [{ name, index, min: bounds[0], max: bounds[1] }] : [],
  ),
);

describe.each(NUMBERS)('parameter $index of $name', ({ name, index, min, max }) => {
  it('may be whatever the renderer takes as it is, and nothing that it brings into bounds', () => {
    const limited = (value: number) =>
      saysOf(name, index, value).some((reason) => reason.endsWith(' is used'));
    expect([min, max].filter(limited)).toEqual([]);
  });
});

describe.each(ENTRIES)('the entry of %s', (_, { title, parameters, about, renderer }) => {
  it('has words in one style', () => {
    expect(title).toMatch(/^\S.*[^.]$/);
    if (about !== undefined) expect(about).toMatch(/^\S.*[^ ]$/);
    if (renderer !== undefined) expect(renderer).toMatch(/^\S.*[^.]$/);
    for (const parameter of parameters) expect(parameter.about).toMatch(/^\S.*[^.]$/);
    expect(new Set(parameters.map((parameter) => parameter.name)).size).toBe(parameters.length);
  });
});
