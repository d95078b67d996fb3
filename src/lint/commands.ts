import { parsing } from '../engine/printer-fonts.ts';
import { decodeImage } from '../raster/images/decode.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { PREFIX_CHANGES } from '../zpl/command-table/command-table.ts';
import type { Diagnostic } from '../zpl/diagnostic.ts';
import type { Span } from '../zpl/label.ts';
import { ObservedPrinter } from '../zpl/observe.ts';
import { execute } from '../zpl/parse.ts';
import { bareCommand, type Command, commandsOf, DEFAULT_PREFIXES } from '../zpl/tokenize.ts';
import { addDiagnostic, ownerOfDiagnostic } from './diagnosed.ts';
import type { Report } from './report.ts';
import type { CommandListener, ReadStream, Spelling } from './rule-family.ts';
import { FAMILIES } from './rules.ts';
import { nameSpan } from './spans.ts';

const START = bareCommand('^XA');
const END = bareCommand('^XZ');

/** The time that clock fields and automatic tokens show: they take as many characters at any time. */
export const NOON = new Date(Date.UTC(2026, 10, 22, 12));

/**
 * Executes a stream as the renderer does, while all rules about commands listen. Formats that are stored and never
 * recalled are executed at the end.
 */
export function checkCommands(
  bytes: ByteString,
  { dotsPerMm, model }: Pick<ReadStream, 'dotsPerMm' | 'model'>,
  report: Report,
): ReadStream {
  const spellings = new Map<string, Spelling>();
  const byFamily = FAMILIES.map(({ commands }) => commands?.(report, spellings, model));
  const listeners = byFamily.filter((one) => one !== undefined);
  const [reads, befores, diagnoseds] = [
    listeners.filter(listensTo('read')),
    listeners.filter(listensTo('before')),
    listeners.filter(listensTo('diagnosed')),
  ];
  let start: Span | null = null;
  const last = new Map<string, Span>();
  const diagnosed = (command: Command, diagnostic: Diagnostic): void => {
    for (const listener of diagnoseds) listener.diagnosed(command, diagnostic);
    const owner = ownerOfDiagnostic(diagnostic);
    if (owner === undefined) return;
    if (byFamily[owner.family]?.isFinding?.(diagnostic, command, printer) === false) return;
    addDiagnostic(owner.rule, command, diagnostic, report);
  };
  const options = parsing({ dotsPerMm }, { decodeImage, now: NOON });
  const observed = new ObservedPrinter(options, (command, { label, diagnostics }) => {
    const isRecorded = label?.recording && command.name !== '^XZ';
    if (!isRecorded) for (const listener of befores) listener.before(command, printer);
    if (command.name === '^XZ') observed.noteFormat();
    const before = diagnostics.length;
    execute(printer, command);
    for (const diagnostic of diagnostics.splice(before)) diagnosed(command, diagnostic);
  });
  const { printer } = observed;
  for (const command of commandsOf(bytes)) {
    const span = nameSpan(command);
    if (start === null) {
      const lead = bytes.slice(0, command.start);
      for (const listener of listeners) listener.lead?.(lead);
      start = span;
    }
    for (const listener of reads) listener.read(command, printer);
    const prefix = PREFIX_CHANGES[command.name];
    if (prefix !== undefined && command.params !== '' && command.params !== DEFAULT_PREFIXES[prefix])
      report.withoutRepairs();
    last.set(command.name, span);
    observed.perform(command);
  }
  for (const format of observed.unrecalled()) {
    execute(printer, START);
    for (const command of format) observed.perform(command);
    execute(printer, END);
  }
  for (const listener of listeners) listener.end?.();
  return { bytes, dotsPerMm, model, printer, last, start: start ?? { start: 0, end: 0 }, spellings };
}

/** Whether a listener has a method for this moment. */
function listensTo<Moment extends keyof CommandListener>(
  moment: Moment,
): (listener: CommandListener) => listener is CommandListener & Required<Pick<CommandListener, Moment>> {
  return (listener): listener is CommandListener & Required<Pick<CommandListener, Moment>> =>
    listener[moment] !== undefined;
}
