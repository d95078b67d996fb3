import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compile } from '../../../src/template/compile.ts';
import { print } from '../../../src/template/print.ts';
import { substitute } from '../../../src/template/substitute.ts';
import { toByteString, toBytes } from '../../../src/zpl/byte-string.ts';
import { microseconds, race } from '../../harness/race.ts';
import { fastest } from '../../harness/statistics.ts';
import { atLeast, atMost, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { NODE_ARGUMENTS } from '../../harness/typescript.ts';
import { CARRIER_ZPL } from '../../labels/carrier.ts';

/** Substitution next to the least that could be done: joining strings that are ready. */
export const template: Suite = {
  name: 'template',
  what: 'substitution of a 2 kB label with 20 placeholders to bytes, values changed each time',
  method: 'Values are the least disturbed of 100 rounds in turns.',
  run,
};

const context = { now: new Date(0) };

async function run({ quick }: Options): Promise<Row[]> {
  const withBarcode = compile(sourceOf(CARRIER_ZPL));
  const textOnly = sourceOf(CARRIER_ZPL.replace(/\^BY3.*?\^FS/, ''));
  const label = compile(textOnly);
  const names = label.tokenNames;
  // Many records, so that nothing can be remembered from one call to the next; parsed, as a request's are.
  const records: readonly Record<string, string>[] = JSON.parse(
    JSON.stringify(
      Array.from({ length: 512 }, (_, i) =>
        Object.fromEntries(names.map((name, j) => [name, `Value ${i} of ${j}`])),
      ),
    ),
  );
  // The work of a join: literal pieces and values, as many as the label has.
  const pieces = records.map((values) =>
    textOnly.zpl.split(/(\{\w+\})/).map((piece) => values[piece.slice(1, -1)] ?? piece),
  );
  let turn = 0;
  const next = <T>(all: readonly T[]): T => all[turn++ % all.length] as T;
  const times = race(
    {
      join: () => Buffer.from(next(pieces).join(''), 'latin1'),
      substitute: () => toBytes(substitute(label, next(records), context)),
      'with Code 128': () => toBytes(substitute(withBarcode, next(records), context)),
      'compile and substitute': () => toBytes(substitute(compile(textOnly), next(records), context)),
      'print 25 × 4': () => print(label, records.slice(0, 25), 4, context),
      'print 1 × 1': () => print(label, records.slice(0, 1), 1, context),
      'print 1 × 100': () => print(label, records.slice(0, 1), 100, context),
    },
    quick ? { rounds: 40, roundMs: 5 } : { rounds: 100, roundMs: 8 },
  );
  const row = (name: keyof typeof times, of: keyof typeof times, more: Partial<Row> = {}): Row => ({
    name,
    ...microseconds(times[name], fastest),
    ratio: fastest(times[name].wall) / fastest(times[of].wall),
    of,
    ...more,
  });
  const labelsPerSecond = times['print 25 × 4'].wall.map((ns) => 100e9 / ns);
  return [
    { name: 'join', ...microseconds(times.join, fastest), note: `${names.length} values, ready strings` },
    row('substitute', 'join', {
      marks: [atMost(3, 'ratio')],
      claim: 'Substitution takes at most 3 times what joining ready strings takes',
    }),
    row('with Code 128', 'join', { note: 'one of the fields is a barcode, validated' }),
    row('compile and substitute', 'substitute', { marks: [atLeast(10, 'ratio')] }),
    {
      name: 'print 25 × 4',
      value: Math.max(...labelsPerSecond),
      unit: 'labels/s',
      samples: labelsPerSecond,
      marks: [atLeast(50_000)],
      claim: 'A thread substitutes 50,000 labels of a print job a second',
      note: 'text only',
    },
    row('print 1 × 100', 'print 1 × 1'),
    cacheRow(CARRIER_ZPL),
  ];
}

function sourceOf(zpl: string) {
  return { zpl: toByteString(zpl), fieldTransforms: [], dynamicTokens: [] };
}

/** Ten thousand labels through a cache of 16 MiB, in a process of its own, whose memory is measured. */
function cacheRow(zpl: string): Row {
  const bound = 16 * 2 ** 20;
  const script = fileURLToPath(new URL('../engine/template-cache-memory.ts', import.meta.url));
  const output = execFileSync(process.execPath, [...NODE_ARGUMENTS, script, zpl, String(bound)], {
    encoding: 'utf8',
  });
  const { used, accounted } = JSON.parse(output) as { used: number; accounted: number };
  return {
    name: 'cache of 10,000 labels',
    value: used / 2 ** 20,
    unit: 'MiB',
    ratio: used / bound,
    of: 'its bound',
    marks: [atMost(1, 'ratio')],
    detail: { 'accounted MiB': accounted / 2 ** 20 },
  };
}
