// The benchmarks are TypeScript that is compiled on the fly, but what they measure is the compiled program: as it
// is shipped, and without what compiling on the fly adds to every function.
import { register } from 'node:module';

register('./as-built-hooks.mjs', import.meta.url);
