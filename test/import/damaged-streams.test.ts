import { expect, it } from 'vitest';
import { ImportRefusal } from '../../src/import/import-stream.ts';
import { fuzzCase } from '../fuzz/cases.ts';
import { importText } from './round-trip.ts';

const CASES = 150;

it('makes labels of damaged and generated streams, or says in one line why not', async () => {
  let made = 0;
  for (let number = 0; number < CASES; number++) {
    const { zpl, size } = fuzzCase(number);
    try {
      const { labels } = await importText(zpl, {
        dpi: size.dpi,
        removesSetup: number % 2 === 0,
        marksRasters: true,
      });
      made += labels.length;
    } catch (error) {
      expect(error, `case ${number}`).toBeInstanceOf(ImportRefusal);
      expect((error as Error).message).not.toContain('\n');
    }
  }
  expect(made).toBeGreaterThan(CASES / 3);
});
