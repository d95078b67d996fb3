import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { useProfile } from '../../src/engine/printer-profile.ts';
import { renderImages } from '../../src/engine/render-images.ts';
import { onFirstUse } from '../../src/on-first-use.ts';
import type { PrinterProfile, SampledSize } from '../../src/printer-profile/profile.ts';
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

/** A size whose letters have a margin on the left. */
function withMargin(size: SampledSize): SampledSize {
  const glyphs = Array.from(size.glyphs, ([character, glyph]) => [character, { ...glyph, left: 1 }] as const);
  return { ...size, glyphs: new Map(glyphs) };
}

const SIZES = [sampledSize('A', 9, 5), sampledSize('D', 18, 10)].map(withMargin);

afterAll(() => useProfile(null));

function follow(rules: PrinterProfile['rules'], dpi = 203): void {
  useProfile({ ...PROFILE, dpi, rules, sizes: SIZES });
}

/** The dots of a probe at a resolution by the rules that are followed, and what is wrong with it. */
function drawn(name: RuleName, dpi = 203) {
  const size = { widthMm: (width / dpi) * MM_PER_INCH, heightMm: (height / dpi) * MM_PER_INCH, dpi };
  const zpl = `^XA${PROFILE_RULES[name].probe}^XZ` as ByteString;
  const { bitmaps, diagnostics } = renderImages(zpl, size, 'first');
  const faults = diagnostics.filter(({ code }) => code !== 'font-not-sampled');
  return { words: bitmaps[0]?.words ?? new Int32Array(), faults };
}

/** The probes without a rule. */
const plain = onFirstUse(() => {
  follow({});
  return new Map(RULE_NAMES.map((name) => [name, drawn(name).words]));
});

describe.each(RULE_NAMES)('the rule %s', (name) => {
  const { words, evidence } = PROFILE_RULES[name];
  // Guards of EAN and UPC are known for this resolution.
  const dpi = name === 'retailGuards' ? 300 : 203;

  it('is described, with a number of printer evidence', () => {
    expect(words).toMatch(/^[A-Z^].*\.$/);
    expect(EVIDENCE).toContain(`\n| ${evidence} | `);
  });

  it('has a probe that prints within its box, differently with the rule and without', () => {
    follow({}, dpi);
    const off = drawn(name, dpi);
    follow(onlyOn(name), dpi);
    const on = drawn(name, dpi);
    expect([off.faults, on.faults]).toEqual([[], []]);
    expect(off.words.some((word) => word !== 0)).toBe(true);
    expect(isDeepStrictEqual(on.words, off.words)).toBe(false);
  });

  it('changes the probe of no other rule', () => {
    const before = plain();
    follow(onlyOn(name));
    const others = RULE_NAMES.filter((other) => other !== name);
    expect(others.filter((other) => !isDeepStrictEqual(drawn(other).words, before.get(other)))).toEqual([]);
  });
});
