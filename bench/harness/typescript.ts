import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

const asBuilt = new URL('as-built.mjs', import.meta.url);

/** Arguments for Node.js that run a benchmark's file in a process of its own. */
export const NODE_ARGUMENTS = ['--expose-gc', '--import', 'tsx/esm', '--import', fileURLToPath(asBuilt)];

/** Runs a benchmark's file in a thread: Node.js 20 does not hand its loaders on to threads. */
export function startThread(file: URL, workerData: unknown): Worker {
  const script = `import('tsx/esm/api')
    .then(({ register }) => register())
    .then(() => import(${JSON.stringify(asBuilt.href)}))
    .then(() => import(${JSON.stringify(file.href)}));`;
  return new Worker(script, { eval: true, workerData });
}
