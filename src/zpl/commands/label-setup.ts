import type { Handler } from './handler.ts';
import { Params } from './params.ts';

/** Settings of the whole label, of the units it is written in, and of the printer as far as they show. */
export const LABEL_SETUP_COMMANDS: Readonly<Record<string, Handler>> = {
  '^PO': (printer, command) => {
    printer.settings.inverted = new Params(printer, command).choice(0, ['N', 'I'], 'N') === 'I';
  },

  '^PM': (printer, command) => {
    const { settings } = printer;
    // An invalid value leaves things as they are; a missing one is N.
    const params = new Params(printer, command);
    const otherwise = settings.mirrored && params.text(0) !== '' ? 'Y' : 'N';
    settings.mirrored = params.choice(0, ['N', 'Y'], otherwise) === 'Y';
  },

  '^PW': (printer, command) => {
    const { settings } = printer;
    const width = new Params(printer, command).dots(0, 2, 32_000, 0);
    if (width > 0) settings.printWidth = width;
  },

  '^LL': (printer, command) => {
    const length = new Params(printer, command).dots(0, -Infinity, Infinity, 0);
    if (length >= 1) printer.settings.labelLength = length;
  },

  '^LR': (printer, command) => {
    printer.settings.reverse = new Params(printer, command).yes(0);
  },

  '^JM': (printer, command) => {
    printer.settings.doubled = new Params(printer, command).choice(0, ['A', 'B'], 'A') === 'B';
  },

  '^MC': (printer, command) => {
    const { settings } = printer;
    settings.keepsBackground = new Params(printer, command).letter(0) === 'N';
    if (!settings.keepsBackground) settings.background = [];
  },

  '^MU': (printer, command) => {
    const params = new Params(printer, command);
    const { settings, options } = printer;
    const unit = params.choice(0, ['D', 'I', 'M'], 'D');
    const from = params.number(1) ?? 0;
    const to = params.number(2) ?? 0;
    // ^MUD,150,300: what was written for 150 dpi is drawn for 300. Four is the largest step there is.
    if (from > 0 && to > 0) settings.conversion = Math.min(to / from, 4);
    const inch = INCH_DOTS[options.dotsPerMm];
    settings.dotsPerUnit = { D: settings.conversion, I: inch, M: options.dotsPerMm }[unit];
  },

  '^CV': (printer, command) => {
    printer.settings.validated = new Params(printer, command).yes(0);
  },

  '^PQ': (printer, command) => {
    if (printer.label) printer.label.quantity = new Params(printer, command).whole(0, 1, 99_999_999, 1);
  },
};

/** Dots in an inch, by dots per millimetre: the print heads' nominal resolution. */
const INCH_DOTS = { 6: 152, 8: 203, 12: 300, 24: 600 } as const;
