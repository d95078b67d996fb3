// npm run site: builds the site of docs/ into `site`. SITE_URL is the address that it will have.
// npm run site -- --versions: each released minor version beside it too, from its tag.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { sitePages } from './pages.ts';
import { SITE_URL } from './site-url.ts';

interface Manifest {
  readonly version: string;
  readonly description: string;
  readonly repository: { readonly url: string };
}

/** A version that the site offers, and its address. */
interface Version {
  readonly text: string;
  readonly link: string;
}

const root = process.cwd();
const out = resolve('site');
const base = SITE_URL.pathname;
const released = process.argv.includes('--versions') ? releasedVersions() : [];
// With the host, since VitePress takes a path for one below its own version.
const versions: Version[] = [
  { text: 'Newest', link: SITE_URL.href },
  ...released.map((version) => ({ text: version, link: new URL(`v${version}/`, SITE_URL).href })),
];

rmSync(out, { recursive: true, force: true });
await build(root, base, out);
for (const version of released) await buildReleased(version);

/** The newest release of each minor version that has a site, newest first. */
function releasedVersions(): string[] {
  const tags = execFileSync('git', ['tag', '--list', 'v*', '--sort=-version:refname'], { encoding: 'utf8' });
  const newest = new Map<string, string>();
  for (const [, version = '', minor = ''] of tags.matchAll(/^v((\d+\.\d+)\.\d+)$/gm)) {
    const files = execFileSync('git', ['ls-tree', '--name-only', `v${version}`, 'scripts/site/'], {
      encoding: 'utf8',
    });
    if (files !== '' && !newest.has(minor)) newest.set(minor, version);
  }
  return [...newest.values()];
}

/** Builds the site of a tag with that tag's own pages, drawings and theme. */
async function buildReleased(version: string): Promise<void> {
  const tree = mkdtempSync(join(tmpdir(), 'platen-site-'));
  execFileSync('git', ['worktree', 'add', '--quiet', '--detach', tree, `v${version}`], {
    cwd: root,
    stdio: 'inherit',
  });
  try {
    execFileSync('npm', ['ci', '--silent'], { cwd: tree, stdio: 'inherit' });
    await build(tree, `${base}v${version}/`, join(out, `v${version}`));
  } finally {
    execFileSync('git', ['worktree', 'remove', '--force', tree], { cwd: root });
  }
}

/**
 * Builds one version.
 *
 * @param tree a checkout with its packages
 * @param at the path below which it will be served
 */
async function build(tree: string, at: string, folder: string): Promise<void> {
  const generator = join(tree, 'scripts/site');
  const source = join(generator, 'source');
  const { version, description, repository } = JSON.parse(
    readFileSync(join(tree, 'package.json'), 'utf8'),
  ) as Manifest;
  const address = repository.url.replaceAll(/^git\+|\.git$/g, '');
  if (!existsSync(join(generator, 'node_modules')))
    execFileSync('npm', ['ci', '--silent'], { cwd: generator, stdio: 'inherit' });
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: tree, stdio: 'inherit' });
  rmSync(source, { recursive: true, force: true });
  const { pages, sidebar, summary } = await sitePages(tree, `${address}/blob/v${version}`);
  for (const [path, content] of pages) write(join(source, path), content);
  for (const [path, content] of pages) {
    if (path.endsWith('.md')) write(join(source, 'public', path), content);
  }
  write(join(source, 'public/llms.txt'), summary);
  for (const kind of ['pictures', 'studio'])
    cpSync(join(tree, 'docs', kind), join(source, kind), { recursive: true });
  for (const name of readdirSync(join(tree, 'docs'))) {
    if (name.endsWith('.png')) cpSync(join(tree, 'docs', name), join(source, name));
  }
  copyApiPage(tree, join(source, 'public/reference'));
  const facts = { version, description, repository: address, base: at, outDir: folder, versions, sidebar };
  write(join(source, 'facts.json'), JSON.stringify(facts));
  execFileSync(join(generator, 'node_modules/.bin/vitepress'), ['build', generator], {
    cwd: tree,
    stdio: 'inherit',
  });
}

/** The page of the API, as the service serves it at `/docs`. */
function copyApiPage(tree: string, folder: string): void {
  const page = join(tree, 'dist/src/http/pages/docs');
  cpSync(page, join(folder, 'docs'), { recursive: true });
  cpSync(join(page, 'swagger-ui'), join(folder, 'docs'), { recursive: true });
  renameSync(join(folder, 'docs/index.html'), join(folder, 'docs.html'));
  execFileSync('npm', ['run', '--silent', 'openapi', '--', join(folder, 'openapi.json')], {
    cwd: tree,
    stdio: 'inherit',
  });
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
}
