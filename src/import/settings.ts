import type { Command } from '../zpl/tokenize.ts';

/** Commands whose effect outlives their label. */
const SETTINGS: ReadonlySet<string> = new Set(
  '^BY ^CF ^CI ^CV ^CW ^FW ^JM ^LH ^LL ^LR ^LS ^LT ^MC ^MU ^PM ^PO ^PW ^SE ^SO'.split(' '),
);

/** Whether labels that follow are drawn differently because of a command. */
export function isSetting({ name }: Command): boolean {
  return SETTINGS.has(name);
}
