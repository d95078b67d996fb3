import { readFile } from 'node:fs/promises';
import { builtAsset } from '../../asset.ts';
import type { Headers } from '../transport/transport.ts';
import { KeptContent } from './kept-content.ts';

/** The folder of the page, with its viewer beside it. */
const FOLDER = builtAsset('http/pages/docs/');

/**
 * The least that the page needs: all that it loads and asks for is of its own origin. The viewer's icons are `data:`
 * images, and a rendered label is a `blob:`.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE: Headers = [
  ['Content-Security-Policy', POLICY],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
];

/** The page, under the empty name, and all that it loads, by what follows `/docs/` in its path. */
export const DOCS_FILES: ReadonlyMap<string, KeptContent> = new Map([
  ['', file('text/html', 'index.html', PAGE)],
  ['page.js', file('text/javascript', 'page.js')],
  ['page.css', file('text/css', 'page.css')],
  ['swagger-ui-bundle.js', file('text/javascript', 'swagger-ui/swagger-ui-bundle.js')],
  // The script says that its licences are there.
  ['swagger-ui-bundle.js.LICENSE.txt', file('text/plain', 'swagger-ui/swagger-ui-bundle.js.LICENSE.txt')],
  ['swagger-ui.css', file('text/css', 'swagger-ui/swagger-ui.css')],
]);

function file(type: string, path: string, headers: Headers = []): KeptContent {
  return new KeptContent([['Content-Type', `${type}; charset=utf-8`], ...headers], () =>
    readFile(new URL(path, FOLDER)),
  );
}
