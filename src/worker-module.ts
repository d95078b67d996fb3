import { extname } from 'node:path';
import { processName } from './process-name.ts';

/** `.ts` when the program runs from its sources, `.js` when it was built. */
const EXTENSION = extname(import.meta.url);

/** A thread's entry module, from `workers/` beside `src/`. */
export function workerModule(
  name: 'batch' | 'convert' | 'database' | 'labels' | 'pdf' | 'render' | 'renderer' | 'studio' | 'workbook',
): URL {
  // Its threads are to have one name for what they share.
  processName();
  return new URL(`../workers/${name}${EXTENSION}`, import.meta.url);
}

/**
 * Node's arguments for a thread that loads this module. Node 20 cannot load TypeScript by itself, and
 * `--import tsx` does nothing in a thread that is not the main one: the loader is registered explicitly.
 */
export function loaderArguments(module: URL): string[] {
  if (!module.pathname.endsWith('.ts')) return [];
  const api = import.meta.resolve('tsx/esm/api');
  return ['--import', `data:text/javascript,import { register } from ${JSON.stringify(api)}; register();`];
}
