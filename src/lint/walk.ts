import { printerFonts } from '../engine/printer-fonts.ts';
import { LIMITS } from '../limits.ts';
import { decodeImage } from '../raster/images/decode.ts';
import type { DotsPerMm } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Diagnostic } from '../zpl/diagnostic.ts';
import { execute } from '../zpl/parse.ts';
import { createPrinter, type Printer } from '../zpl/printer.ts';
import { bareCommand, type Command, commandsOf } from '../zpl/tokenize.ts';

/** Observes the execution of a stream. */
export interface Onlooker {
  /** The next command of the stream; those that a recalled format repeats do not come again. */
  read?(command: Command, printer: Printer): void;
  /** Before a command is carried out, recalled ones too. */
  before?(command: Command, printer: Printer): void;
  /** Reports a difference between the printer's work and the command. */
  diagnosed?(command: Command, diagnostic: Diagnostic, printer: Printer): void;
}

/** Commands that are carried out, those that `^XF` repeats included: as many as the renderer carries out. */
export const COMMANDS_MAX = 2 * LIMITS.zplPrefixes;

/**
 * Carries out a stream as the renderer does, with someone looking on. A format that is stored and never recalled is
 * carried out at the end, as the next stream would.
 *
 * @returns the printer, with its labels.
 */
export function walk(bytes: ByteString, dotsPerMm: DotsPerMm, onlooker: Onlooker): Printer {
  let carriedOut = 0;
  const recalled = new Set<Command>();
  const stored: (readonly Command[])[] = [];
  const carryOut = (command: Command): boolean => {
    if (carriedOut++ >= COMMANDS_MAX) return false;
    const { diagnostics, label } = printer;
    if (printer.recalling) recalled.add(command);
    const isRecorded = label?.recording && command.name !== '^XZ';
    if (isRecorded !== true) onlooker.before?.(command, printer);
    if (label?.recording && command.name === '^XZ') stored.push(label.recording.commands);
    const before = diagnostics.length;
    execute(printer, command);
    for (const diagnostic of diagnostics.splice(before)) onlooker.diagnosed?.(command, diagnostic, printer);
    return true;
  };
  const printer = createPrinter({ dotsPerMm, decodeImage, now: NOON, held: printerFonts() }, carryOut);
  for (const command of commandsOf(bytes)) {
    onlooker.read?.(command, printer);
    carryOut(command);
  }
  for (const commands of stored) {
    const last = commands.at(-1);
    if (last === undefined || recalled.has(last)) continue;
    execute(printer, START);
    for (const command of commands) carryOut(command);
    execute(printer, END);
  }
  return printer;
}

const START = bareCommand('^XA');
const END = bareCommand('^XZ');

/** Clock fields show as many digits whatever the time is. */
const NOON = new Date(Date.UTC(2026, 10, 22, 12));
