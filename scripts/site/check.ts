// Checks what `npm run site` built, in Chromium: links and their anchors, contrast in light and dark, pages that are
// wider than a phone, and the search. Fails with all that is wrong.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import process from 'node:process';
import { type Browser, chromium, type Page } from 'playwright-core';
import { SITE_URL } from './site-url.ts';

const SITE = resolve('site');
const AXE = resolve('scripts/site/node_modules/axe-core/axe.min.js');
const PHONE = { width: 375, height: 667 };
/** Pages looked at in the browser: the first, wide tables, long code, pictures. */
const LOOKED_AT = [
  '',
  'getting-started',
  'api',
  'commands',
  'configuration',
  'operations',
  'gallery',
  'errors/busy',
  'studio',
];
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.png': 'image/png',
  '.json': 'application/json',
};

/** The file that a static host gives for a path; null for none. */
function fileOf(path: string): string | null {
  const at = join(SITE, decodeURIComponent(path));
  const candidates = [at, `${at}.html`, join(at, 'index.html')];
  return candidates.find((file) => existsSync(file) && statSync(file).isFile()) ?? null;
}

/** Links of all pages that lead nowhere on the site. */
function brokenLinks(): string[] {
  const pages = readdirSync(SITE, { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.endsWith('.html') && !path.endsWith('404.html'),
  );
  const texts = new Map<string, string>();
  const textOf = (file: string): string => {
    const text = texts.get(file) ?? readFileSync(file, 'utf8');
    texts.set(file, text);
    return text;
  };
  return pages.flatMap((path) =>
    [...textOf(join(SITE, path)).matchAll(/(?:href|src)="([^"]+)"/g)].flatMap(([, link = '']) => {
      const { origin, pathname, hash } = new URL(link.replaceAll('&amp;', '&'), new URL(path, SITE_URL));
      if (origin !== SITE_URL.origin) return [];
      const file = fileOf(pathname);
      if (file === null) return [`${path}: ${link} leads nowhere`];
      const anchor = decodeURIComponent(hash.slice(1));
      if (anchor === '' || textOf(file).includes(`id="${anchor}"`)) return [];
      return [`${path}: ${link} has no such anchor`];
    }),
  );
}

/** Text of a page with too little contrast, as axe finds it. */
async function paleText(page: Page, name: string): Promise<string[]> {
  await page.addScriptTag({ path: AXE });
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { nodes: { html: string }[] }[] }> };
    };
    const { violations } = await axe.run({ runOnly: ['color-contrast'] });
    return violations.flatMap(({ nodes }) => nodes.map(({ html }) => html.slice(0, 120)));
  });
  return found.map((html) => `${name}: too little contrast: ${html}`);
}

async function lookAt(browser: Browser, address: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme, viewport: PHONE });
    const page = await context.newPage();
    for (const path of LOOKED_AT) {
      await page.goto(`${address}/${path}`, { waitUntil: 'networkidle' });
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'));
      if (width > PHONE.width) wrong.push(`${path}: ${width} pixels wide on a phone of ${PHONE.width}`);
      wrong.push(...(await paleText(page, `${path}, ${colorScheme}`)));
    }
    await context.close();
  }
  const page = await browser.newPage();
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('Retry-After');
  await page.getByRole('option').first().waitFor();
  return wrong;
}

const server = createServer((request, response) => {
  const file = fileOf(new URL(request.url ?? '/', 'http://site').pathname);
  response.writeHead(file === null ? 404 : 200, {
    'Content-Type': TYPES[extname(file ?? '')] ?? 'text/plain',
  });
  response.end(file === null ? '' : readFileSync(file));
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
try {
  const { port } = server.address() as AddressInfo;
  const wrong = [...brokenLinks(), ...(await lookAt(browser, `http://127.0.0.1:${port}`))];
  for (const line of wrong) console.error(line);
  if (wrong.length > 0) process.exitCode = 1;
  else console.log(`${LOOKED_AT.length} pages looked at, all links lead somewhere`);
} finally {
  await browser.close();
  server.close();
}
