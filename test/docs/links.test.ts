import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

const PAGES = [
  ...readdirSync(ROOT).filter((name) => name.endsWith('.md')),
  ...readdirSync(new URL('docs/', ROOT), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
  ...readdirSync(new URL('bench/', ROOT), { encoding: 'utf8', recursive: true })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `bench/${name}`),
  'examples/README.md',
];

/** Folders of the repository, and those of `src`. */
const FOLDERS = new Set(['bench', 'deploy', 'docs', 'examples', 'src', 'test', 'workers']);
const ROOMS = new Set(readdirSync(new URL('src/', ROOT)).filter((entry) => !entry.includes('.')));

/** Files that are made on the machine, and are not part of the repository. */
const MADE = /^(bench\/results\/|test\/output\/|deploy\/\.env$)/;

const read = (url: URL): string => readFileSync(url, 'utf8');

/** Targets of links into a page: its headings, as they are spelled in links. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

describe.each(PAGES)('%s', (name) => {
  const page = new URL(name, ROOT);
  const text = read(page);

  it('links to files and headings that exist', () => {
    const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const dead = targets.filter((target) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [path, anchor] = target.split('#');
      const file = path ? new URL(path, page) : page;
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(read(file)).includes(anchor));
    });
    expect(dead).toEqual([]);
  });

  // The changelog names files as they were.
  if (name === 'CHANGELOG.md') return;
  // Some pages leave out `src/`.
  it('names files that exist', () => {
    const named = [...text.matchAll(/`([\w-]+)(\/[\w./-]*)`/g)].flatMap(([, folder = '', rest = '']) => {
      if (FOLDERS.has(folder)) return [`${folder}${rest}`];
      return ROOMS.has(folder) ? [`src/${folder}${rest}`] : [];
    });
    expect(named.filter((path) => !MADE.test(path) && !existsSync(new URL(path, ROOT)))).toEqual([]);
  });
});

it('every decision is in the list of ARCHITECTURE.md', () => {
  const listed = read(new URL('ARCHITECTURE.md', ROOT));
  expect(PAGES.filter((name) => name.startsWith('docs/decisions/') && !listed.includes(`(${name})`))).toEqual(
    [],
  );
});

describe('ARCHITECTURE.md', () => {
  const text = read(new URL('ARCHITECTURE.md', ROOT));

  it('has every folder and every file of src in its tables', () => {
    const entries = readdirSync(new URL('src/', ROOT));
    const missing = entries.filter((entry) => !text.includes(`${ROOMS.has(entry) ? 'src/' : ''}${entry}\``));
    expect(missing).toEqual([]);
  });

  it('has the floors that the linter enforces', async () => {
    const { FLOORS } = (await import(new URL('oxlint.config.mjs', ROOT).href)) as {
      readonly FLOORS: readonly object[];
    };
    const [, shown = ''] = /## Which way imports point\n[^`]*```\n([^`]*)```/.exec(text) ?? [];
    const floors = shown.trim().replaceAll(',\n', ',').split('\n');
    const named = floors.map((floor) => new Set(floor.match(/[\w.-]+/g)?.map(withEnding)));
    expect(named).toEqual(FLOORS.map((floor) => new Set(Object.keys(floor))));
  });
});

/** A folder as it is called, and a file with its ending, which the page leaves out. */
function withEnding(name: string): string {
  return ROOMS.has(name) || name.endsWith('.ts') ? name : `${name}.ts`;
}
