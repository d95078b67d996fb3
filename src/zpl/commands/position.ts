import { parametersOf, type Slot } from '../command-table/command-table.ts';
import type { NumberParameter } from '../command-table/entry.ts';
import { SERIES_PLACES_MAX } from '../command-table/fields.ts';
import type { Origin } from '../label.ts';
import { type PrinterState, placed, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';
import type { Handlers } from './handler.ts';
import { Params } from './params.ts';

const FO = parametersOf('^FO');
const FT = parametersOf('^FT');

function place(printer: PrinterState, command: Command, name: Origin['command']): void {
  const params = new Params(printer, command);
  const { settings, field } = printer;
  const slots = name === '^FO' ? FO : FT;
  const x = params.place(slots.x);
  const y = params.place(slots.y);
  const justify = params.whole(slots.justification, settings.justify) as Origin['justify'];
  const origin = placed(settings, x, y, name, justify);
  const pen = { x: params.number(slots.x) === undefined, y: params.number(slots.y) === undefined };
  field.origin = name === '^FT' && (pen.x || pen.y) ? { ...origin, pen } : origin;
}

/** One of the places of `^FM`, from 0, which are read as those of `^FO`. */
function nthPlace(at: number): Slot<NumberParameter> {
  return { ...FO.x, at, number: at + 1 };
}

/** Pairs of coordinates; `e` in one leaves its symbol out. */
function placeSeries(printer: PrinterState, command: Command): void {
  const params = new Params(printer, command, command.params, SERIES_PLACES_MAX * 2);
  const { settings, field } = printer;
  const places = Array.from({ length: Math.ceil(params.all.length / 2) }, (_, i) => {
    const x = nthPlace(i * 2);
    const y = nthPlace(i * 2 + 1);
    if (params.letter(x) === 'E' || params.letter(y) === 'E') return null;
    return placed(settings, params.place(x), params.place(y), '^FO', 0);
  });
  field.places = places;
  field.origin ??= places.find((place) => place !== null) ?? null;
}

const FW = parametersOf('^FW');
const LH = parametersOf('^LH');
const LS = parametersOf('^LS');
const LT = parametersOf('^LT');

/** Commands for the position of fields, and offsets to it. */
export const POSITION_HANDLERS = {
  '^FO': (printer, command) => place(printer, command, '^FO'),
  '^FT': (printer, command) => place(printer, command, '^FT'),
  '^FM': placeSeries,

  '^FW': (printer, command) => {
    const params = new Params(printer, command);
    const { settings, field } = printer;
    const orientation = params.orientation(FW.orientation);
    settings.orientation = orientation;
    // The text of an open field turns too, even after an orientation of its own: `^A0N,13,18^FWB^FD…` (printer evidence
    // 6). A barcode stays as its own command and the `^FW` before that left it.
    if (params.letter(FW.orientation) === orientation) {
      field.orientation = orientation;
      if (field.symbol !== null) field.symbol = { ...field.symbol, orientation };
    }
    settings.justify = params.whole(FW.justification, settings.justify) as Origin['justify'];
  },

  '^LH': (printer, command) => {
    const params = new Params(printer, command);
    const { settings, field } = printer;
    const home = { x: params.place(LH.x), y: params.place(LH.y) };
    // A field that has its place already moves along (printer evidence 7).
    if (field.origin !== null) {
      const { x, y } = field.origin;
      field.origin = { ...field.origin, x: x - settings.home.x + home.x, y: y - settings.home.y + home.y };
    }
    settings.home = home;
  },

  '^LS': (printer, command) => {
    printer.settings.shift = new Params(printer, command).dots(LS.shift);
  },

  '^LT': (printer, command) => {
    const { bounds, coarse } = LT.top.parameter;
    const [least, most] = printer.options.dotsPerMm === 24 ? bounds : coarse;
    const top = new Params(printer, command).dots(LT.top);
    // Beyond the bounds the command does nothing (printer evidence 8).
    if (top >= least && top <= most) printer.settings.top = top;
    else {
      const reason = `parameter 1 is ${top}, beyond ${most}; the command is ignored`;
      warn(printer, command, 'parameter-out-of-range', reason, 1);
    }
  },
} satisfies Handlers;
