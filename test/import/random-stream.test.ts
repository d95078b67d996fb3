import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../support/runs.ts';
import { RANDOM_STREAM } from './random-stream.ts';
import { differences, importText } from './round-trip.ts';

it('makes labels that draw the dots of the stream with the values that it gave', async () => {
  await fc.assert(
    fc.asyncProperty(RANDOM_STREAM, fc.boolean(), async (text, removesSetup) => {
      const imported = await importText(text, { removesSetup });
      expect(imported.labels.length).toBeGreaterThan(0);
      // Codes of a block or symbol that no value can write are said.
      if (imported.notes.some(({ code }) => code === 'picture')) return;
      expect(differences(imported), imported.labels[0]?.zpl).toEqual(imported.labels.map(() => null));
    }),
    { numRuns: runs(60) },
  );
});
