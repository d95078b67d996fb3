import { setTimeout as delay } from 'node:timers/promises';
import { openAdminStore } from '../../src/store/open.ts';
import type { AdminStore } from '../../src/store/store.ts';
import { atMost, type Row } from '../harness/suite.ts';
import { carrierLabel } from '../labels/carrier.ts';
import { sample } from './loop-samples.ts';

const LARGE = 28;
const MANY = 20_000;
const LARGE_UNITS = 2_000_000;
/** The time in which noise of the machine alone is measured: as long as the longer commands take. Milliseconds. */
const QUIET_MS = 5000;

/**
 * The longest turns of the event loop of the service that has this directory, while commands of an operator reach it
 * through its socket. Nothing else is asked of the service meanwhile.
 *
 * @param socket that of the sampler
 * @param mostMs what a turn may take
 */
export async function administration(dataDir: string, socket: string, mostMs: number): Promise<Row[]> {
  const store = await openAdminStore({ databaseUrl: null, dataDir, onError: console.error });
  try {
    const { id } = await store.createAccount('Large', 'pro');
    const rows: Row[] = [];
    for (const [name, work] of commands(store, id)) {
      await sample(socket);
      const begun = performance.now();
      await work();
      const seconds = (performance.now() - begun) / 1000;
      const { wall, processor } = await sample(socket);
      rows.push({
        name: `administration: ${name}`,
        value: processor.longest,
        unit: 'ms longest',
        marks: [atMost(mostMs)],
        claim: `No command of an operator stops the event loop for more than ${mostMs} ms of processor time`,
        detail: { 'p99 ms': processor.p99, 'clock longest ms': wall.longest, seconds },
      });
    }
    return rows;
  } finally {
    await store.close();
  }
}

function commands(
  store: AdminStore,
  accountId: string,
): readonly (readonly [name: string, work: () => Promise<unknown>])[] {
  const filled = (fill: string): string =>
    `^XA^CI28^FX${fill.repeat(LARGE_UNITS / fill.length)}^FS^FO9,9^A0N,30^FD{v}^FS^XZ`;
  const large = (fill: string) => Array.from({ length: LARGE }, () => carrierLabel(filled(fill)));
  const small = Array.from({ length: MANY }, (_, at) => ({
    ...carrierLabel(`^XA^FO9,9^A0N,30^FD{v} ${at}^FS^XZ`),
    name: `Shelf ${at}`,
  }));
  let ids: readonly string[] = [];
  const again = () => small.map((label, at) => ({ ...label, id: ids[at] ?? '' }));
  return [
    ['nothing', () => delay(QUIET_MS)],
    [`import of ${LARGE} labels, 56 MB`, () => store.importLabels(accountId, large('x'))],
    [
      'export of a label of Chinese, 6 MB',
      async () => {
        const [saved] = await store.importLabels(accountId, [carrierLabel(filled('中'))]);
        await store.exportLabel(saved?.id ?? '');
      },
    ],
    [
      'export of a label of escapes, 2 MB',
      async () => {
        const [saved] = await store.importLabels(accountId, [carrierLabel(filled('\u0001'))]);
        await store.exportLabel(saved?.id ?? '');
      },
    ],
    [
      `import of ${MANY} labels`,
      async () => {
        ids = (await store.importLabels(accountId, small)).map(({ id }) => id);
      },
    ],
    [`import of ${MANY} labels again`, () => store.importLabels(accountId, again())],
    [`list of ${MANY + LARGE + 2} labels`, () => store.listAllLabels(accountId)],
    [`deletion of an account of ${MANY + LARGE + 2} labels`, () => store.deleteAccount(accountId, true)],
  ];
}
