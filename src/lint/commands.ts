import type { DotsPerMm } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Span } from '../zpl/label.ts';
import { addDiagnostic, ownerOfDiagnostic } from './diagnosed.ts';
import type { CommandListener, Findings, ReadStream, Spelling } from './rule-family.ts';
import { FAMILIES } from './rules.ts';
import { nameSpan } from './spans.ts';
import { walk } from './walk.ts';

/** Carries out a stream, while all rules about commands listen. */
export function checkCommands(bytes: ByteString, dotsPerMm: DotsPerMm, report: Findings): ReadStream {
  const spellings = new Map<string, Spelling>();
  const byFamily = FAMILIES.map(({ commands }) => commands?.(report, spellings));
  const listeners = byFamily.filter((one) => one !== undefined);
  const [reads, befores, diagnoseds] = [
    listeners.filter(hears('read')),
    listeners.filter(hears('before')),
    listeners.filter(hears('diagnosed')),
  ];
  let start: Span | null = null;
  const last = new Map<string, Span>();
  const printer = walk(bytes, dotsPerMm, {
    read(command, printer) {
      const span = nameSpan(command);
      if (start === null) {
        const lead = bytes.slice(0, command.start);
        for (const listener of listeners) listener.lead?.(lead);
        start = span;
      }
      for (const listener of reads) listener.read(command, printer);
      last.set(command.name, span);
    },
    before(command, printer) {
      for (const listener of befores) listener.before(command, printer);
    },
    diagnosed(command, diagnostic, printer) {
      for (const listener of diagnoseds) listener.diagnosed(command, diagnostic);
      const owner = ownerOfDiagnostic(diagnostic);
      if (owner === undefined) return;
      if (byFamily[owner.family]?.isFinding?.(diagnostic, command, printer) === false) return;
      addDiagnostic(owner.rule, command, diagnostic, report);
    },
  });
  for (const listener of listeners) listener.end?.();
  return { bytes, dotsPerMm, printer, last, start: start ?? { start: 0, end: 0 }, spellings };
}

/** Tells listeners that hear of this from those that do not. */
function hears<Moment extends keyof CommandListener>(
  moment: Moment,
): (listener: CommandListener) => listener is CommandListener & Required<Pick<CommandListener, Moment>> {
  return (listener): listener is CommandListener & Required<Pick<CommandListener, Moment>> =>
    listener[moment] !== undefined;
}
