// Bundles what the page of `platen studio` runs and shows into dist, beside the program that serves it, with the licences
// of all that is in it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

const OUT = 'dist/src/studio/page';

const { metafile } = await build({
  entryPoints: ['src/studio/page/page.ts', 'src/studio/page/page.css'],
  outdir: OUT,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
});

// As they are sent: packing them at each visit takes longer than all else that the server does for it.
for (const name of ['page.js', 'page.css']) {
  writeFileSync(`${OUT}/${name}.gz`, gzipSync(readFileSync(`${OUT}/${name}`), { level: 9 }));
}

const packages = new Set(
  Object.keys(metafile.inputs).flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
);
const licences = [...packages].toSorted().map((folder) => {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no licence, which the page would have to carry`);
  return `${folder.replace('node_modules/', '')}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
});
writeFileSync(`${OUT}/page.js.LICENSE.txt`, licences.join('\n---\n\n'));
