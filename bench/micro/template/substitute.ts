import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compile } from '../../../src/template/compile.ts';
import { print } from '../../../src/template/print.ts';
import { substitute } from '../../../src/template/substitute.ts';
import { toByteString, toBytes } from '../../../src/zpl/byte-string.ts';
import { fastest, type Options, type Row, race, type Suite } from '../../harness/harness.ts';
import { NODE_ARGUMENTS } from '../../harness/typescript.ts';

/** Substitution next to the least that could be done: joining strings that are ready. */
export const template: Suite = {
  name: 'template',
  what: 'substitution of a 2 kB label with 20 placeholders to bytes, values changed each time',
  run,
};

const context = { now: new Date(0) };

async function run({ quick }: Options): Promise<Row[]> {
  const saved = readFileSync(new URL('../../labels/carrier.zpl', import.meta.url), 'utf8');
  const withBarcode = compile(sourceOf(saved));
  const textOnly = sourceOf(saved.replace(/\^BY3.*?\^FS/, ''));
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
  // What a join has to do: literal pieces and values, as many as the label has.
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
  const ns = (name: string) => fastest(times[name]?.samples ?? []);
  const row = (name: string, reference: string, note: string): Row => ({
    name,
    value: ns(name) / 1000,
    unit: 'µs',
    ratio: ns(name) / ns(reference),
    note,
  });
  return [
    { name: 'join', value: ns('join') / 1000, unit: 'µs', note: `${names.length} values, ready strings` },
    row('substitute', 'join', 'of join; mark ≤ 3'),
    row('with Code 128', 'join', 'of join; one of the fields is a barcode, validated'),
    row('compile and substitute', 'substitute', 'of substitute; mark ≥ 10'),
    {
      name: 'print 25 × 4',
      value: 100e9 / ns('print 25 × 4'),
      unit: 'labels/s',
      note: 'text only; mark ≥ 50,000',
    },
    row('print 1 × 100', 'print 1 × 1', 'of print 1 × 1'),
    cacheRow(saved),
  ];
}

function sourceOf(zpl: string) {
  return { zpl: toByteString(zpl), fieldTransforms: [], dynamicTokens: [] };
}

/** Ten thousand labels through a cache of 16 MiB, in a process whose memory can be told. */
function cacheRow(zpl: string): Row {
  const bound = 16 * 2 ** 20;
  const script = fileURLToPath(new URL('../engine/template-cache-memory.ts', import.meta.url));
  const output = execFileSync(process.execPath, [...NODE_ARGUMENTS, script, zpl, String(bound)], {
    encoding: 'utf8',
  });
  const { used, accounted } = JSON.parse(output) as { used: number; accounted: number };
  const mebibytes = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
  return {
    name: 'cache of 10,000 labels',
    value: used / 2 ** 20,
    unit: 'MiB',
    ratio: used / bound,
    note: `of the bound, mark ≤ 1; accounted ${mebibytes(accounted)} MiB of ${mebibytes(bound)}`,
  };
}
