import { COMMAND_TABLE } from '../../zpl/command-table/command-table.ts';
import type { RuleFamily } from '../rule-family.ts';
import { nameSpan } from '../spans.ts';

/** Commands that the printer of a label does not have. */
export const PRINTER_COMMANDS = {
  rules: {
    'command-lacking': {
      severity: 'warning',
      title: 'The printer does not have a command',
      wrong: 'A printer ignores a command that it does not have; the label is printed without its effect.',
      // The rule needs a printer to be tried.
      example: null,
      corrected: null,
      instead: 'leave the command out, or use a printer that has it',
    },
  },
  commands(report, _spellings, model) {
    if (model === null || model.lacks.length === 0) return {};
    const lacks = new Set(model.lacks);
    return {
      read(command) {
        const { name } = command;
        if (!lacks.has(name)) return;
        const { title, onlyOn } = COMMAND_TABLE.get(name) ?? {};
        report.add({
          code: 'command-lacking',
          span: nameSpan(command),
          command: name,
          message: `${model.name} does not have ${name} (${title})`,
          ...(onlyOn === undefined
            ? {}
            : { suggestion: `leave the command out; Zebra's guide has it for ${onlyOn.join(', ')} only` }),
        });
      },
    };
  },
} as const satisfies RuleFamily;
