import { expect, it } from 'vitest';
import { printThroughBlows } from '../../../bench/batch/printer-kills.ts';

// `npm run bench -- printer-kills` does this more often.
it.concurrent.each([1, 2, 3])(
  'kills and broken connections print nothing twice and lose nothing unreported (seed %i)',
  async (seed) => {
    const { lost, twice } = await printThroughBlows(seed, 2);
    expect({ lost, twice }).toEqual({ lost: [], twice: [] });
  },
);
