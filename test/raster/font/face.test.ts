import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { canvasFamily, face, faceFor } from '../../../src/raster/font/face.ts';

describe('faces', () => {
  it('know which characters they have', () => {
    const roboto = face('roboto-condensed-bold').coverage;
    for (const character of 'AzÄßłЖΩ€') expect(roboto.has(character.codePointAt(0) ?? 0)).toBe(true);
    expect(roboto.has(0x4e2d)).toBe(false);
    expect(face('ocr-b').coverage.has('A'.charCodeAt(0))).toBe(true);
    expect(face('ocr-a').coverage.has('A'.charCodeAt(0))).toBe(true);
    expect(face('tex-gyre-heros-cn-bold').coverage.has(0x20ac)).toBe(true);
  });

  it('fall back in the order given, then to DejaVu Sans Mono, then to none', () => {
    expect(faceFor('A', 'ocr-a')?.name).toBe('ocr-a');
    expect(faceFor('Ж', 'ocr-a', 'roboto-condensed-bold')?.name).toBe('roboto-condensed-bold');
    expect(faceFor('→', 'ocr-a')?.name).toBe('dejavu-sans-mono');
    expect(faceFor('中', 'ocr-a')).toBeNull();
  });

  it('are families of the canvas that no file can be made for', () => {
    expect(canvasFamily('ocr-b')).toMatch(/^platen-[\da-f]{8}-[\da-f-]{27}-ocr-b$/);
  });

  it('come with a licence each', () => {
    const files = readdirSync(new URL('../../../src/raster/font/faces/', import.meta.url));
    for (const font of files.filter((file) => /\.(ttf|otf)$/.test(file))) {
      const family = font.replace(/(-Bold)?\.(ttf|otf)$/, '');
      expect(files, font).toContain(`${family}-LICENSE.txt`);
    }
  });
});
