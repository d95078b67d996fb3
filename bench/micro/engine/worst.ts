import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { warm } from '../../../src/engine/run-task.ts';
import { atMost, binding, type Options, type Row, type Suite } from '../../harness/suite.ts';
import { NODE_ARGUMENTS } from '../../harness/typescript.ts';
import { CLASSES, type Heavy, processorMs } from './heavy-requests.ts';

/** The longest that one request of one rate unit may keep a processor busy. */
const MOST_MS = 500;
const ATTEMPTS = 3;

/** Time that single requests take at most, by class. Symbols have a suite of their own: symbol-work. */
export const worst: Suite = {
  name: 'worst',
  what: 'processor time of the heaviest single requests of each class, answered or refused',
  method:
    'Each request is done as a worker does it, with a label that the worker has not seen, in the processor time of the ' +
    'whole process, the least of up to three: hot, after others of its class, and cold, as the first of a process that has just ' +
    'started. The row is the heaviest request of its class.',
  run,
};

async function run({ quick, only = '' }: Options): Promise<Row[]> {
  const classes = Object.entries(CLASSES).filter(([name]) => name.includes(only));
  if (classes.length === 0) throw new Error(`no class of worst contains ${JSON.stringify(only)}`);
  warm();
  return classes.flatMap(([name, requests]) => {
    const chosen = [...requests().entries()].filter(([index]) => !quick || index % 5 === 0);
    return [
      heaviest(`${name}, hot`, chosen, (_, heavy) => processorMs(heavy)),
      heaviest(`${name}, cold`, chosen, (index) => coldMs(name, index)),
    ];
  });
}

function heaviest(
  name: string,
  requests: readonly (readonly [index: number, Heavy])[],
  measure: (index: number, heavy: Heavy) => number,
): Row {
  const times = requests.map(([index, heavy]) => ({
    name: heavy.name,
    ms: leastOf(() => measure(index, heavy)),
  }));
  const [most = { name: 'none', ms: Number.NaN }] = times.toSorted((a, b) => b.ms - a.ms);
  return {
    name,
    value: most.ms,
    unit: 'ms',
    marks: [binding(atMost(MOST_MS))],
    claim: 'No request of one rate unit keeps a processor busy for more than 500 ms',
    note: `${most.name}, of ${times.length}`,
  };
}

/**
 * The least of some attempts, since what else the machine does only ever adds; of one, where that is far below the
 * mark.
 */
function leastOf(attempt: () => number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < ATTEMPTS && (i === 0 || least > MOST_MS / 2); i++) least = Math.min(least, attempt());
  return least;
}

const coldRequest = fileURLToPath(new URL('cold-request.ts', import.meta.url));

function coldMs(name: string, index: number): number {
  const command = [...NODE_ARGUMENTS, coldRequest, name, String(index)];
  return Number(execFileSync(process.execPath, command, { encoding: 'utf8' }));
}
