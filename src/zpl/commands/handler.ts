import type { Printer } from '../printer.ts';
import type { Command } from '../tokenize.ts';

/** Carries out one command on the printer. Never throws, whatever the parameters are. */
export type Handler = (printer: Printer, command: Command) => void;
