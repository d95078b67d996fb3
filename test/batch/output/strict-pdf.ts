import assert from 'node:assert/strict';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import type { CompressedDots } from '../../../src/encode/compressed-dots.ts';

/** The longest text of an object; our longest are nodes of 64 children. */
const TEXT_BYTES = 2000;

interface ReadPdf {
  readonly mediaBox: string;
  readonly pages: readonly { readonly imageNumber: number; readonly image: CompressedDots }[];
}

/**
 * Reads a PDF with a cross-reference stream that is not compressed, and checks that each of its numbers is true:
 * offsets, lengths, counts and parents. It reads no more than the objects, so that a file may have holes.
 */
export function readStrictly(path: string): ReadPdf {
  const file = openSync(path, 'r');
  try {
    return new StrictPdf(file).read();
  } finally {
    closeSync(file);
  }
}

class StrictPdf {
  readonly #file: number;
  readonly #size: number;
  #places: readonly number[] = [];
  readonly #used = new Set<number>();

  constructor(file: number) {
    this.#file = file;
    this.#size = fstatSync(file).size;
  }

  read(): ReadPdf {
    assert.equal(this.#bytes(0, 9).toString(), '%PDF-1.5\n');
    const [, startText = ''] = match(
      this.#bytes(Math.max(0, this.#size - 60), 60).toString('latin1'),
      /\nendstream\nendobj\nstartxref\n(\d+)\n%%EOF\n$/,
    );
    const start = Number(startText);
    const [head = '', own, size, width, length] = match(
      this.#bytes(start, TEXT_BYTES).toString('latin1'),
      /^(\d+) 0 obj\n<<\/Type\/XRef\/Size (\d+)\/W\[1 (\d) 0\]\/Root 1 0 R\/Length (\d+)>>\nstream\n/,
    );
    assert.equal(Number(own), Number(size) - 1);
    const entry = 1 + Number(width);
    assert.equal(Number(length), Number(size) * entry);
    const table = this.#bytes(start + head.length, Number(length));
    assert.equal(
      start + head.length + table.length + `\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`.length,
      this.#size,
    );
    this.#places = Array.from({ length: Number(size) }, (_, i) => {
      const place = table.readUIntBE(i * entry + 1, Number(width));
      assert.equal(table[i * entry], place === 0 ? 0 : 1);
      return place;
    });
    assert.equal(this.#places[0], 0);
    assert.equal(this.#places.at(-1), start);
    this.#used.add(Number(own));

    const [, rootText] = match(this.#object(1), /^<<\/Type\/Catalog\/Pages (\d+) 0 R>>$/);
    const root = Number(rootText);
    const [, count, mediaBox = '', kids = ''] = match(
      this.#object(root),
      /^<<\/Type\/Pages\/Count (\d+)\/MediaBox\[([\d. ]+)\]\/Kids\[([\dR ]+)\]>>$/,
    );
    const pages = this.#pagesOf(root, kids);
    assert.equal(pages.length, Number(count));
    for (const [number, place] of this.#places.entries()) {
      assert.equal(
        place > 0,
        this.#used.has(number),
        `object ${number} is there and nothing leads to it, or the other way`,
      );
    }
    return { mediaBox, pages };
  }

  #pagesOf(parent: number, kids: string): ReadPdf['pages'] {
    const numbers = kids.replaceAll(' 0 R', '').split(' ').map(Number);
    assert.ok(numbers.length <= 64);
    return numbers.flatMap((number) => {
      const text = this.#object(number);
      if (text.startsWith('<</Type/Pages/')) {
        const [, up, count, below = ''] = match(
          text,
          /^<<\/Type\/Pages\/Parent (\d+) 0 R\/Count (\d+)\/Kids\[([\dR ]+)\]>>$/,
        );
        assert.equal(Number(up), parent);
        const pages = this.#pagesOf(number, below);
        assert.equal(pages.length, Number(count));
        return pages;
      }
      const [, up, content, image] = match(
        text,
        /^<<\/Type\/Page\/Parent (\d+) 0 R\/Contents (\d+) 0 R\/Resources<<\/XObject<<\/I (\d+) 0 R>>>>>>$/,
      );
      assert.equal(Number(up), parent);
      if (!this.#used.has(Number(content))) this.#checkContent(Number(content));
      return { imageNumber: Number(image), image: this.#image(Number(image)) };
    });
  }

  #checkContent(number: number): void {
    const [, length, drawing] = match(
      this.#object(number),
      /^<<\/Length (\d+)>>\nstream\n([\d.]+ 0 0 [\d.]+ 0 0 cm\/I Do)\nendstream$/,
    );
    assert.equal(drawing?.length, Number(length));
  }

  #image(number: number): CompressedDots {
    this.#used.add(number);
    const place = this.#places[number] as number;
    const [head = '', width, height, columns, length] = match(
      this.#bytes(place, TEXT_BYTES).toString('latin1'),
      new RegExp(
        `^${number} 0 obj\\n<</Type/XObject/Subtype/Image/Width (\\d+)/Height (\\d+)/ColorSpace/DeviceGray` +
          '/BitsPerComponent 1/Filter/FlateDecode' +
          '/DecodeParms<</Predictor 15/Columns (\\d+)/Colors 1/BitsPerComponent 1>>/Length (\\d+)>>\\nstream\\n',
      ),
    );
    assert.equal(columns, width);
    const end = '\nendstream\nendobj\n';
    const bytes = this.#bytes(place + head.length, Number(length) + end.length);
    assert.equal(bytes.subarray(-end.length).toString('latin1'), end);
    const stream = new Uint8Array(bytes.subarray(0, -end.length));
    return { width: Number(width), height: Number(height), stream };
  }

  /** Text between the first line and the last one of an object without binary data. */
  #object(number: number): string {
    this.#used.add(number);
    const text = this.#bytes(this.#places[number] as number, TEXT_BYTES).toString('latin1');
    const [, body = ''] = match(text, new RegExp(`^${number} 0 obj\\n([^]*?)\\nendobj\\n`));
    return body;
  }

  #bytes(from: number, length: number): Buffer {
    const bytes = Buffer.alloc(Math.min(length, this.#size - from));
    assert.equal(readSync(this.#file, bytes, 0, bytes.length, from), bytes.length);
    return bytes;
  }
}

function match(text: string, pattern: RegExp): RegExpExecArray {
  const found = pattern.exec(text);
  if (found === null) throw new Error(`${pattern} is not at ${JSON.stringify(text.slice(0, 200))}`);
  return found;
}
