import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type Imported, type ImportOptions, ImportRefusal } from '../../src/import/import-stream.ts';
import { fuzzCase } from '../fuzz/cases.ts';
import { differences, importText } from './round-trip.ts';

const CASES = 150;

it('makes labels of damaged and generated streams, or says in one line why not', async () => {
  let made = 0;
  for (let number = 0; number < CASES; number++) {
    const { zpl, size } = fuzzCase(number);
    try {
      const { labels } = await importText(zpl, {
        dpi: size.dpi,
        removesSetup: number % 2 === 0,
        marksRasters: true,
      });
      made += labels.length;
    } catch (error) {
      expect(error, `case ${number}`).toBeInstanceOf(ImportRefusal);
      expect((error as Error).message).not.toContain('\n');
    }
  }
  expect(made).toBeGreaterThan(CASES / 3);
});

const STREAMS = new URL('streams/', import.meta.url);

/** The rest of a stream where a connection broke, another job came between, or a program wrote too much. */
function damaged(text: string, other: string): readonly string[] {
  const [third, half] = [text.length / 3, text.length / 2].map(Math.floor) as [number, number];
  return [
    text.slice(0, half),
    text.slice(third),
    text.slice(0, third) + text.slice(half),
    text.slice(0, half) + other + text.slice(half),
    text.slice(0, half) + text.slice(third, half).repeat(9) + text.slice(half),
    text.replace(/\^FS/, '').replace(/\d+/g, (digits) => (digits.length > 2 ? '99999999' : digits)),
  ];
}

it('makes labels that can be drawn of damaged streams of programs, or says in one line why not', async () => {
  const names = readdirSync(STREAMS);
  const texts = names.map((name) => readFileSync(new URL(name, STREAMS), 'latin1'));
  for (const [index, text] of texts.entries()) {
    for (const [kind, part] of damaged(text, texts.at(index - 1) ?? '').entries()) {
      const imported = await importOrRefuse(part, { removesSetup: kind % 2 === 0 });
      if (typeof imported === 'string') expect(imported, `${names[index]} ${kind}`).not.toContain('\n');
      else expect(differences(imported), `${names[index]} ${kind}`).toHaveLength(imported.labels.length);
    }
  }
});

async function importOrRefuse(text: string, options: ImportOptions): Promise<Imported | string> {
  try {
    return await importText(text, options);
  } catch (error) {
    if (error instanceof ImportRefusal) return error.message;
    throw error;
  }
}
