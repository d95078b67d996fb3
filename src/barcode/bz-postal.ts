import { type Fill } from '../bitmap/frame.ts';
import { bwipRaw } from '../symbology/bwip.ts';
import { DIGITS, keepOnly, strayCharacter } from '../symbology/characters.ts';
import { postalBars, postalCheckDigit } from '../symbology/linear/postal.ts';
import type { DotSymbol } from '../symbology/symbol.ts';
import {
  BARS_COST,
  type BarcodeField,
  barHeight,
  type Drawn,
  moduleDots,
  refused,
  type Symbology,
} from './field.ts';

/** A bar's top and bottom as parts of the symbol's height, from the top. */
type Extent = readonly [top: number, bottom: number];

const TALL: Extent = [0, 1];
const SHORT: Extent = [0.6, 1];

/**
 * Bars one module wide at a pitch of two and a half, each position rounded by itself, or the pitch cut to whole dots
 * (printer evidence 56).
 */
function barsOf(field: BarcodeField<'^B5' | '^BZ'>, bars: readonly Extent[], height: number): DotSymbol {
  const module = moduleDots(field);
  const pitch = field.rules?.has('postalPitch') ? Math.floor(module * 2.5) : module * 2.5;
  const left = (index: number) => Math.round(index * pitch);
  const paint = (fill: Fill): void =>
    bars.forEach(([from, to], index) => {
      const top = Math.round(height * from);
      fill(left(index), top, module, Math.round(height * to) - top);
    });
  return { kind: 'dots', width: left(bars.length - 1) + module, height, paint };
}

function drawn(
  field: BarcodeField<'^B5' | '^BZ'>,
  symbology: string,
  bars: readonly Extent[],
  text: string,
): Drawn {
  return {
    ok: true,
    symbology,
    // The printer's own limit for postal bars; a fifth of it is taller than any label here is long.
    symbol: barsOf(field, bars, Math.min(9999, barHeight(field))),
    line: { text, shown: field.options.line, above: field.options.above, style: 'A' },
  };
}

interface DigitRule {
  readonly title: string;
  readonly lengths: readonly number[];
}

const RULES: Readonly<Record<'postnet' | 'planet', DigitRule>> = {
  postnet: { title: 'POSTNET', lengths: [5, 9, 11] },
  planet: { title: 'PLANET', lengths: [11, 13] },
};

/** Nothing that is postal has more digits than this. */
const MOST_DIGITS = 50;

function encodeDigits(field: BarcodeField<'^B5' | '^BZ'>, system: 'postnet' | 'planet') {
  const digits = keepOnly(field.data, DIGITS).slice(0, MOST_DIGITS);
  if (digits === '') return refused(system, 'S', `${RULES[system].title} needs digits`);
  const checked = digits + postalCheckDigit(digits);
  return drawn(
    field,
    system,
    postalBars(checked, system).map((tall) => (tall ? TALL : SHORT)),
    checked,
  );
}

function checkDigits(field: BarcodeField<'^B5' | '^BZ'>, system: 'postnet' | 'planet'): string | null {
  const { title, lengths } = RULES[system];
  const allowed = `${title} takes ${lengths.slice(0, -1).join(', ')} or ${lengths.at(-1)} digits`;
  const stray = strayCharacter(field.data, DIGITS);
  if (stray !== null) return `${allowed}; got ${stray}`;
  return lengths.includes(field.data.length) ? null : `${allowed}; got ${field.data.length}`;
}

function encodeOneCode(field: BarcodeField<'^B5' | '^BZ'>) {
  const wrong = checkOneCode(field);
  if (wrong !== null) return refused('onecode', 'C', wrong);
  const { bhs = [], bbs = [] } = bwipRaw({ bcid: 'onecode', text: field.data });
  const isInThirds = field.rules?.has('intelligentMailThirds') ?? false;
  // The library draws a full bar 0.15 inches tall, measured from the bottom.
  const bars = bhs.map((height, i): Extent => {
    const bottom = (bbs[i] as number) / 0.15;
    const extent: Extent = [1 - bottom - height / 0.15, 1 - bottom];
    return isInThirds ? inThirds(extent, barHeight(field)) : extent;
  });
  return drawn(field, 'onecode', bars, field.data);
}

/** A bar's ends at thirds of the height, rounded outwards to whole dots (printer evidence 62). */
function inThirds([top, bottom]: Extent, height: number): Extent {
  return [
    top > 0.1 ? Math.floor(height / 3) / height : 0,
    bottom < 0.9 ? Math.ceil((2 * height) / 3) / height : 1,
  ];
}

function checkOneCode(field: BarcodeField<'^B5' | '^BZ'>): string | null {
  const allowed = 'USPS Intelligent Mail takes 20, 25, 29 or 31 digits, the second 0 to 4';
  const stray = strayCharacter(field.data, DIGITS);
  if (stray !== null) return `${allowed}; got ${stray}`;
  if (![20, 25, 29, 31].includes(field.data.length)) return `${allowed}; got ${field.data.length}`;
  return (field.data[1] as string) <= '4' ? null : `${allowed}; got "${field.data[1]}"`;
}

export const planet: Symbology<'^B5'> = {
  cost: BARS_COST,
  symbology: () => 'planet',
  encode: (field) => encodeDigits(field, 'planet'),
  check: (field) => checkDigits(field, 'planet'),
};

/** The reserved type, 2, prints as the default. */
const SYSTEMS = { 0: 'postnet', 1: 'planet', 2: 'postnet', 3: 'onecode' } as const;

function systemOf({ options }: BarcodeField<'^BZ'>): 'postnet' | 'planet' | 'onecode' {
  return SYSTEMS[options.type];
}

/** `^BZ`, whose last parameter chooses among three systems. */
export const postal: Symbology<'^BZ'> = {
  cost: [65, 0.8],
  symbology: systemOf,
  encode(field) {
    const system = systemOf(field);
    return system === 'onecode' ? encodeOneCode(field) : encodeDigits(field, system);
  },
  check(field) {
    const system = systemOf(field);
    return system === 'onecode' ? checkOneCode(field) : checkDigits(field, system);
  },
};
