// Bundles what the page of `platen studio` runs and shows into dist, beside the program that serves it.
import { build } from 'esbuild';

await build({
  entryPoints: ['src/studio/page/page.ts', 'src/studio/page/page.css'],
  outdir: 'dist/src/studio/page',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  legalComments: 'external',
  logLevel: 'warning',
});
