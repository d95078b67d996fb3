import { dayOfYear } from '../../zpl/commands/clock.ts';
import { type ClockField, splitClockFormat } from '../placeholders/clock-format.ts';
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

/** Fields that depend on the whole date. They are written, never read. */
const OF_DATE: Readonly<Record<string, (date: Date) => number>> = {
  DDDD: dayOfYear,
  GGGG: (date) => isoThursday(date).getUTCFullYear(),
  WW: (date) => Math.ceil(dayOfYear(isoThursday(date)) / 7),
};
const DIGITS: Readonly<Record<string, number>> = { DDDD: 3 };

/** A `WW` of three or more letters has its number at the end, so that `GGGG-WWW` is an ISO week like 2026-W10. */
const WRITTEN_FIELDS = /(YYYY|YY|GGGG|WW(?!W)|MM|DDDD|DD|HH|mm|ss)/;

const DAY_MS = 86_400_000;

/** The amounts that a `date_add` adds to a date of a format. */
export interface DateAmounts {
  readonly format: string;
  readonly days: number;
  readonly weeks: number;
  readonly months: number;
  readonly years: number;
}

/**
 * Writes a date in another format. Fields of `from` have exactly as many digits as letters, two-digit years
 * are 2000–2099, and a time of day that `from` lacks is midnight. Throws a {@link StepFailure} when the value
 * is not a date in that format, or `to` wants a part of the date that `from` does not give.
 */
export function reformatDate(value: string, from: string, to: string): string {
  return writeDate(parseDate(value, from), from, to);
}

/**
 * The date that is years and months later, then weeks and days. A month without such a day ends earlier: 31 January and
 * a month is the last of February. The time of day stays. Throws a {@link StepFailure} for a value that is not a whole
 * date in the format, or becomes one that the format cannot show.
 */
export function addToDate(value: string, { format, days, weeks, months, years }: DateAmounts): string {
  const parts = parseDate(value, format);
  const [year, month, day] = (['year', 'month', 'day'] as const).map((part) => {
    const number = parts.get(part);
    if (number === undefined) throw new StepFailure(`"${format}" gives no ${part} to add to`);
    return number;
  }) as [number, number, number];
  const monthCount = (year + years) * 12 + month - 1 + months;
  const lastDay = utcDate(0, monthCount + 1, 0).getUTCDate();
  const date = new Date(
    utcDate(0, monthCount, Math.min(day, lastDay)).getTime() + (7 * weeks + days) * DAY_MS,
  );
  const [first, last] = hasShortYear(format) ? [2000, 2099] : [0, 9999];
  const shown = date.getUTCFullYear();
  if (!(shown >= first && shown <= last)) {
    throw new StepFailure(`the date is not within the years ${first} to ${last} of "${format}"`);
  }
  parts.set('year', shown);
  parts.set('month', date.getUTCMonth() + 1);
  parts.set('day', date.getUTCDate());
  return splitClockFormat(format)
    .map((piece, index) =>
      index % 2 === 0 ? piece : written(piece, parts.get(PART[piece as ClockField]) as number),
    )
    .join('');
}

/** The date and time of a clock's UTC fields, in a format. */
export function clockText(format: string, now: Date): string {
  const parts = new Map<Part, number>([
    ['year', now.getUTCFullYear()],
    ['month', now.getUTCMonth() + 1],
    ['day', now.getUTCDate()],
    ['hour', now.getUTCHours()],
    ['minute', now.getUTCMinutes()],
    ['second', now.getUTCSeconds()],
  ]);
  return writeDate(parts, format, format);
}

function writeDate(parts: ReadonlyMap<Part, number>, from: string, to: string): string {
  const need = (part: Part): number => {
    const number =
      parts.get(part) ?? (part === 'hour' || part === 'minute' || part === 'second' ? 0 : undefined);
    if (number === undefined) throw new StepFailure(`"${from}" gives no ${part} for "${to}"`);
    return number;
  };
  let date: Date | undefined;
  return to
    .split(WRITTEN_FIELDS)
    .map((piece, index) => {
      if (index % 2 === 0) return piece;
      const ofDate = OF_DATE[piece];
      if (ofDate === undefined) return written(piece, need(PART[piece as ClockField]));
      date ??= utcDate(need('year'), need('month') - 1, need('day'));
      return written(piece, ofDate(date));
    })
    .join('');
}

function written(field: string, number: number): string {
  return String(number)
    .padStart(4, '0')
    .slice(-(DIGITS[field] ?? field.length));
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
  const date = utcDate(parts.get('year') ?? 2000, month - 1, day);
  const onCalendar = month >= 1 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const onClock =
    (parts.get('hour') ?? 0) < 24 && (parts.get('minute') ?? 0) < 60 && (parts.get('second') ?? 0) < 60;
  return onCalendar && onClock;
}

function hasShortYear(format: string): boolean {
  return splitClockFormat(format).includes('YY');
}

/** A date of any year, also before 100, where `Date.UTC` adds 1900. */
function utcDate(year: number, month: number, day: number): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return date;
}

/** The Thursday of the same week, from Monday to Sunday: its year is the one that counts the week. */
function isoThursday(date: Date): Date {
  return new Date(date.getTime() + (4 - (date.getUTCDay() || 7)) * DAY_MS);
}
