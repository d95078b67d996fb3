import { type ClockField, fillClockFormat, splitClockFormat } from '../placeholders/clock-format.ts';
import { StepFailure } from './step-failure.ts';

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

const PART: Readonly<Record<ClockField, Part>> = {
  YYYY: 'year',
  YY: 'year',
  MM: 'month',
  DD: 'day',
  HH: 'hour',
  mm: 'minute',
  ss: 'second',
};

/**
 * Writes a date in another format. Fields of `from` have exactly as many digits as letters, two-digit years
 * are 2000–2099, and a time of day that `from` lacks is midnight. Throws a {@link StepFailure} when the value
 * is not a date in that format, or `to` wants a part of the date that `from` does not give.
 */
export function reformatDate(value: string, from: string, to: string): string {
  const parts = parseDate(value, from);
  return fillClockFormat(to, (field) => {
    const part = PART[field];
    const number = parts.get(part) ?? (field === 'HH' || field === 'mm' || field === 'ss' ? 0 : undefined);
    if (number === undefined) throw new StepFailure(`"${from}" gives no ${part} for "${to}"`);
    return String(number).padStart(4, '0').slice(-field.length);
  });
}

function parseDate(value: string, format: string): Map<Part, number> {
  const parts = new Map<Part, number>();
  const mismatch = (): StepFailure => new StepFailure(`the value is not a date like "${format}"`);
  let at = 0;
  for (const [index, piece] of splitClockFormat(format).entries()) {
    const text = value.slice(at, at + piece.length);
    at += piece.length;
    if (index % 2 === 0) {
      if (text !== piece) throw mismatch();
      continue;
    }
    if (text.length < piece.length || !/^\d+$/.test(text)) throw mismatch();
    const part = PART[piece as ClockField];
    const number = Number(text) + (piece === 'YY' ? 2000 : 0);
    if ((parts.get(part) ?? number) !== number) throw mismatch();
    parts.set(part, number);
  }
  if (at !== value.length || !isPossible(parts)) throw mismatch();
  return parts;
}

/** Whether there is such a day and time; a day without a year may be 29 February. */
function isPossible(parts: ReadonlyMap<Part, number>): boolean {
  const month = parts.get('month') ?? 1;
  const day = parts.get('day') ?? 1;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(parts.get('year') ?? 2000);
  const onCalendar = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const onClock =
    (parts.get('hour') ?? 0) < 24 && (parts.get('minute') ?? 0) < 60 && (parts.get('second') ?? 0) < 60;
  return onCalendar && onClock;
}
