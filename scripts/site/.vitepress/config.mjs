import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const read = (path) => readFileSync(new URL(path, import.meta.url), 'utf8');
/** Facts of the build, from `build.ts`. */
const facts = JSON.parse(read('../source/facts.json'));

/** ZPL as TextMate's grammars have it: commands, comments, data of fields, placeholders. */
const zpl = {
  name: 'zpl',
  scopeName: 'source.zpl',
  patterns: [
    { begin: '\\^FX', end: '(?=\\^|~)', name: 'comment.line.zpl' },
    {
      begin: '(\\^F[DV])',
      beginCaptures: { 1: { name: 'keyword.control.zpl' } },
      end: '(?=\\^|~)',
      contentName: 'string.unquoted.zpl',
      patterns: [{ match: '\\{[^}^~]*\\}', name: 'variable.parameter.zpl' }],
    },
    { match: '[\\^~](?:A[A-Z0-9@]|[A-Z][A-Z0-9])', name: 'keyword.control.zpl' },
  ],
};

/** The anchor of a heading, as GitHub makes it: links between the pages hold in both places. */
function slugify(heading) {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

export default defineConfig({
  title: 'Platen',
  description: facts.description,
  lang: 'en',
  base: facts.base,
  head: [['style', {}, read('style.css')]],
  srcDir: 'source',
  // Pages as programs read them: no pages of the site.
  srcExclude: ['public/**'],
  outDir: facts.outDir,
  cleanUrls: true,
  lastUpdated: false,
  markdown: {
    languages: [zpl],
    anchor: { slugify },
    // Both meet the contrast that WCAG asks of small text.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Get started', link: '/getting-started' },
      {
        text: 'API',
        items: [
          { text: 'On one page', link: '/api' },
          { text: 'Reference, by route', link: '/reference/docs.html', target: '_self' },
        ],
      },
      { text: 'Gallery', link: '/gallery' },
      { text: facts.version, items: facts.versions },
    ],
    sidebar: facts.sidebar,
    outline: [2, 3],
    socialLinks: [{ icon: 'github', link: facts.repository }],
    docFooter: { prev: false, next: false },
  },
});
