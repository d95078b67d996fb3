import type { PrinterProfile, SampledGlyph, SampledSize } from '../../src/printer-profile/profile.ts';
import { RULE_NAMES } from '../../src/printer-profile/profile-rules.ts';

/** A glyph of rows of `#` and other characters. */
export function glyphOf(advance: number, left: number, top: number, ...rows: string[]): SampledGlyph {
  const width = rows[0]?.length ?? 0;
  const bytesPerRow = (width + 7) >> 3;
  const bits = new Uint8Array(bytesPerRow * rows.length);
  for (const [y, row] of rows.entries()) {
    for (const [x, dot] of Array.from(row).entries()) {
      const at = y * bytesPerRow + (x >> 3);
      if (dot === '#') bits[at] = (bits[at] as number) | (0x80 >> (x & 7));
    }
  }
  return { advance, left, top, width, height: rows.length, bits };
}

/** A size of font 0 with a few characters. */
export const SIZE: SampledSize = {
  font: '0',
  orientation: 'N',
  height: 30,
  width: 25,
  baseline: 22,
  glyphs: new Map([
    [' ', glyphOf(7, 0, 0)],
    ['A', glyphOf(13, 1, -3, '..#..', '.#.#.', '#####')],
    ['é', glyphOf(12, -1, -2, '#########', '#.......#')],
  ]),
};

/** A profile with all that a profile can have. */
export const PROFILE: PrinterProfile = {
  printer: { name: '192.0.2.17', model: 'ZD621', firmware: 'V93.21.33Z' },
  dpi: 203,
  rules: {
    qrOrigin: { on: true, evidence: { with: 1, without: 0.25 } },
    postalPitch: { on: false, evidence: { with: 0.5, without: 1 } },
  },
  sizes: [
    SIZE,
    {
      font: 'A',
      orientation: 'N',
      height: 9,
      width: 5,
      baseline: 7,
      glyphs: new Map([['A', glyphOf(6, 0, -1, '##')]]),
    },
  ],
  advances: [
    {
      font: '0',
      width: 1000,
      advances: new Map([
        ['A', 553],
        ['é', 450],
      ]),
    },
  ],
};

/** A size with boxes for letters, digits and space. */
export function sampledSize(font: string, height: number, width: number): SampledSize {
  const box = Array.from({ length: height - 2 }, (_, y) =>
    y % 3 === 0 ? '#'.repeat(width - 1) : '#.'.repeat(width).slice(0, width - 1),
  );
  const glyphs = new Map<string, SampledGlyph>([[' ', glyphOf(width, 0, 0)]]);
  for (const character of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789') {
    glyphs.set(character, glyphOf(width, 0, 2 - height, ...box));
  }
  return { font, orientation: 'N', height, width, baseline: height - 1, glyphs };
}

/** All rules, followed by the printer. */
export function allRulesOn(): PrinterProfile['rules'] {
  return Object.fromEntries(
    RULE_NAMES.map((name) => [name, { on: true, evidence: { with: 1, without: 0 } }]),
  );
}
