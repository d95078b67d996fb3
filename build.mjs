// Builds `dist`: the program and its threads, the pages, and the files that all of them read. The program is bundled,
// because each file that Node.js loads costs a start a millisecond; packages stay as npm installed them. With
// `--tests`, modules that tests start or load in processes of their own are built beside it.
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Modules of the program that tests load by themselves. */
const TESTED = ['app', 'batch/local/chunk-maker', 'on-first-use', 'telemetry/log', 'worker-module'];
/** Files that the program reads when it runs: SQL, fonts, demo labels, pages. */
const ASSETS = new Set(['.sql', '.ttf', '.otf', '.zpl', '.json', '.txt', '.html', '.css', '.js']);
/** Files of the viewer that the page of the API needs, and the licences of all that is in it. */
const VIEWER = [
  'swagger-ui-bundle.js',
  'swagger-ui.css',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];
const STUDIO = 'dist/src/studio/page';

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`);

// Files of another build would stay beside those of this one.
rmSync('dist', { recursive: true, force: true });
await Promise.all([bundleProgram(process.argv.includes('--tests')), bundleStudio()]);
copyAssets();

/** Bundles the program and each thread's module. Code that several of them run is in files that they share. */
async function bundleProgram(withTests) {
  const tests = [
    ...TESTED.map((name) => `src/${name}.ts`),
    ...filesIn('test').filter((path) => path.endsWith('-fixture.ts')),
  ];
  await build({
    entryPoints: ['src/cli.ts', ...filesIn('workers'), ...(withTests ? tests : [])],
    outbase: '.',
    outdir: 'dist',
    // Modules find assets from there.
    chunkNames: 'src/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  });
}

/** Bundles the page of `platen studio`, with the licences of all that is in it. */
async function bundleStudio() {
  const { metafile } = await build({
    entryPoints: ['src/studio/page/page.ts', 'src/studio/page/page.css'],
    outdir: STUDIO,
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
    writeFileSync(`${STUDIO}/${name}.gz`, gzipSync(readFileSync(`${STUDIO}/${name}`), { level: 9 }));
  }
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap((path) => /^node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []),
  );
  const licences = [...packages].toSorted().map((folder) => {
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (file === undefined) throw new Error(`${folder} has no licence, which the page would have to carry`);
    return `${folder.replace('node_modules/', '')}\n\n${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`;
  });
  writeFileSync(`${STUDIO}/page.js.LICENSE.txt`, licences.join('\n---\n\n'));
}

/** Copies the files that the program reads to where they lie in `src`. */
function copyAssets() {
  for (const path of filesIn('src')) {
    if (
      ASSETS.has(extname(path)) &&
      basename(path) !== 'tsconfig.json' &&
      !path.startsWith('src/studio/page/')
    ) {
      cpSync(path, `dist/${path}`);
    }
  }
  cpSync('src/studio/page/index.html', `${STUDIO}/index.html`);
  const viewer = import.meta.resolve('swagger-ui-dist/package.json');
  for (const file of VIEWER) cpSync(new URL(file, viewer), `dist/src/http/pages/docs/swagger-ui/${file}`);
}
