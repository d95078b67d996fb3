import { PROFILE_FONTS } from '../../printer-profile/profile.ts';
import { parametersOf, type Slot } from '../command-table/command-table.ts';
import type { NumberParameter } from '../command-table/entry.ts';
import type { FontChoice } from '../label.ts';
import { parseObjectName } from '../objects.ts';
import { type PrinterState, type Settings, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';
import type { Handlers } from './handler.ts';
import { Params } from './params.ts';

/** Fonts that every printer holds. */
const RESIDENT_FONTS: ReadonlySet<string> = new Set(PROFILE_FONTS);

/** Linked fonts at most: each is searched for every character that the fonts before it lack. */
const LINKS_MAX = 8;

const A = parametersOf('^A');
const CF = parametersOf('^CF');
const CW = parametersOf('^CW');
const PA = parametersOf('^PA');
const FL = parametersOf('^FL');
const FB = parametersOf('^FB');
const TB = parametersOf('^TB');
const FP = parametersOf('^FP');

/** A resident font, or the stored font that `^CW` gave this letter; undefined when there is neither. */
function fontByLetter(settings: Settings, letter: string): string | undefined {
  return settings.fontAliases.get(letter) ?? (RESIDENT_FONTS.has(letter) ? letter : undefined);
}

/**
 * A downloaded font's full name, a resident one's letter for `Z:A.FNT`, the name of a font that this printer holds on
 * whatever drive; undefined when there is none.
 */
function fontByName(printer: PrinterState, text: string): string | undefined {
  const name = parseObjectName(text, 'FNT');
  if (printer.objects.get(name)?.kind === 'font') return printer.objects.locate(name);
  const stem = name.file.slice(0, name.file.lastIndexOf('.'));
  if (RESIDENT_FONTS.has(stem)) return stem;
  const held = printer.options.held?.find(name.file);
  if (held !== undefined) return held;
  // The scalable font that newer printers carry as a file is close to font 0.
  return stem === 'TT0003M_' ? '0' : undefined;
}

type SizeSlot = Slot<NumberParameter & { readonly leastScalable: number }>;

/** Height and width; both missing means the size of `^CF`. */
function sized(
  printer: PrinterState,
  params: Params,
  name: string,
  slots: { readonly height: SizeSlot; readonly width: SizeSlot },
): FontChoice {
  const size = (slot: SizeSlot): number => {
    const dots = params.dots(slot, 0);
    const { leastScalable } = slot.parameter;
    const tooSmall = name === '0' && dots > 0 && dots < leastScalable;
    return tooSmall ? params.dots({ ...slot, min: leastScalable }, 0) : dots;
  };
  const height = size(slots.height);
  const width = size(slots.width);
  return height === 0 && width === 0 ? { ...printer.settings.font, name } : { name, height, width };
}

function setFont(printer: PrinterState, command: Command): void {
  const { settings, field } = printer;
  const letter = command.params.charAt(0).toUpperCase();
  const params = new Params(printer, command, command.params.slice(1));
  field.orientation = params.orientation(A.orientation);
  // A text block has to follow its font (printer evidence 9).
  if (field.block?.kind === 'text-block') field.block = null;
  let name: string | undefined;
  if (letter === '@') {
    const asked = params.text(A.name);
    name = asked === '' ? (settings.namedFont ?? undefined) : fontByName(printer, asked);
    settings.namedFont = name ?? settings.namedFont;
  } else {
    name = fontByLetter(settings, letter);
  }
  if (name === undefined) {
    const parameter = letter === '@' ? 5 : 1;
    warn(printer, command, 'font-unknown', 'no such font; the default font is used', parameter);
  }
  field.font = sized(printer, params, name ?? settings.font.name, A);
}

/** Fonts, and how text is laid out. */
export const TEXT_HANDLERS = {
  '^A': setFont,

  '^CF': (printer, command) => {
    const params = new Params(printer, command);
    const { settings } = printer;
    const letter = params.letter(CF.font);
    let name = letter === '' ? settings.font.name : fontByLetter(settings, letter);
    if (name === undefined) {
      warn(printer, command, 'font-unknown', 'no such font; font A is used', 1);
      name = 'A';
    }
    const font = sized(printer, params, name, CF);
    // Printers may give a bitmap font that is only named the size of its cell (printer evidence 60).
    const isNamedOnly = letter !== '' && params.text(CF.height) === '' && params.text(CF.width) === '';
    const hasCell = RESIDENT_FONTS.has(name) && name !== '0';
    const isReset = isNamedOnly && hasCell && printer.options.rules?.has('fontSizeReset');
    settings.font = isReset ? { name, height: 0, width: 0 } : font;
  },

  '^CW': (printer, command) => {
    const params = new Params(printer, command);
    const name = fontByName(printer, params.text(CW.name));
    const letter = params.letter(CW.letter);
    if (letter === '') return;
    if (name === undefined) {
      printer.settings.fontAliases.delete(letter);
      warn(printer, command, 'font-unknown', 'no such font is stored', 2);
    } else {
      printer.settings.fontAliases.set(letter, name);
    }
  },

  '^PA': (printer, command) => {
    const params = new Params(printer, command);
    const defaultGlyph = params.choice(PA['default glyph']) === '1';
    const bidirectional = params.choice(PA.bidirectional) === '1';
    const shaping = params.choice(PA.shaping) === '1';
    const openType = params.choice(PA.OpenType) === '1';
    const isAnyOn = defaultGlyph || bidirectional || shaping || openType;
    printer.settings.textProperties = isAnyOn ? { defaultGlyph, bidirectional, shaping, openType } : null;
  },

  '^FL': (printer, command) => {
    const params = new Params(printer, command);
    const extension = fontByName(printer, params.text(FL.extension));
    const base = fontByName(printer, params.text(FL.base));
    if (extension === undefined || base === undefined) {
      warn(printer, command, 'font-unknown', 'no such font is stored; nothing is linked', 1);
      return;
    }
    const { settings } = printer;
    const others = (settings.fontLinks.get(base) ?? []).filter((name) => name !== extension);
    const links = params.choice(FL.link, '0') === '1' ? [...others, extension] : others;
    if (links.length > LINKS_MAX)
      warn(printer, command, 'too-many-font-links', `a font has at most ${LINKS_MAX} links`);
    settings.fontLinks = new Map(settings.fontLinks).set(base, links.slice(0, LINKS_MAX));
  },

  '^FB': (printer, command) => {
    const params = new Params(printer, command);
    printer.field.block = {
      kind: 'block',
      width: params.dots(FB.width),
      lines: params.whole(FB.lines),
      lineSpacing: params.dots(FB.spacing),
      justify: params.choice(FB.justification),
      indent: params.dots(FB.indent),
    };
  },

  '^TB': (printer, command) => {
    const params = new Params(printer, command);
    const { field } = printer;
    field.orientation =
      params.text(TB.orientation) === '' ? field.orientation : params.orientation(TB.orientation);
    field.block = {
      kind: 'text-block',
      width: params.dots(TB.width),
      height: params.dots(TB.height),
    };
  },

  '^FP': (printer, command) => {
    const params = new Params(printer, command);
    printer.field.direction = params.choice(FP.direction);
    printer.field.gap = params.dots(FP.gap);
  },
} satisfies Handlers;
