import { setTimeout as pause } from 'node:timers/promises';
import { holding } from '../../test/faults/load/misbehaviour.ts';
import type { Options, Row, Suite } from '../harness/suite.ts';
import { attacker } from './client/attacker.ts';
import { type Fare, fareRow, goodTraffic, together } from './client/good-traffic.ts';
import { bytesOf, type Request, requestsOf } from './client/request.ts';
import { type WarmService, withWarmService } from './service/warm-service.ts';

export const faults: Suite = {
  name: 'faults',
  what: 'how good clients fare beside those that misbehave',
  method:
    'The 99th percentile of 500 `render zpl` a second at a steady rate; medians of periods of a second, quiet ones and others in ' +
    'turn. The attacker runs at the lowest priority: it has machines of its own.',
  run: (options) => withWarmService(options, (warm) => run(options, warm)),
};

const ROUNDS = 4;
/** Together shorter than the time after which the service ends such connections by itself. */
const PERIODS = 4;

/** A client that misbehaves until it is ended; the end returns how much it did. */
interface Misbehaviour {
  end(): number | Promise<number>;
}

async function run({ quick }: Options, { people, service, requests }: WarmService): Promise<Row[]> {
  const { port, basePath } = service;
  const render = textOf(requests[0] as Request);
  const long = textOf({
    ...(requestsOf('GET label', service, people, 1)[0] as Request),
    path: `${basePath}/labels/${people.longLabelId}/zpl`,
  });
  const fare = () => goodTraffic(port, requests, (periods) => periods === (quick ? 1 : PERIODS));

  const beside = async (name: string, begin: () => Promise<Misbehaviour>): Promise<Row> => {
    const quiet: Fare[] = [];
    const beset: Fare[] = [];
    let count = 0;
    let rssMiB = 0;
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
      quiet.push(await fare());
      const clients = await begin();
      try {
        beset.push(await fare());
        rssMiB = Math.max(rssMiB, (await service.vitals()).rssMiB);
      } finally {
        count = Math.max(count, await clients.end());
      }
    }
    return fareRow(name, together(beset), together(quiet), { 'bad clients': count, 'RSS MiB': rssMiB });
  };
  const held = async (count: number, text: string): Promise<Misbehaviour> => {
    const clients = await holding(port, count, text);
    // Requests for it are on their way, or stuck.
    await pause(quick ? 300 : 1000);
    return {
      end: () => {
        clients.end();
        return count;
      },
    };
  };
  const resets = async (): Promise<Misbehaviour> => {
    const { outcomes, end } = attacker({ kind: 'resets', port, request: render });
    return {
      end: async () => {
        end();
        return (await outcomes)['reset'] ?? 0;
      },
    };
  };
  return [
    await beside('idle connections', () => held(quick ? 2000 : 10_000, '')),
    await beside('bodies that do not come', () => held(quick ? 200 : 1000, render.slice(0, -1))),
    await beside('readers of 2 MB that do not read', () => held(quick ? 20 : 200, long)),
    await beside('resets in the middle', resets),
  ];
}

function textOf(request: Request): string {
  return Buffer.from(bytesOf(request)).toString('latin1');
}
