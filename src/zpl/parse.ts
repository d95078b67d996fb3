import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import type { ByteString } from './byte-string.ts';
import { type DrawnCommand, IGNORED_COMMANDS } from './command-table/command-table.ts';
import { BARCODE_HANDLERS } from './commands/barcodes.ts';
import { closeField, ITEMS_MAX, resolveItems, takeElements } from './commands/close-field.ts';
import { DATA_HANDLERS } from './commands/data.ts';
import { GRAPHICS_HANDLERS } from './commands/graphics.ts';
import type { CommandHandler } from './commands/handler.ts';
import { LABEL_SETUP_HANDLERS } from './commands/label-setup.ts';
import { POSITION_HANDLERS } from './commands/position.ts';
import { STORED_OBJECT_HANDLERS, storeImage, storeRecording } from './commands/stored-objects.ts';
import { TEXT_HANDLERS } from './commands/text.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Element, Label } from './label.ts';
import {
  createPrinter,
  emptyField,
  type ParseOptions,
  type PrinterState,
  type Settings,
  spanOf,
  warn,
} from './printer.ts';
import { type Command, commandsOf } from './tokenize.ts';

export type { ParseOptions } from './printer.ts';

/** The labels that a stream prints, and diagnostics of commands that are not executed as written. */
export interface ParseResult {
  readonly labels: readonly Label[];
  readonly diagnostics: readonly Diagnostic[];
  /** Downloaded TrueType fonts by the full name that a {@link Label}'s fonts refer to. */
  readonly fonts: ReadonlyMap<string, Uint8Array>;
}

/**
 * Commands that are carried out, those that `^XF` repeats included: twice what a stored label may have, since
 * substitution adds at most one (`^FH`) for each.
 */
export const COMMANDS_MAX = 2 * LIMITS.zplPrefixes;

/** Commands between two checks of the deadline. */
const DEADLINE_INTERVAL = 64;

/**
 * Reads a ZPL stream as a printer that was just switched on, and returns its labels. A bad label is data: it
 * gives diagnostics. Memory and work are bounded by the deadline and by the constants of this folder.
 *
 * @throws FailureError `busy` once `options.deadline` says that the time is up; nothing else.
 */
export function parse(source: ByteString, options: ParseOptions): ParseResult {
  const printer = switchOn(options);
  for (const command of commandsOf(source)) {
    if (!printer.execute(command)) break;
  }
  if (printer.label !== null) {
    printer.diagnostics.push({
      code: 'label-not-closed',
      command: '^XA',
      span: printer.label.start,
      reason: 'the label is never closed',
    });
  }
  const { labels, diagnostics, objects } = printer;
  return { labels, diagnostics, fonts: objects.fonts() };
}

/**
 * A printer that was just switched on, which stops after {@link COMMANDS_MAX} commands and at the deadline.
 *
 * @param settings in force; without them those of power-up.
 */
export function switchOn(options: ParseOptions, settings?: Settings): PrinterState {
  let executed = 0;
  const printer = createPrinter(
    options,
    (command) => {
      if (executed === COMMANDS_MAX) {
        warn(
          printer,
          command,
          'too-many-commands',
          `only the first ${COMMANDS_MAX} commands are carried out`,
        );
        return false;
      }
      if (executed++ % DEADLINE_INTERVAL === 0 && options.deadline?.())
        fail('busy', 'reading the label took too long');
      execute(printer, command);
      return true;
    },
    settings,
  );
  return printer;
}

/** Opens a label; one that is open already stays open and keeps its elements. */
function openLabel(printer: PrinterState, command: Command): void {
  printer.field = emptyField();
  printer.label ??= {
    start: spanOf(command),
    items: [],
    values: new Map(),
    placedValues: new Map(),
    printable: false,
    suppressed: false,
    recording: null,
    saveAs: null,
    quantity: 1,
  };
}

/** Ends the label, and adds it to the result if it prints. */
function closeLabel(printer: PrinterState): void {
  const { label, settings } = printer;
  if (label === null) return;
  closeField(printer);
  storeRecording(printer);
  const background = takeElements(printer, settings.background);
  const kept: Element[] = [...background];
  const elements = [...background, ...resolveItems(printer, label, kept)];
  storeImage(printer, elements);
  if (settings.keepsBackground) settings.background = kept.slice(0, ITEMS_MAX);
  printer.label = null;
  if (!label.printable || label.suppressed) return;
  const { printWidth, labelLength, inverted, mirrored, doubled } = settings;
  const { quantity } = label;
  printer.labels.push({ elements, printWidth, labelLength, inverted, mirrored, doubled, quantity });
}

const HANDLERS = {
  '^XA': openLabel,
  '^XZ': closeLabel,
  ...POSITION_HANDLERS,
  ...TEXT_HANDLERS,
  ...DATA_HANDLERS,
  ...GRAPHICS_HANDLERS,
  ...BARCODE_HANDLERS,
  ...LABEL_SETUP_HANDLERS,
  ...STORED_OBJECT_HANDLERS,
} satisfies Readonly<Record<DrawnCommand, CommandHandler>>;

/** Every command that is carried out, by canonical name. */
export const COMMANDS: ReadonlyMap<string, CommandHandler> = new Map<string, CommandHandler>(
  Object.entries(HANDLERS),
);

/** Carries out one command, whatever the bounds of the parse are; in a format that is recorded, notes it. */
export function execute(printer: PrinterState, command: Command): void {
  const recording = printer.label?.recording;
  if (recording && command.name.startsWith('^') && command.name !== '^XZ') {
    recording.commands.push(command);
    return;
  }
  const handler = COMMANDS.get(command.name);
  if (handler !== undefined) handler(printer, command);
  else if (!IGNORED_COMMANDS.has(command.name))
    warn(printer, command, 'command-unsupported', 'this command is not supported');
}
