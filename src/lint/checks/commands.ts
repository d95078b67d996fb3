import type { DotsPerMm } from '../../units.ts';
import type { ByteString } from '../../zpl/byte-string.ts';
import type { Encoding } from '../../zpl/encoding.ts';
import type { Span } from '../../zpl/label.ts';
import type { Printer } from '../../zpl/printer.ts';
import { DEFAULT_PREFIXES, type Prefixes } from '../../zpl/tokenize.ts';
import type { Report } from '../report.ts';
import { checkCommandName } from './command-names.ts';
import { checkData } from './data.ts';
import { addDiagnostic } from './diagnostics.ts';
import { FieldCheck } from './fields.ts';
import { checkLateSetting } from './late-settings.ts';
import { checkParameters } from './parameters.ts';
import { checkPicture } from './pictures.ts';
import { PlaceholderCheck } from './placeholders.ts';
import { nameSpan } from './spans.ts';
import { StructureCheck } from './structure.ts';
import { walk } from './walk.ts';

/** A stream whose commands were looked at one by one. */
export interface CheckedCommands {
  readonly printer: Printer;
  /** Where each command stands last. */
  readonly last: ReadonlyMap<string, Span>;
  /** The first command. */
  readonly start: Span;
  readonly placeholders: PlaceholderCheck;
}

const NOT_ASCII = /[\x80-\xff]/;

const PREFIXES: Readonly<Record<string, keyof Prefixes>> = {
  '^CC': 'format',
  '~CC': 'format',
  '^CT': 'control',
  '~CT': 'control',
  '^CD': 'delimiter',
  '~CD': 'delimiter',
};

/** Looks at commands one by one, with what those before have set. */
export function checkCommands(bytes: ByteString, dotsPerMm: DotsPerMm, report: Report): CheckedCommands {
  const structure = new StructureCheck(report);
  const fields = new FieldCheck(report);
  const placeholders = new PlaceholderCheck(report);
  let start: Span | null = null;
  const last = new Map<string, Span>();
  const unread = new Set<Encoding>();
  const changed = new Map<keyof Prefixes, Span>();
  const printer = walk(bytes, dotsPerMm, {
    read(command, { settings }) {
      if (start === null) {
        structure.lead(bytes.slice(0, command.start));
        start = nameSpan(command);
      }
      structure.take(command);
      checkCommandName(command, report);
      checkParameters(command, settings.dotsPerUnit, report);
      checkPicture(command, report);
      last.set(command.name, nameSpan(command));
      const prefix = PREFIXES[command.name];
      if (prefix === undefined || command.params === '') return;
      if (command.params === DEFAULT_PREFIXES[prefix]) changed.delete(prefix);
      else changed.set(prefix, nameSpan(command));
    },
    before(command, printer) {
      fields.take(command, printer);
      checkLateSetting(command, printer, report);
      checkData(command, printer, report);
      placeholders.take(command, printer);
    },
    diagnosed(command, diagnostic, printer) {
      if (diagnostic.code === 'encoding-uncertain') {
        const { data } = printer.field;
        // All tables have ASCII in its place, and one finding for a table says it for all fields.
        if (data === null || !NOT_ASCII.test(data.bytes) || unread.has(data.encoding)) return;
        unread.add(data.encoding);
      }
      if (command.name === '^XF') fields.recallFailed();
      addDiagnostic(command, diagnostic, report);
    },
  });
  structure.finish();
  for (const [prefix, span] of changed) {
    const what = prefix === 'delimiter' ? 'delimiter' : `prefix of ${prefix} commands`;
    const message = `the ${what} stays changed when the stream ends`;
    report.add({ code: 'prefix-left-changed', span, command: nameOf(prefix), message });
  }
  return { printer, last, start: start ?? { start: 0, end: 0 }, placeholders };
}

function nameOf(prefix: keyof Prefixes): string {
  return { format: '^CC', control: '^CT', delimiter: '^CD' }[prefix];
}
