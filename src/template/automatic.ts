/** Tokens that the service fills in itself. */
export type AutomaticName = 'DATE' | 'TIME' | 'DATETIME' | 'COUNTER';

/** What stands for the argument of a token written without one. */
const DEFAULT_ARGUMENT: Readonly<Record<AutomaticName, string>> = {
  DATE: 'YYYY-MM-DD',
  TIME: 'HH:mm',
  DATETIME: 'YYYY-MM-DD HH:mm',
  COUNTER: '1',
};

const AUTOMATIC_NAME = /^(?:date|time|datetime|counter)$/i;
const CLOCK_TOKEN = /YYYY|YY|MM|DD|HH|mm|ss/g;

/** The automatic token that a placeholder's name spells in any case, or null. */
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

/** Fills in YYYY, YY, MM, DD, HH, mm and ss (UTC); everything else is literal. */
export function formatClock(format: string, now: Date): string {
  const iso = now.toISOString();
  const fields: Readonly<Record<string, string>> = {
    YYYY: iso.slice(0, 4),
    YY: iso.slice(2, 4),
    MM: iso.slice(5, 7),
    DD: iso.slice(8, 10),
    HH: iso.slice(11, 13),
    mm: iso.slice(14, 16),
    ss: iso.slice(17, 19),
  };
  return format.replace(CLOCK_TOKEN, (token) => fields[token] as string);
}
