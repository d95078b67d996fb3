import { readFileSync } from 'node:fs';
import { TemplateCache } from '../src/engine/template-cache.ts';
import { compile } from '../src/template/compile.ts';
import { print } from '../src/template/print.ts';
import { substitute } from '../src/template/substitute.ts';
import { toByteString, toBytes } from '../src/zpl/byte-string.ts';
import { type Options, type Row, race, type Suite } from './harness.ts';

/** Substitution next to the least that could be done: joining strings that are ready. */
export const template: Suite = {
  name: 'template',
  what: 'substitution of a 2 kB label, values changed each time',
  run,
};

const context = { now: new Date(0) };

async function run({ quick }: Options): Promise<Row[]> {
  const zpl = toByteString(readFileSync(new URL('labels/carrier.zpl', import.meta.url), 'utf8'));
  const source = { zpl, fieldTransforms: [], dynamicTokens: [] };
  const label = compile(source);
  const names = label.tokenNames;
  // Many records, so that nothing can be remembered from one call to the next.
  const records = Array.from({ length: 512 }, (_, i) =>
    Object.fromEntries(names.map((name, j) => [name, `Value ${i} of ${j}`])),
  );
  // What a join has to do: literal pieces and values, as many as the label has.
  const pieces = records.map((values) =>
    zpl.split(/(\{\w+\})/).map((piece) => values[piece.slice(1, -1)] ?? piece),
  );
  const textOnly = compile({ ...source, zpl: toByteString(zpl.replace(/\^BY3.*?\^FS/, '')) });
  let turn = 0;
  const next = <T>(all: readonly T[]): T => all[turn++ % all.length] as T;
  const times = race(
    {
      join: () => Buffer.from(next(pieces).join(''), 'latin1'),
      substitute: () => toBytes(substitute(label, next(records), context)),
      'compile and substitute': () => toBytes(substitute(compile(source), next(records), context)),
      'print 25 × 4': () => toBytes(print(textOnly, records.slice(0, 25), 4, context)),
      'print 1 × 1': () => toBytes(print(textOnly, records.slice(0, 1), 1, context)),
      'print 1 × 100': () => toBytes(print(textOnly, records.slice(0, 1), 100, context)),
    },
    quick ? { rounds: 5, roundMs: 20 } : {},
  );
  const ns = (name: string) => times[name]?.ns ?? Number.NaN;
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
    row('compile and substitute', 'substitute', 'of substitute; mark ≥ 10'),
    {
      name: 'print 25 × 4',
      value: 100e9 / ns('print 25 × 4'),
      unit: 'labels/s',
      note: 'text only; mark ≥ 50,000',
    },
    row('print 1 × 100', 'print 1 × 1', 'of print 1 × 1'),
    cacheRow(zpl),
  ];
}

/** Ten thousand labels through a cache of 16 MiB. */
function cacheRow(zpl: string): Row {
  const bound = 16 * 2 ** 20;
  const cache = new TemplateCache(bound);
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < 10_000; i++) {
    cache.get({
      id: `label-${i}`,
      accountId: 'account',
      revision: 1,
      zpl: `${zpl}^FX${i}`,
      width: 100,
      height: 150,
      dpi: 203,
      dynamicTokens: [],
      fieldTransforms: [],
    });
  }
  globalThis.gc?.();
  const grown = process.memoryUsage().heapUsed - before;
  return {
    name: 'cache of 10,000 labels',
    value: grown / 2 ** 20,
    unit: 'MiB',
    ratio: grown / bound,
    note: `of the bound; accounted ${(cache.bytes / 2 ** 20).toFixed(1)} MiB of ${bound / 2 ** 20}`,
  };
}
