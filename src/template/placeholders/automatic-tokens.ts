import { type ClockField, fillClockFormat } from './clock-format.ts';

/** The tokens that the service fills in itself, each with its argument if the label gives none. */
const DEFAULT_ARGUMENT = {
  DATE: 'YYYY-MM-DD',
  TIME: 'HH:mm',
  DATETIME: 'YYYY-MM-DD HH:mm',
  COUNTER: '1',
} as const;

export type AutomaticName = keyof typeof DEFAULT_ARGUMENT;

const AUTOMATIC_NAME = new RegExp(`^(?:${Object.keys(DEFAULT_ARGUMENT).join('|')})$`, 'i');

/** The automatic token of that name in any case, or null. */
export function automaticName(name: string): AutomaticName | null {
  return AUTOMATIC_NAME.test(name) ? (name.toUpperCase() as AutomaticName) : null;
}

/**
 * The text of an automatic token at an instant (UTC). An absent or empty argument means the default format,
 * or the seed 1; a counter's seed is printed as written.
 */
export function automaticText(name: AutomaticName, argument: string, now: Date): string {
  const format = argument === '' ? DEFAULT_ARGUMENT[name] : argument;
  return name === 'COUNTER' ? format : formatClock(format, now);
}

/** The place of each clock field in `2026-11-21T18:30:00.000Z`. */
const IN_ISO_TEXT: Readonly<Record<ClockField, readonly [start: number, end: number]>> = {
  YYYY: [0, 4],
  YY: [2, 4],
  MM: [5, 7],
  DD: [8, 10],
  HH: [11, 13],
  mm: [14, 16],
  ss: [17, 19],
};

function formatClock(format: string, now: Date): string {
  const iso = now.toISOString();
  return fillClockFormat(format, (field) => iso.slice(...IN_ISO_TEXT[field]));
}
