// Builds `dist`: the program and its threads, the pages, and the files that all of them read. The program is bundled,
// because each file that Node.js loads costs a start half a millisecond; packages stay as npm installed them. With
// `--tests`, modules that tests start or load in processes of their own are built beside it.
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import process from 'node:process';
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
/** The declarations of all that the library is made of; few of them are its own. */
const TYPES = 'dist/types';

const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath ?? entry.path}/${entry.name}`);

// Files of another build would stay beside those of this one.
rmSync('dist', { recursive: true, force: true });
await Promise.all([bundleProgram(process.argv.includes('--tests')), bundleStudio()]);
copyAssets();
compile('tsconfig.client.json');
compile('tsconfig.library.json');
keepTypes('src/library.d.ts');
rmSync(TYPES, { recursive: true });

/** Bundles the program and the library, which share files, and each thread by itself. */
async function bundleProgram(withTests) {
  const tests = withTests
    ? [
        ...TESTED.map((name) => `src/${name}.ts`),
        ...filesIn('test').filter((path) => path.endsWith('-fixture.ts')),
      ]
    : [];
  await Promise.all([
    bundle(['src/cli.ts', 'src/library.ts', ...tests]),
    // A thread shares no module with others as it runs. Files that it shared with the commands would be seventy small
    // ones: each command loads other parts.
    ...filesIn('workers').map((path) => bundle([path])),
  ]);
}

async function bundle(entryPoints) {
  await build({
    entryPoints,
    outbase: '.',
    outdir: 'dist',
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

/** Compiles the client to modules and declarations, or the library to declarations. */
function compile(project) {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', project], { stdio: 'inherit' });
}

/** Copies a declaration file beside the code that it is of, and those that it imports. */
function keepTypes(path) {
  const text = readFileSync(`${TYPES}/${path}`, 'utf8');
  cpSync(`${TYPES}/${path}`, `dist/${path}`);
  for (const [, imported] of text.matchAll(/ from '(\.{1,2}\/.+?)\.[jt]s'/g)) {
    keepTypes(`${join(dirname(path), imported)}.d.ts`);
  }
}
