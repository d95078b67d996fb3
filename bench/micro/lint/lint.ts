import { renderImages } from '../../../src/engine/render-images.ts';
import { lint as check } from '../../../src/lint/lint.ts';
import { byteStringOf } from '../../../src/zpl/byte-string.ts';
import { race } from '../../harness/race.ts';
import { median } from '../../harness/statistics.ts';
import { atMost, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { carrierStreams } from '../../labels/carriers.ts';

/** Everything that can be said of a label, next to drawing it. */
export const lint: Suite = {
  name: 'lint',
  what: 'all checks of a carrier label, next to reading and drawing it',
  run,
};

const SIZE = { widthMm: 101.6, heightMm: 203.2, dpi: 203 } as const;
const NOW = new Date(0);

/** Time that one label takes, in milliseconds of processor time. */
interface Taken {
  readonly name: string;
  readonly ms: number;
  /** By drawing it. */
  readonly ratio: number;
}

function run({ quick }: Options): Promise<Row[]> {
  const labels = carrierStreams();
  // All of them first, since a linter reads labels of every kind.
  for (let round = 0; round < 20; round++) for (const { zpl } of labels) check(zpl, { size: SIZE });
  const taken = labels.map(({ name, zpl }): Taken => {
    const bytes = byteStringOf(zpl);
    const times = race(
      {
        draw: () => renderImages(bytes, SIZE, 'first', { now: NOW }),
        lint: () => check(zpl, { size: SIZE }),
      },
      quick ? { rounds: 5, roundMs: 10 } : { rounds: 21, roundMs: 20 },
    );
    const [draw, lint] = [median(times.draw.processor), median(times.lint.processor)];
    return { name, ms: lint / 1e6, ratio: lint / draw };
  });
  const sorted = taken.toSorted((a, b) => a.ms - b.ms);
  const slowest = sorted.at(-1) as Taken;
  return Promise.resolve([
    {
      name: 'a carrier label',
      value: median(sorted.map(({ ms }) => ms)),
      unit: 'ms',
      ratio: median(taken.map(({ ratio }) => ratio)),
      of: 'drawing it',
      detail: {
        'p95 ms': (sorted[Math.ceil(sorted.length * 0.95) - 1] as Taken).ms,
        'slowest ms': slowest.ms,
      },
      marks: [atMost(2)],
      claim: 'All checks of a carrier label take at most 2 ms',
      note: `median of ${labels.length}, processor time; slowest ${slowest.name}`,
    },
  ]);
}
