// Copies what the compiled program reads at run time (SQL, fonts, demo labels, the documentation page) beside the code
// that reads it.
import { cpSync, rmSync } from 'node:fs';
import { basename, extname } from 'node:path';

const ASSETS = new Set(['', '.sql', '.ttf', '.otf', '.zpl', '.json', '.txt', '.html', '.css', '.js']);

// The program takes every step that is there for its own, one that another commit had too.
rmSync('dist/src/store/migrations', { recursive: true, force: true });
cpSync('src', 'dist/src', {
  recursive: true,
  filter: (path) => ASSETS.has(extname(path)) && basename(path) !== 'tsconfig.json',
});

/** What the documentation page needs of its viewer, and the licences of all that is in it. */
const VIEWER = [
  'swagger-ui-bundle.js',
  'swagger-ui.css',
  'swagger-ui-bundle.js.LICENSE.txt',
  'LICENSE',
  'NOTICE',
];

const viewer = import.meta.resolve('swagger-ui-dist/package.json');
for (const file of VIEWER) cpSync(new URL(file, viewer), `dist/src/http/pages/docs/swagger-ui/${file}`);
