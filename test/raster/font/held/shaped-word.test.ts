import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { HarfBuzz } from '../../../../src/raster/font/harfbuzz/harfbuzz.ts';
import { HeldFace } from '../../../../src/raster/font/held/held-face.ts';
import { WordShaper } from '../../../../src/raster/font/held/shaped-word.ts';
import { testFont } from './test-fonts.ts';

function shaper(): WordShaper {
  const name = 'NotoSansThai.ttf';
  return new WordShaper(new HeldFace(new HarfBuzz(64 << 20), name, name, readFileSync(testFont(name))), {});
}

it('remembers words, until there are too many of all faces together', () => {
  const [one, other] = [shaper(), shaper()];
  const known = one.shape('word', false);
  expect(one.shape('word', false)).toBe(known);
  // Far more than 8 MiB.
  for (let number = 0; number < 2000; number++) other.shape(`${number}`.padStart(64, 'x'), false);
  expect(one.shape('word', false)).not.toBe(known);
});

it('keeps nothing of the text that a word was cut from', () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const words = shaper();
  const heapMiB = (): number => {
    collectGarbage();
    return process.memoryUsage().heapUsed / 2 ** 20;
  };
  const before = heapMiB();
  for (let number = 0; number < 100; number++) {
    const text = `a word of its own ${number} ก`.padEnd(400_000, 'ก');
    words.shape(text.slice(2, 40), false);
  }
  expect(heapMiB() - before).toBeLessThan(20);
});
