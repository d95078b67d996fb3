import { afterAll, expect, it } from 'vitest';
import { generatedCases } from '../support/runs.ts';
import { threadMs } from '../support/thread-time.ts';
import { fileCase, tryFile } from './damaged-files.ts';

const { first: FIRST, end: END } = generatedCases(20_000);
const CASES_A_TEST = 250;
const MOST_MS = 1000;
const converted = new Set<string>();
const firsts = Array.from({ length: (END - FIRST) / CASES_A_TEST }, (_, i) => FIRST + i * CASES_A_TEST);

// The canvas lets go of pictures later, and complains where the thread ends before.
afterAll(() => new Promise((resolve) => setTimeout(resolve, 100)));

it.each(firsts)('damaged files are converted, or refused with a reason, from case %i on', async (first) => {
  for (let number = first; number < first + CASES_A_TEST; number++) {
    const file = fileCase(number);
    const began = threadMs();
    // The message is the case, so that it can be tried again.
    const outcome = await tryFile(file).catch((error: unknown) => (error as Error).stack);
    expect(outcome, `case ${number}, ${file.kind}`).toMatch(/^[^\n]{8,250}$/);
    if (outcome === 'converted') converted.add(file.kind);
    expect(threadMs() - began, `case ${number}, ${file.kind}`).toBeLessThan(MOST_MS);
  }
});

it('damaged files of each kind are read to the end now and then', () => {
  expect([...converted].toSorted()).toEqual(['BMP', 'GIF', 'JPEG', 'PDF', 'PNG', 'SVG', 'WebP', 'ZPL']);
});
