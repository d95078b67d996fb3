import { DPI_OF_HEAD } from '../../units.ts';
import { parametersOf } from '../command-table/command-table.ts';
import type { Handlers } from './handler.ts';
import { Params } from './params.ts';

const PO = parametersOf('^PO');
const PM = parametersOf('^PM');
const PW = parametersOf('^PW');
const LL = parametersOf('^LL');
const LR = parametersOf('^LR');
const JM = parametersOf('^JM');
const MC = parametersOf('^MC');
const MU = parametersOf('^MU');
const CV = parametersOf('^CV');
const PQ = parametersOf('^PQ');

/** Settings of the whole label, of its units, and of the printer as far as they show. */
export const LABEL_SETUP_HANDLERS = {
  '^PO': (printer, command) => {
    printer.settings.inverted = new Params(printer, command).choice(PO.orientation) === 'I';
  },

  '^PM': (printer, command) => {
    const { settings } = printer;
    // An invalid value leaves the setting as it is; a missing one is N.
    const params = new Params(printer, command);
    const otherwise = settings.mirrored && params.text(PM.mirror) !== '' ? 'Y' : 'N';
    settings.mirrored = params.choice(PM.mirror, otherwise) === 'Y';
  },

  '^PW': (printer, command) => {
    const { settings } = printer;
    const width = new Params(printer, command).dots(PW.width, 0);
    if (width > 0) settings.printWidth = width;
  },

  '^LL': (printer, command) => {
    const length = new Params(printer, command).dots(LL.length, 0);
    if (length >= 1) printer.settings.labelLength = length;
  },

  '^LR': (printer, command) => {
    printer.settings.reverse = new Params(printer, command).isYes(LR.reverse);
  },

  '^JM': (printer, command) => {
    printer.settings.doubled = new Params(printer, command).choice(JM.resolution) === 'B';
  },

  '^MC': (printer, command) => {
    const { settings } = printer;
    settings.keepsBackground = !new Params(printer, command).isYes(MC.clear);
    if (!settings.keepsBackground) settings.background = [];
  },

  '^MU': (printer, command) => {
    const params = new Params(printer, command);
    const { settings, options } = printer;
    const unit = params.choice(MU.unit);
    const from = params.number(MU['made for']) ?? 0;
    const to = params.number(MU['printed at']) ?? 0;
    // ^MUD,150,300: what was written for 150 dpi is drawn for 300. Four is the largest step there is.
    if (from > 0 && to > 0) settings.conversion = Math.min(to / from, 4);
    const inch = DPI_OF_HEAD[options.dotsPerMm];
    settings.dotsPerUnit = { D: settings.conversion, I: inch, M: options.dotsPerMm }[unit];
  },

  '^CV': (printer, command) => {
    printer.settings.validated = new Params(printer, command).isYes(CV.check);
  },

  '^PQ': (printer, command) => {
    if (printer.label) printer.label.quantity = new Params(printer, command).whole(PQ.quantity);
  },
} satisfies Handlers;
