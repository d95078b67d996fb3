import type { FontChoice } from '../label.ts';
import { parseObjectName } from '../objects.ts';
import { type Printer, type Settings, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';
import type { Handler } from './handler.ts';
import { Params } from './params.ts';

/** Fonts that are in every printer. */
const RESIDENT_FONTS = new Set('ABCDEFGH0PQRSTUV');

/** Below this a scalable font is not drawn any smaller. */
const SCALABLE_DOTS_MIN = 10;
/** More are of no use, and each is asked about every character. */
const LINKS_MAX = 8;
const FONT_DOTS_MAX = 32_000;

/** A resident font, or the stored font that `^CW` gave this letter; undefined when there is neither. */
function fontByLetter(settings: Settings, letter: string): string | undefined {
  return settings.fontAliases.get(letter) ?? (RESIDENT_FONTS.has(letter) ? letter : undefined);
}

/**
 * A downloaded font's full name, a resident one's letter for `Z:A.FNT`, the name of a font that this printer holds on
 * whatever drive; undefined when there is none.
 */
function fontByName(printer: Printer, text: string): string | undefined {
  const name = parseObjectName(text, 'FNT');
  if (printer.objects.get(name)?.kind === 'font') return printer.objects.locate(name);
  const stem = name.file.slice(0, name.file.lastIndexOf('.'));
  if (RESIDENT_FONTS.has(stem)) return stem;
  const held = printer.options.held?.find(name.file);
  if (held !== undefined) return held;
  // The scalable font that newer printers carry as a file is close to font 0.
  return stem === 'TT0003M_' ? '0' : undefined;
}

/** Height and width at the given positions; both missing means the size of `^CF`. */
function sized(printer: Printer, params: Params, name: string, heightAt: number): FontChoice {
  const size = (index: number): number => {
    const dots = params.dots(index, 0, FONT_DOTS_MAX, 0);
    const tooSmall = name === '0' && dots > 0 && dots < SCALABLE_DOTS_MIN;
    return tooSmall ? params.dots(index, SCALABLE_DOTS_MIN, FONT_DOTS_MAX, 0) : dots;
  };
  const height = size(heightAt);
  const width = size(heightAt + 1);
  return height === 0 && width === 0 ? { ...printer.settings.font, name } : { name, height, width };
}

function setFont(printer: Printer, command: Command): void {
  const { settings, field } = printer;
  const letter = command.params.charAt(0).toUpperCase();
  const params = new Params(printer, command, command.params.slice(1));
  field.orientation = params.orientation(0);
  // A text block has to follow its font (printer evidence 9).
  if (field.block?.kind === 'text-block') field.block = null;
  let name: string | undefined;
  if (letter === '@') {
    const asked = params.text(3);
    name = asked === '' ? (settings.namedFont ?? undefined) : fontByName(printer, asked);
    settings.namedFont = name ?? settings.namedFont;
  } else {
    name = fontByLetter(settings, letter);
  }
  if (name === undefined) {
    const parameter = letter === '@' ? 5 : 1;
    warn(printer, command, 'font-unknown', 'no such font; the default font is used', parameter);
  }
  field.font = sized(printer, params, name ?? settings.font.name, 1);
}

/** Fonts, and how text is laid out. */
export const TEXT_COMMANDS: Readonly<Record<string, Handler>> = {
  '^A': setFont,

  '^CF': (printer, command) => {
    const params = new Params(printer, command);
    const { settings } = printer;
    const letter = params.letter(0);
    let name = letter === '' ? settings.font.name : fontByLetter(settings, letter);
    if (name === undefined) {
      warn(printer, command, 'font-unknown', 'no such font; font A is used', 1);
      name = 'A';
    }
    settings.font = sized(printer, params, name, 1);
  },

  '^CW': (printer, command) => {
    const params = new Params(printer, command);
    const name = fontByName(printer, params.text(1));
    const letter = params.letter(0);
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
    const isOn = (index: number): boolean => params.choice(index, ['0', '1'], '0') === '1';
    const [defaultGlyph, bidirectional, shaping, openType] = [isOn(0), isOn(1), isOn(2), isOn(3)];
    const isAnyOn = defaultGlyph || bidirectional || shaping || openType;
    printer.settings.textProperties = isAnyOn ? { defaultGlyph, bidirectional, shaping, openType } : null;
  },

  '^FL': (printer, command) => {
    const params = new Params(printer, command);
    const extension = fontByName(printer, params.text(0));
    const base = fontByName(printer, params.text(1));
    if (extension === undefined || base === undefined) {
      warn(printer, command, 'font-unknown', 'no such font is stored; nothing is linked', 1);
      return;
    }
    const { settings } = printer;
    const others = (settings.fontLinks.get(base) ?? []).filter((name) => name !== extension);
    const links = params.choice(2, ['0', '1'], '0') === '1' ? [...others, extension] : others;
    if (links.length > LINKS_MAX)
      warn(printer, command, 'too-many-font-links', `a font has at most ${LINKS_MAX} links`);
    settings.fontLinks = new Map(settings.fontLinks).set(base, links.slice(0, LINKS_MAX));
  },

  '^FB': (printer, command) => {
    const params = new Params(printer, command);
    printer.field.block = {
      kind: 'block',
      width: params.dots(0, 0, 32_000, 0),
      lines: params.whole(1, 1, 9999, 1),
      lineSpacing: params.dots(2, -9999, 9999, 0),
      justify: params.choice(3, ['L', 'C', 'R', 'J'], 'L'),
      indent: params.dots(4, 0, 9999, 0),
    };
  },

  '^TB': (printer, command) => {
    const params = new Params(printer, command);
    const { field } = printer;
    field.orientation = params.text(0) === '' ? field.orientation : params.orientation(0);
    field.block = {
      kind: 'text-block',
      width: params.dots(1, 1, 32_000, 1),
      height: params.dots(2, 1, 32_000, 1),
    };
  },

  '^FP': (printer, command) => {
    const params = new Params(printer, command);
    printer.field.direction = params.choice(0, ['H', 'V', 'R'], 'H');
    printer.field.gap = params.dots(1, 0, 9999, 0);
  },
};
