import { readFileSync } from 'node:fs';

/** The root of the package: the compiled program lies a folder deeper than its sources. */
const ROOT = new URL(import.meta.url.endsWith('.ts') ? '../' : '../../', import.meta.url);

/** The version of this program. */
export const VERSION = (
  JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8')) as { readonly version: string }
).version;
