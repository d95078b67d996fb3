import { readdirSync, readFileSync } from 'node:fs';
import { toByteString } from '../../../src/zpl/byte-string.ts';
import { parse } from '../../../src/zpl/parse.ts';
import { tokenize } from '../../../src/zpl/tokenize.ts';
import { microseconds, race } from '../../harness/race.ts';
import { fastest } from '../../harness/statistics.ts';
import type { Options, Row, Suite } from '../../harness/suite.ts';

/** Reading ZPL next to one regular expression that cuts it at the usual prefixes and reads nothing. */
export const zpl: Suite = {
  name: 'zpl',
  what: 'reading the labels of the golden cases: commands, then what they print',
  run,
};

const CASES = new URL('../../../test/golden/cases/', import.meta.url);

function run({ quick }: Options): Promise<Row[]> {
  const labels = readdirSync(CASES).map((name) =>
    toByteString(readFileSync(new URL(`${name}/label.zpl`, CASES), 'utf8')),
  );
  const options = { dotsPerMm: 8, now: new Date(0) } as const;
  const all = (read: (label: (typeof labels)[number]) => number) => () =>
    labels.reduce((sum, label) => sum + read(label), 0);
  const times = race(
    {
      cut: all((label) => label.match(/[\^~][^~^]*/g)?.length ?? 0),
      tokenize: all((label) => Array.from(tokenize(label)).length),
      parse: all((label) => parse(label, options).labels.length),
    },
    quick ? { rounds: 15, roundMs: 20 } : { rounds: 61, roundMs: 40 },
  );
  const note = `${labels.length} labels, ${labels.reduce((sum, { length }) => sum + length, 0)} bytes`;
  const row = (name: 'tokenize' | 'parse', of: 'cut' | 'tokenize'): Row => ({
    name,
    ...microseconds(times[name], fastest),
    ratio: fastest(times[name].wall) / fastest(times[of].wall),
    of,
  });
  return Promise.resolve([
    { name: 'cut', ...microseconds(times.cut, fastest), note },
    row('tokenize', 'cut'),
    row('parse', 'tokenize'),
  ]);
}
