import { PREFIX_CHANGES, type PrefixName } from '../../zpl/command-table/command-table.ts';
import type { Span } from '../../zpl/label.ts';
import { type Command, DEFAULT_PREFIXES } from '../../zpl/tokenize.ts';
import type { CommandListener, Findings, RuleFamily } from '../rule-family.ts';
import { nameSpan } from '../spans.ts';

/** Prefixes that the stream leaves changed. */
export const PREFIXES = {
  rules: {
    'prefix-left-changed': {
      severity: 'warning',
      title: 'A prefix is left changed',
      wrong: 'A changed prefix or delimiter outlives the label: the next label is not understood.',
      example: '«^CC»+\n+XA+FO50,50+A0N,30+FDPrice+FS+XZ',
      corrected: '^CC+\n+XA+FO50,50+A0N,30+FDPrice+FS+XZ+CC^',
      instead: 'change it back after the label',
    },
  },
  commands: (report): CommandListener => new PrefixCheck(report),
} as const satisfies RuleFamily;

class PrefixCheck implements CommandListener {
  readonly #report: Findings;
  readonly #changed = new Map<PrefixName, Span>();

  constructor(report: Findings) {
    this.#report = report;
  }

  read(command: Command): void {
    const prefix = PREFIX_CHANGES[command.name];
    if (prefix === undefined || command.params === '') return;
    if (command.params === DEFAULT_PREFIXES[prefix]) this.#changed.delete(prefix);
    else this.#changed.set(prefix, nameSpan(command));
  }

  end(): void {
    for (const [prefix, span] of this.#changed) {
      const what = prefix === 'delimiter' ? 'delimiter' : `prefix of ${prefix} commands`;
      const message = `the ${what} stays changed when the stream ends`;
      this.#report.add({ code: 'prefix-left-changed', span, command: changerOf(prefix), message });
    }
  }
}

function changerOf(prefix: PrefixName): string {
  return Object.keys(PREFIX_CHANGES).find((name) => PREFIX_CHANGES[name] === prefix) as string;
}
