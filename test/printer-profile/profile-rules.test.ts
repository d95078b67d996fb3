import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { useProfile } from '../../src/engine/printer-profile.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import type { PrinterProfile } from '../../src/printer-profile/profile.ts';
import {
  PROBE_BOX,
  PROFILE_RULES,
  RULE_NAMES,
  type RuleName,
} from '../../src/printer-profile/profile-rules.ts';
import { MM_PER_INCH } from '../../src/units.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import { PROFILE, sampledSize } from './small-profile.ts';

/** A profile's rules of which one is followed. */
const onlyOn = (name: RuleName): PrinterProfile['rules'] => ({
  [name]: { on: true, evidence: { with: 1, without: 0 } },
});
const EVIDENCE = readFileSync(new URL('../../docs/printer-evidence.md', import.meta.url), 'utf8');

const { width, height } = PROBE_BOX;

/** The dots of a probe at a resolution, with these rules and the fonts of a small profile. */
function drawn(name: RuleName, dpi: number, rules: PrinterProfile['rules']) {
  useProfile({ ...PROFILE, dpi, rules, sizes: [sampledSize('A', 9, 5), sampledSize('D', 18, 10)] });
  onTestFinished(() => useProfile(null));
  const size = { widthMm: (width / dpi) * MM_PER_INCH, heightMm: (height / dpi) * MM_PER_INCH, dpi };
  const zpl = `^XA${PROFILE_RULES[name].probe}^XZ` as ByteString;
  const { bitmaps, diagnostics } = renderImages(zpl, size, 'first');
  const cut = diagnostics.filter(({ code }) => code !== 'font-not-sampled');
  return { words: bitmaps[0]?.words ?? new Int32Array(), diagnostics: cut };
}

describe.each(RULE_NAMES)('the rule %s', (name) => {
  const { words, evidence } = PROFILE_RULES[name];
  // Guards of EAN and UPC are known for this resolution.
  const dpi = name === 'retailGuards' ? 300 : 203;

  it('is described, with a number of printer evidence', () => {
    expect(words).toMatch(/^[A-Z^].*\.$/);
    expect(EVIDENCE).toContain(`\n| ${evidence} | `);
  });

  it('has a probe that prints within its box, differently with the rule and without', () => {
    const [off, on] = [drawn(name, dpi, {}), drawn(name, dpi, onlyOn(name))];
    expect([off.diagnostics, on.diagnostics]).toEqual([[], []]);
    expect(off.words.some((word) => word !== 0)).toBe(true);
    expect(on.words).not.toEqual(off.words);
  });

  it('changes the probe of no other rule', () => {
    const others = RULE_NAMES.filter((other) => other !== name);
    const changed = others.filter((other) => {
      const plain = drawn(other, 203, {}).words;
      return !isDeepStrictEqual(drawn(other, 203, onlyOn(name)).words, plain);
    });
    expect(changed).toEqual([]);
  });
});
