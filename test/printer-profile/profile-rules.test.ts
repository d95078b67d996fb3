import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { renderImages } from '../../src/engine/render-images.ts';
import { PROBE_BOX, PROFILE_RULES, RULE_NAMES } from '../../src/printer-profile/profile-rules.ts';
import { MM_PER_INCH } from '../../src/units.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';

const DPI = 203;
const SIZE = {
  widthMm: (PROBE_BOX.width / DPI) * MM_PER_INCH,
  heightMm: (PROBE_BOX.height / DPI) * MM_PER_INCH,
  dpi: DPI,
};
const EVIDENCE = readFileSync(new URL('../../docs/printer-evidence.md', import.meta.url), 'utf8');

describe.each(RULE_NAMES)('the rule %s', (name) => {
  const { words, evidence, probe } = PROFILE_RULES[name];

  it('is described, with a number of printer evidence', () => {
    expect(words).toMatch(/^[A-Z^].*\.$/);
    expect(EVIDENCE).toContain(`\n| ${evidence} | `);
  });

  it('has a probe that prints within its box, without a warning', () => {
    const { bitmaps, diagnostics } = renderImages(`^XA${probe}^XZ` as ByteString, SIZE, 'first');
    expect(bitmaps[0]?.words.some((word) => word !== 0)).toBe(true);
    expect(diagnostics).toEqual([]);
  });
});
