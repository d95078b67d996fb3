import type { Printer } from '../../zpl/printer.ts';
import type { Command } from '../../zpl/tokenize.ts';
import type { Report } from '../report.ts';
import { nameSpan } from './spans.ts';

/**
 * `^LL` and `^JM` after a field of the label: Zebra's guide lets them hold from the next label on.
 *
 * @param printer before the command.
 */
export function checkLateSetting(command: Command, { label, settings }: Printer, report: Report): void {
  const { name, params } = command;
  if (label === null || label.items.length === 0) return;
  const isChange =
    name === '^LL'
      ? Math.round(Number.parseFloat(params) * settings.dotsPerUnit) !== settings.labelLength
      : name === '^JM' && (params.trim().toUpperCase() === 'B') !== settings.doubled;
  if (!isChange) return;
  const message = `${name} stands after a field, and does not hold for this label`;
  report.add({ code: 'setting-too-late', span: nameSpan(command), command: name, message });
}
