import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { PackedBits } from '../../src/bitmap/packed-bits.ts';
import { encodePng } from '../../src/encode/png.ts';
import { scan } from './barcodes.ts';
import { type GoldenCase, goldenCases } from './golden-case.ts';
import { decodePng, difference } from './png.ts';

const OUTPUT = new URL('../output/golden/', import.meta.url);
const SHARDS = 4;
const approving = process.env['UPDATE_GOLDEN'] === '1';

/**
 * Declares the tests of every fourth case, from the case `first` on (from 0): a file for each, so that cores share
 * them.
 */
export function testShard(first: number): void {
  const cases = goldenCases().filter((_, index) => index % SHARDS === first);
  describe.each(cases)('$name', (golden) => {
    if (approving) test('is approved', () => approve(golden));
    else testCase(golden);
  });
}

function testCase(golden: GoldenCase): void {
  let drawn: PackedBits | undefined;
  const draw = (): PackedBits => (drawn ??= decodePng(golden.render()));

  test('renders dot for dot as approved', () => {
    if (!existsSync(golden.expected)) {
      expect.fail(`no picture is approved yet: see "A new case" in test/golden/README.md`);
    }
    const expected = readFileSync(golden.expected);
    const { picture, dots } = difference(decodePng(expected), draw());
    if (dots === 0) return;
    mkdirSync(OUTPUT, { recursive: true });
    const write = (kind: string, png: Buffer) =>
      writeFileSync(new URL(`${golden.name}.${kind}.png`, OUTPUT), png);
    write('expected', expected);
    write('actual', golden.render());
    write('difference', encodePng(picture, golden.options.dpi));
    expect.fail(
      `${dots} dots differ; see test/output/golden/${golden.name}.{expected,actual,difference}.png`,
    );
  });
  if (!existsSync(golden.barcodes)) return;
  test('has barcodes that scan', async () => {
    expect(await scan(draw())).toEqual(JSON.parse(readFileSync(golden.barcodes, 'utf8')));
  });
}

async function approve({ render, expected, barcodes }: GoldenCase): Promise<void> {
  const png = render();
  writeFileSync(expected, png);
  const scanned = await scan(decodePng(png));
  if (scanned.length === 0) rmSync(barcodes, { force: true });
  else writeFileSync(barcodes, `${JSON.stringify(scanned, null, 2)}\n`);
}
