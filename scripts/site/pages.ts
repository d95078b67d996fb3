import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readSamples } from '../../src/demo/samples.ts';

/** A group of the menu: readers of one kind, and their pages. */
interface Group {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

/** The pages of the site before they become HTML. */
interface Site {
  /** Texts and pictures by their paths. */
  readonly pages: ReadonlyMap<string, string | Uint8Array>;
  readonly sidebar: readonly Group[];
  /** The text of `llms.txt`: every page with its first sentence. */
  readonly summary: string;
}

/**
 * Makes the pages of the site of those in `docs/`, of the README, which is the first, and of the sample labels. Pages
 * stay as they are but for links that lead out of `docs/`.
 *
 * @param tree the repository, with a build
 * @param repository the address of its files
 */
export async function sitePages(tree: string, repository: string): Promise<Site> {
  const read = (path: string): string => readFileSync(join(tree, path), 'utf8');
  const pages = new Map<string, string | Uint8Array>();
  const docs = readdirSync(join(tree, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  for (const name of docs) pages.set(name, asPage(read(`docs/${name}`), 'docs', repository));
  for (const name of readdirSync(join(tree, 'docs/lint'))) {
    pages.set(`lint/${name}`, asPage(read(`docs/lint/${name}`), 'docs/lint', repository));
  }
  const decisions = readdirSync(join(tree, 'docs/decisions')).filter((name) => name.endsWith('.md'));
  for (const name of decisions) {
    pages.set(`decisions/${name}`, asPage(read(`docs/decisions/${name}`), 'docs/decisions', repository));
  }
  pages.set(
    'decisions/index.md',
    decisionsPage(decisions, (name) => titleOf(read(`docs/decisions/${name}`))),
  );
  pages.set('documents.md', asPage(read('docs/README.md'), 'docs', repository));
  pages.set('index.md', asPage(read('README.md'), '', repository));
  for (const [name, text] of errorPages(pages.get('errors.md') as string)) pages.set(name, text);
  for (const [name, content] of await galleryPages(tree)) pages.set(name, content);
  return { pages, sidebar: sidebarOf(read('docs/README.md')), summary: summaryOf(pages) };
}

/** A page with links that hold on the site. */
function asPage(text: string, folder: string, repository: string): string {
  const here = new URL(`https://x/${folder === '' ? '' : `${folder}/`}`);
  const links = text.replaceAll(/\]\((?!https?:|#)([^)\s]+)\)/g, (_, target: string) => {
    const { pathname, hash } = new URL(target, here);
    const path = pathname.slice(1);
    if (path === 'docs/README.md') return `](/documents${hash})`;
    if (path === 'README.md') return `](/${hash})`;
    if (path === 'docs/decisions') return '](/decisions/)';
    if (!/^docs\/[^.]+\.(?:md|png)$/.test(path) || /^docs\/(?:labels)\//.test(path))
      return `](${repository}/${path}${hash})`;
    return `](/${path.slice('docs/'.length)}${hash})`;
  });
  // Vue would take these for expressions outside of code.
  return links.replaceAll(/^(?!```)(?=.*\{\{).*$/gm, (line) => line.replaceAll('{{', '&#123;&#123;'));
}

function titleOf(text: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? '';
}

function decisionsPage(names: readonly string[], title: (name: string) => string): string {
  return `# Decisions\n\nThe reasons for the way Platen is built.\n\n${names.map((name) => `- [${title(name)}](./${name})\n`).join('')}`;
}

/** A page for each error, which a search for its name finds. */
function errorPages(text: string): readonly (readonly [string, string])[] {
  return text
    .split(/^(?=## )/m)
    .filter((section) => /^## [a-z_]+\n/.test(section))
    .map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const name = heading.slice('## '.length);
      const body = lines.join('\n').replaceAll(/\]\(#/g, '](/errors#');
      return [`errors/${name}.md`, `# ${name}\n${body}\nAll errors are on [one page](/errors).\n`] as const;
    });
}

/** The sample labels, drawn by the library that this build has. */
async function galleryPages(tree: string): Promise<readonly (readonly [string, string | Uint8Array])[]> {
  const { render } = (await import(
    pathToFileURL(join(tree, 'dist/src/library.js')).href
  )) as typeof import('../../src/library.ts');
  const drawn = readSamples().map(({ slug, label, variables }) => {
    const { name, size } = label;
    const { widthMm, heightMm, dpi } = size;
    const zpl = label.zpl ?? '';
    const fieldTransforms = (label.fieldTransforms ?? []) as readonly object[];
    const { data } = render({ zpl, ...size, fieldTransforms }, { format: 'png', variables });
    const text =
      `## ${name}\n\n${widthMm} by ${heightMm} mm at ${dpi} dots per inch.\n\n![${name}](/gallery/${slug}.png)\n\n` +
      `::: details ZPL\n\`\`\`zpl\n${zpl.trimEnd()}\n\`\`\`\n:::\n`;
    return { slug, data, text };
  });
  const page = `# Gallery\n\nLabels of the demonstration with sample values, drawn by Platen.\n\n${drawn.map(({ text }) => text).join('\n')}`;
  return [['gallery.md', page], ...drawn.map(({ slug, data }) => [`gallery/${slug}.png`, data] as const)];
}

/** The groups of `docs/README.md`, which sorts the pages by their readers. */
function sidebarOf(text: string): readonly Group[] {
  return [...text.matchAll(/^\| (?!you are)([^|]+?) \| (.+) \|$/gm)].map(([, reader = '', cell = '']) => ({
    text: reader.charAt(0).toUpperCase() + reader.slice(1),
    items: [...cell.matchAll(/\[([^\]]+)\]\(([a-z-]+)\.md\)/g)].map(([, title = '', page = '']) => ({
      text: title.charAt(0).toUpperCase() + title.slice(1),
      link: `/${page}`,
    })),
  }));
}

/** A list for programs that read: https://llmstxt.org. */
function summaryOf(pages: ReadonlyMap<string, string | Uint8Array>): string {
  const lines = [...pages]
    .filter((page): page is [string, string] => typeof page[1] === 'string' && page[0].endsWith('.md'))
    .map(([path, text]) => {
      const prose = text.replaceAll(/^```[\s\S]*?^```$/gm, '');
      const paragraph = prose.split('\n\n').find((block) => /^[^#|<!`-]/.test(block)) ?? '';
      const first = /^[\s\S]*?[.:](?=\s|$)/.exec(paragraph)?.[0] ?? paragraph;
      return `- [${titleOf(text)}](${path}): ${first.replaceAll(/\s+/g, ' ').trim()}`;
    });
  return `# Platen\n\n> Saved ZPL labels over HTTP: substitution, PNG, PDF and print-ready batches.\n\n## Pages\n\n${lines.join('\n')}\n`;
}
