import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/zpl/parse.ts';
import { GENERATED_NAMES } from './grammar.ts';

it('the grammar has every command that is carried out', () => {
  expect([...COMMANDS.keys()].filter((name) => !GENERATED_NAMES.has(name))).toEqual([]);
});
