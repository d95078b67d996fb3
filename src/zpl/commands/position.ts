import type { Origin } from '../label.ts';
import { type Printer, placed, warn } from '../printer.ts';
import type { Command } from '../tokenize.ts';
import type { Handler } from './handler.ts';
import { Params } from './params.ts';

function place(printer: Printer, command: Command, name: Origin['command']): void {
  const params = new Params(printer, command);
  const { settings, field } = printer;
  const x = params.coordinate(0);
  const y = params.coordinate(1);
  const origin = placed(settings, x, y, name, params.whole(2, 0, 2, settings.justify) as Origin['justify']);
  const pen = { x: params.number(0) === undefined, y: params.number(1) === undefined };
  field.origin = name === '^FT' && (pen.x || pen.y) ? { ...origin, pen } : origin;
}

/** `^FM`: pairs of coordinates, 60 at the most; `e` in one leaves its symbol out. */
const PLACES_MAX = 60;

function placeSeries(printer: Printer, command: Command): void {
  const params = new Params(printer, command, command.params, PLACES_MAX * 2);
  const { settings, field } = printer;
  const places = Array.from({ length: Math.ceil(params.all.length / 2) }, (_, i) => {
    if (params.letter(i * 2) === 'E' || params.letter(i * 2 + 1) === 'E') return null;
    return placed(settings, params.coordinate(i * 2), params.coordinate(i * 2 + 1), '^FO', 0);
  });
  field.places = places;
  field.origin ??= places.find((place) => place !== null) ?? null;
}

/** Dots; far outside of every label. */
const LENGTH_MAX = 32_000;

/** Where fields are, and what is added to that. */
export const POSITION_COMMANDS: Readonly<Record<string, Handler>> = {
  '^FO': (printer, command) => place(printer, command, '^FO'),
  '^FT': (printer, command) => place(printer, command, '^FT'),
  '^FM': placeSeries,

  '^FW': (printer, command) => {
    const params = new Params(printer, command);
    const { settings, field } = printer;
    const orientation = params.orientation(0);
    settings.orientation = orientation;
    // The text of an open field turns too, even after an orientation of its own: `^A0N,13,18^FWB^FD…` (printer evidence 6).
    // A barcode stays as its own command and the `^FW` before that left it.
    if (params.letter(0) === orientation) {
      field.orientation = orientation;
      if (field.symbol !== null) field.symbol = { ...field.symbol, orientation };
    }
    settings.justify = params.whole(1, 0, 2, settings.justify) as Origin['justify'];
  },

  '^LH': (printer, command) => {
    const params = new Params(printer, command);
    const { settings, field } = printer;
    const home = { x: params.coordinate(0), y: params.coordinate(1) };
    // A field that has its place already moves along (printer evidence 7).
    if (field.origin !== null) {
      const { x, y } = field.origin;
      field.origin = { ...field.origin, x: x - settings.home.x + home.x, y: y - settings.home.y + home.y };
    }
    settings.home = home;
  },

  '^LS': (printer, command) => {
    printer.settings.shift = new Params(printer, command).dots(0, -9999, 9999, 0);
  },

  '^LT': (printer, command) => {
    const most = printer.options.dotsPerMm === 24 ? 240 : 120;
    const top = new Params(printer, command).dots(0, -LENGTH_MAX, LENGTH_MAX, 0);
    // Beyond the bounds the command does nothing (printer evidence 8).
    if (Math.abs(top) <= most) printer.settings.top = top;
    else {
      const reason = `parameter 1 is ${top}, beyond ${most}; the command is ignored`;
      warn(printer, command, 'parameter-out-of-range', reason, 1);
    }
  },
};
