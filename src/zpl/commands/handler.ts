import type { DrawnCommand } from '../command-table/command-table.ts';
import type { PrinterState } from '../printer.ts';
import type { Command } from '../tokenize.ts';

/** Carries out one command on the printer. Never throws, whatever the parameters are. */
export type CommandHandler = (printer: PrinterState, command: Command) => void;

/** Handlers by the canonical names of their commands, each of which has an entry in the command table. */
export type Handlers = Readonly<Partial<Record<DrawnCommand, CommandHandler>>>;
