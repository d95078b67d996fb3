import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { haproxyIsInstalled, startBalancer } from './balancer.ts';
import { startInstance } from './instance.ts';

const CALLERS = 4;
/** Between two calls of a caller: while a renderer is replaced, and afterwards. Milliseconds. */
const PAUSE_MS = 10;
const LONG_PAUSE_MS = 50;
const PATH = '/v1/printers/8dpmm/labels/2x1/0/';
const ZPL = '^XA^FO20,20^A0N,40^FDHello^FS^FO20,80^BCN,60^FD12345678^FS^XZ';

test.skipIf(!haproxyIsInstalled())(
  'renderers behind the balancer are replaced one after the other: no call is lost',
  async () => {
    const renderers = await Promise.all([0, 1].map(() => startInstance({}, ['renderer'])));
    onTestFinished(async () => void (await Promise.all(renderers.map((renderer) => renderer.kill()))));
    const balancer = await startBalancer(renderers);
    onTestFinished(() => balancer.stop());
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const counts = new Map<number | 'lost', number>();
    const over = new AbortController();
    let pauseMs = PAUSE_MS;
    const callers = Array.from({ length: CALLERS }, async () => {
      while (!over.signal.aborted) {
        const status = await drawn(balancer.port, agent);
        counts.set(status, (counts.get(status) ?? 0) + 1);
        await delay(pauseMs);
      }
    });
    const exits: (number | null)[] = [];
    for (const renderer of renderers) {
      pauseMs = PAUSE_MS;
      const before = counts.get(200) ?? 0;
      await eventually(() => expect(counts.get(200) ?? 0).toBeGreaterThan(before + CALLERS));
      exits.push(await renderer.stop());
      await renderer.start();
      await eventually(async () =>
        expect((await fetch(`http://127.0.0.1:${renderer.opsPort}/readyz`)).status).toBe(200),
      );
      // The balancer looks once a second. Until then no renderer ends, and fewer calls do.
      pauseMs = LONG_PAUSE_MS;
      await delay(2500);
    }
    over.abort();
    await Promise.all(callers);
    expect(exits).toEqual([0, 0]);
    expect([...counts.keys()]).toEqual([200]);
  },
);

/** The status of a call that has its label drawn; `lost` for no whole answer. */
function drawn(port: number, agent: Agent): Promise<number | 'lost'> {
  return new Promise((resolve) => {
    const lost = (): void => resolve('lost');
    const call = request({ port, agent, host: '127.0.0.1', path: PATH, method: 'POST' }, (response) => {
      response.on('end', () => resolve(response.complete ? (response.statusCode as number) : 'lost'));
      response.on('error', lost).resume();
    });
    call.on('error', lost).end(ZPL);
  });
}
