import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { importStream } from '../../src/import/import-stream.ts';
import { differences } from './round-trip.ts';

/** Labels of carriers and others as they were published, with their licence. */
const LABELS = new URL('../lint/judged/', import.meta.url);
const names = readdirSync(LABELS).filter((name) => name.endsWith('.zpl'));

it.each(names)('%s draws the same dots as a label, without what sets up the printer', async (name) => {
  const imported = await importStream([{ name, bytes: readFileSync(new URL(name, LABELS)) }], {
    removesSetup: true,
  });
  expect(imported.labels).toHaveLength(name === 'pnldpd.zpl' ? 2 : 1);
  expect(differences(imported)).toEqual(imported.labels.map(() => null));
  expect(imported.notes.filter(({ severity }) => severity === 'error')).toEqual([]);
});
