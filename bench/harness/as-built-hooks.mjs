import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from 'esbuild';

const sources = new URL('../../src/', import.meta.url).href;
const built = new URL('../../dist/src/', import.meta.url).href;

/** Threads are those of the build. */
export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context);
  if (!resolved.url.startsWith(`${sources}worker-module.ts`)) return resolved;
  return { url: `${built}worker-module.js`, format: 'module', shortCircuit: true };
}

/** Compiles a module of the program as the build does: without the helpers that keep names of functions. */
export async function load(url, context, nextLoad) {
  if (!url.startsWith(sources)) return nextLoad(url, context);
  const path = fileURLToPath(url);
  const { code } = await transform(await readFile(path, 'utf8'), {
    loader: 'ts',
    target: 'node20.19',
    sourcefile: path,
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
