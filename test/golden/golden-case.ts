import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { encodePng } from '../../src/encode/png.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { byteStringOf } from '../../src/zpl/byte-string.ts';

const FOLDER = new URL('cases/', import.meta.url);

/** Strict, so that a misspelt option fails instead of giving the default. */
const Options = z.strictObject({
  widthMm: z.number().default(101.6),
  heightMm: z.number().default(152.4),
  dpi: z.number().default(203),
  /** The place of the label in the stream, from 0. */
  index: z.int().default(0),
});

/** One folder of `cases/`. The files of `expected` and `barcodes` may not exist. */
export interface GoldenCase {
  readonly name: string;
  readonly options: z.infer<typeof Options>;
  readonly expected: URL;
  readonly barcodes: URL;
  /** The label as the service answers it, a PNG. */
  readonly render: () => Buffer;
}

/** Every case, by name. */
export function goldenCases(): GoldenCase[] {
  return readdirSync(FOLDER).toSorted().map(goldenCase);
}

function goldenCase(name: string): GoldenCase {
  const file = (base: string) => new URL(`${name}/${base}`, FOLDER);
  const optionsFile = file('options.json');
  const options = Options.parse(existsSync(optionsFile) ? JSON.parse(readFileSync(optionsFile, 'utf8')) : {});
  const render = () => {
    const zpl = byteStringOf(readFileSync(file('label.zpl')));
    const [bitmap] = renderImages(zpl, options, options.index).bitmaps;
    if (bitmap === undefined) throw new Error(`nothing was rendered for ${name}`);
    return encodePng(bitmap, options.dpi);
  };
  return { name, options, expected: file('expected.png'), barcodes: file('barcodes.json'), render };
}
