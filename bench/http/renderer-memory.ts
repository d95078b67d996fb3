import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../harness/statistics.ts';
import { atMost, type Options, type Row, type Suite } from '../harness/suite.ts';
import { fire } from './client/closed-loop.ts';
import { requestOf } from './renderer.ts';
import { type Served, serveRenderer } from './service/served.ts';

const PATH = '/v1/printers/8dpmm/labels/1x0.5/0/';
const CONNECTIONS = 16;
/** Labels between two looks at the memory that make a figure, and between others: a load takes a second to begin. */
const STEP = 1000;
const LONG_STEP = 20_000;
/** Looks of which a figure is the median: V8 gives memory back, and takes it again, from one to the next. */
const LOOKS = 20;
/** Labels after which both threads draw compiled code and the heaps have their sizes: twice what was seen to take. */
const WARM_LABELS = 60_000;

/** Memory of `platen renderer` over a million labels. */
export const rendererMemory: Suite = {
  name: 'renderer-memory',
  what: 'the resident set of `platen renderer` after a million labels, no two of them the same',
  method:
    `autocannon, pipelining 1, ${CONNECTIONS} connections; small labels, each a text and a barcode of its number. Node.js ` +
    'starts as in the image, with a bounded young generation of the main thread: V8 would change its size between 8 and ' +
    `128 MiB. Medians of ${LOOKS} looks, ${STEP} labels apart: the last ones, beside those up to ${WARM_LABELS} labels.`,
  async run({ quick }: Options): Promise<Row[]> {
    const folder = mkdtempSync(join(tmpdir(), 'platen-renderer-'));
    const served = await serveRenderer(folder, { NODE_OPTIONS: optionsOfImage() });
    try {
      return [await memory(served, quick ? 2 * WARM_LABELS : 1_000_000)];
    } finally {
      await served.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** The options that Node.js has in the image. */
function optionsOfImage(): string {
  const dockerfile = readFileSync(new URL('../../Dockerfile', import.meta.url), 'utf8');
  const [, options] = /^ENV NODE_OPTIONS=(.+)$/m.exec(dockerfile) ?? [];
  if (options === undefined) throw new Error('the Dockerfile sets no NODE_OPTIONS');
  return options;
}

async function memory(served: Served, labels: number): Promise<Row> {
  const looks: number[] = [];
  let drawn = 0;
  let sent = 0;
  while (sent < labels) {
    const first = sent;
    const left = labels - LOOKS * STEP - first;
    const step = first >= WARM_LABELS && left > 0 ? Math.min(LONG_STEP, left) : STEP;
    const requests = Array.from({ length: step }, (_, at) => {
      const number = first + at;
      const zpl = `^XA^FO5,5^A0N,20^FD${number}^FS^FO5,30^BCN,30,N^FD${number}^FS^XZ`;
      return { ...requestOf(zpl), path: PATH };
    });
    const { statuses } = await fire(served.port, requests, CONNECTIONS, { answers: step });
    sent += step;
    drawn += statuses['200'] ?? 0;
    looks.push((await served.vitals()).rssMiB);
  }
  const warm = median(looks.slice(0, WARM_LABELS / STEP).slice(-LOOKS));
  const late = looks.slice(-LOOKS);
  return {
    name: `memory after ${labels} distinct labels`,
    value: median(late),
    unit: 'MiB',
    samples: late,
    ratio: median(late) / warm,
    of: `that after ${WARM_LABELS}`,
    marks: [atMost(1.1, 'ratio')],
    claim: 'Memory of the renderer stays as it is, however many labels it draws',
    detail: { drawn, 'first MiB': looks[0] as number, 'most MiB': Math.max(...looks) },
    // A machine that stands still costs some answers.
    ...(drawn < 0.99 * labels && { failed: `only ${drawn} of ${labels} labels were drawn` }),
  };
}
