import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { builtAsset } from '../asset.ts';
import type { StudioAnswer } from './answer.ts';
import { BROWSER_PRINT_ORIGINS } from './browser-print-origins.ts';

const FOLDER = builtAsset('studio/page/');

/** The types of the page's files by name. Other names are never made into a path. */
const ASSETS: Readonly<Record<string, string>> = {
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
};

/**
 * The permissions of the page: to load files of this server, and to send requests to it, and to Browser Print where it
 * prints. The editor's style sheets carry the nonce, because the editor makes them as it runs.
 */
function policy(nonce: string, prints: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `connect-src 'self'${prints ? ` ${BROWSER_PRINT_ORIGINS.join(' ')}` : ''}`,
    "img-src 'self' data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/**
 * The page and its files, which hold no data of a user; null for any other request.
 *
 * @param prints whether the page offers to print
 */
export async function pageFile(method: string, path: string, prints: boolean): Promise<StudioAnswer | null> {
  if (method !== 'GET' && method !== 'HEAD') return null;
  if (path === '/') return pageAnswer(prints);
  return path.startsWith('/page/') ? assetAnswer(path.slice('/page/'.length)) : null;
}

async function pageAnswer(prints: boolean): Promise<StudioAnswer> {
  const nonce = randomBytes(16).toString('base64');
  const page = await readFile(new URL('index.html', FOLDER), 'utf8');
  return {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy(nonce, prints),
      'Cross-Origin-Opener-Policy': 'same-origin',
    },
    body: page.replace('{nonce}', nonce),
  };
}

/** A script or style sheet of the page; null for any other name. */
async function assetAnswer(name: string): Promise<StudioAnswer | null> {
  const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined;
  if (type === undefined) return null;
  // The build compresses the files: every browser that the page runs in accepts gzip.
  const headers = { 'Content-Type': type, 'Content-Encoding': 'gzip' };
  return { headers, body: await readFile(new URL(`${name}.gz`, FOLDER)) };
}
