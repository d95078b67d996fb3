import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { encodePng } from '../../src/encode/png.ts';
import { scan } from './barcodes.ts';
import { type GoldenCase, goldenCases } from './golden-case.ts';
import { decodePng, difference } from './png.ts';

const OUTPUT = new URL('../output/golden/', import.meta.url);
const approving = process.env['UPDATE_GOLDEN'] === '1';

describe.each(goldenCases())('$name', (golden) => {
  const { pending } = golden.options;
  if (pending !== undefined) {
    test.skip(`pending: ${pending}`);
    return;
  }
  if (approving) {
    test('is approved', () => approve(golden));
    return;
  }
  test('renders dot for dot as approved', () => {
    const expected = readFileSync(golden.expected);
    const actual = golden.render();
    const [before, now] = [decodePng(expected), decodePng(actual)];
    const { picture, dots } = difference(before, now);
    if (dots === 0) return;
    mkdirSync(OUTPUT, { recursive: true });
    const write = (kind: string, png: Buffer) =>
      writeFileSync(new URL(`${golden.name}.${kind}.png`, OUTPUT), png);
    write('expected', expected);
    write('actual', actual);
    write('difference', encodePng(picture, golden.options.dpi));
    expect.fail(
      `${dots} dots differ; see test/output/golden/${golden.name}.{expected,actual,difference}.png`,
    );
  });
  if (!existsSync(golden.barcodes)) return;
  test('has barcodes that scan', async () => {
    expect(await scan(decodePng(golden.render()))).toEqual(JSON.parse(readFileSync(golden.barcodes, 'utf8')));
  });
});

async function approve({ render, expected, barcodes }: GoldenCase): Promise<void> {
  const png = render();
  writeFileSync(expected, png);
  const scanned = await scan(decodePng(png));
  if (scanned.length === 0) rmSync(barcodes, { force: true });
  else writeFileSync(barcodes, `${JSON.stringify(scanned, null, 2)}\n`);
}
