import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readExamples } from './programs.ts';

const FOLDER = new URL('../../examples/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

const files = readExamples().map(({ file }) => file);

describe('the examples', () => {
  it('are all in the manifest', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual(['README.md', 'manifest.json', ...files].toSorted());
  });

  it('have a row each in their README', () => {
    const rows = [...read('README.md').matchAll(/^\| (.+?) \| \[(.+?)\]\((.+?)\) \|/gm)];
    expect(rows.map(([, language, text, link]) => ({ language, text, link }))).toEqual(
      readExamples().map(({ language, file }) => ({ language, text: file, link: file })),
    );
  });

  it.each(files)('keep %s to 80 lines of at most 120 characters', (file) => {
    const lines = read(file).trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(80);
    expect(lines.filter((line) => line.length > 120)).toEqual([]);
  });
});
