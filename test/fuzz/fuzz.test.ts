import { describe, expect, it } from 'vitest';
import { generatedCases } from '../support/runs.ts';
import { attempt, reproducible } from './attempt.ts';
import { type FuzzCase, fuzzCase } from './cases.ts';

// `npm run bench -- fuzz` tries 200,000.
const { first: FIRST, end: END } = generatedCases(1000);
const CASES_A_TEST = 250;

describe('damaged and generated labels', () => {
  const firsts = Array.from({ length: (END - FIRST) / CASES_A_TEST }, (_, i) => FIRST + i * CASES_A_TEST);

  it.each(firsts)('end in an image or a failure of the catalogue, from case %i on', (first) => {
    for (let number = first; number < first + CASES_A_TEST; number++) {
      const fuzz = fuzzCase(number);
      // The message is the case, so that it can be tried again.
      expect(outcomeOf(fuzz), reproducible(fuzz)).toBe('answered');
    }
  });

  it('are the same in every run', () => {
    expect(fuzzCase(77)).toEqual(fuzzCase(77));
    expect(fuzzCase(77)).not.toEqual(fuzzCase(78));
  });
});

function outcomeOf(fuzz: FuzzCase): string {
  try {
    return attempt(fuzz).hung ? 'ran into its deadline' : 'answered';
  } catch (error) {
    return String((error as Error).stack);
  }
}
