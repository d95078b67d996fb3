import { setTimeout as pause } from 'node:timers/promises';
import { holding, resetting } from '../test/load/misbehaviour.ts';
import { fareRow, goodTraffic } from './good-traffic.ts';
import type { Options, Row, Suite } from './harness.ts';
import { bytesOf, type Request, requestsOf } from './request.ts';
import { type WarmService, withWarmService } from './warm-service.ts';

export const faults: Suite = {
  name: 'faults',
  what: 'how good clients fare beside those that misbehave',
  method:
    'The 99th percentile of `render zpl` at a steady rate; medians of several periods. `before` and `after` are quiet.',
  run: (options) => withWarmService(options, (warm) => run(options, warm)),
};

async function run({ quick }: Options, { people, service, requests }: WarmService): Promise<Row[]> {
  const { port, basePath } = service;
  const render = textOf(requests[0] as Request);
  const long = textOf({
    ...(requestsOf('GET label', service, people, 1)[0] as Request),
    path: `${basePath}/labels/${people.longLabelId}/zpl`,
  });

  // Shorter than the time after which the service ends such connections by itself.
  const fare = (over = () => true) => goodTraffic(port, requests, quick ? 0.7 : 4, over);
  const periods = () => {
    let left = quick ? 1 : 3;
    return () => --left <= 0;
  };
  const beside = async (name: string, count: number, text: string): Promise<Row> => {
    const clients = await holding(port, count, text);
    // What they have asked for is on its way, or stuck.
    await pause(quick ? 300 : 1000);
    try {
      const row = fareRow(`${count} ${name}`, await fare(), before);
      return { ...row, detail: { ...row.detail, 'RSS MiB': (await service.vitals()).rssMiB } };
    } finally {
      clients.end();
    }
  };
  const before = await fare(periods());
  const rows: Row[] = [
    fareRow('before', before),
    await beside('idle connections', quick ? 2000 : 10_000, ''),
    await beside('bodies that do not come', quick ? 200 : 1000, render.slice(0, -1)),
    await beside('readers of 2 MB that do not read', quick ? 20 : 200, long),
  ];
  const over = new AbortController();
  const [resets, whileReset] = await Promise.all([
    (async () => {
      let count = 0;
      for (; !over.signal.aborted; count += 1000) await resetting(port, 1000, render);
      return count;
    })(),
    fare(periods()).finally(() => over.abort()),
  ]);
  rows.push(fareRow(`${resets} resets in the middle`, whileReset, before));
  rows.push(fareRow('after', await fare(periods()), before));
  return rows;
}

function textOf(request: Request): string {
  return Buffer.from(bytesOf(request)).toString('latin1');
}
