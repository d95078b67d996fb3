import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { USAGE, type Usage } from '../../bench/batch/command.ts';
import { pdfPages } from '../../src/cli/pdf-pages.ts';
import { ENDLESS_PDF, NESTED_PDFS } from '../labelary/nested-pdfs.ts';
import { PATIENCE_MS } from '../support/eventually.ts';
import { PLAIN_PICTURE } from '../support/plain-picture.ts';
import { FULL_RUNS } from '../support/runs.ts';

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

/**
 * Take a second each, and are tried each night: the first costs memory in the test below too, and the stream of objects
 * is another one that unpacks to as much.
 */
const DEAR = new Set(['whose content unpacks to 400 MiB', 'whose content is packed twice']);
const TRIED = Object.entries(NESTED_PDFS).filter(([name]) => FULL_RUNS || !DEAR.has(name));

it.each(TRIED)('a PDF %s ends: drawn, or with a reason', async (_, { pdf, reason }) => {
  const drawn = pdfPages(pdf(), 1, PLAIN_PICTURE, PATIENCE_MS);
  if (reason !== null) await expect(drawn).rejects.toThrow(reason);
  else expect(await drawn).toEqual([expect.stringMatching(/^(?:(?:\^FO\d+,\d+)?\^GFA,[^^]+\^FS)+\n$/)]);
});

it('a PDF whose pattern is painted with itself is given up in time', async () => {
  await expect(pdfPages(ENDLESS_PDF, 1, PLAIN_PICTURE, 500)).rejects.toThrow(
    'a page of the PDF takes longer than 0.5 s',
  );
});

it('a PDF that unpacks to more than 256 MB costs the program no more than that beside its own memory', () => {
  const folder = mkdtempSync(join(tmpdir(), 'platen-nested-'));
  try {
    const file = join(folder, 'nested.pdf');
    writeFileSync(
      file,
      (NESTED_PDFS['whose content unpacks to 400 MiB'] as (typeof NESTED_PDFS)[string]).pdf(),
    );
    const env = { ...process.env, USAGE_FILE: join(folder, 'usage.json') };
    const command = ['--import', USAGE, PROGRAM, 'convert', file];
    const { status, stdout, stderr } = spawnSync(process.execPath, command, { env, encoding: 'utf8' });
    expect([status, stdout]).toEqual([1, '']);
    // A busy machine comes to the end of its time first.
    expect(stderr.split(`${file}: `)[1]).toMatch(/^the PDF takes |^a page of the PDF takes longer than /);
    const { peakKb } = JSON.parse(readFileSync(env.USAGE_FILE, 'utf8')) as Usage;
    expect(peakKb / 1024).toBeLessThan(256 + 144);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
