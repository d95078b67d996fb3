const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The values that `^SO` adds to the second or third clock: months, days, years, hours, minutes, seconds. */
export type ClockOffset = readonly number[];

/** One of the printer's clocks in UTC. */
function clockAt(now: Date, offset: ClockOffset): Date {
  const [months = 0, days = 0, years = 0, hours = 0, minutes = 0, seconds = 0] = offset;
  return new Date(
    Date.UTC(
      now.getUTCFullYear() + years,
      now.getUTCMonth() + months,
      now.getUTCDate() + days,
      now.getUTCHours() + hours,
      now.getUTCMinutes() + minutes,
      now.getUTCSeconds() + seconds,
    ),
  );
}

/** A clock field of `^FC` (`%Y`, `%m` …) in data, and the indicator's clock. */
interface ClockField {
  readonly start: number;
  readonly end: number;
  readonly offset: ClockOffset;
}

/** The clock fields in data, in order; an indicator before any other letter is none. */
export function* clockFields(
  data: string,
  clocks: ReadonlyMap<string, ClockOffset>,
): Generator<ClockField, void, undefined> {
  for (let at = 0; at < data.length; at++) {
    const offset = clocks.get(data[at] as string);
    if (offset === undefined || CLOCK_FIELDS[data[at + 1] ?? ''] === undefined) continue;
    yield { start: at, end: at + 2, offset };
    at++;
  }
}

/**
 * Replaces the clock fields of data; all else stays as it is written.
 *
 * @param clocks what each indicator's clock is ahead of `now`.
 */
export function fillClock(data: string, clocks: ReadonlyMap<string, ClockOffset>, now: Date): string {
  const times = new Map<ClockOffset, Date>();
  let filled = '';
  let copied = 0;
  for (const { start, end, offset } of clockFields(data, clocks)) {
    const time = times.get(offset) ?? clockAt(now, offset);
    times.set(offset, time);
    const write = CLOCK_FIELDS[data[start + 1] as string] as (now: Date) => string;
    filled += data.slice(copied, start) + write(time);
    copied = end;
  }
  return filled + data.slice(copied);
}

const CLOCK_FIELDS: Readonly<Record<string, (now: Date) => string>> = {
  a: (now) => (DAYS[now.getUTCDay()] as string).slice(0, 3),
  A: (now) => DAYS[now.getUTCDay()] as string,
  b: (now) => (MONTHS[now.getUTCMonth()] as string).slice(0, 3),
  B: (now) => MONTHS[now.getUTCMonth()] as string,
  d: (now) => padded(now.getUTCDate(), 2),
  H: (now) => padded(now.getUTCHours(), 2),
  I: (now) => padded(now.getUTCHours() % 12 || 12, 2),
  j: (now) => padded(dayOfYear(now), 3),
  m: (now) => padded(now.getUTCMonth() + 1, 2),
  M: (now) => padded(now.getUTCMinutes(), 2),
  p: (now) => (now.getUTCHours() < 12 ? 'AM' : 'PM'),
  S: (now) => padded(now.getUTCSeconds(), 2),
  U: (now) => padded(weekOfYear(now, 0), 2),
  W: (now) => padded(weekOfYear(now, 1), 2),
  w: (now) => String(now.getUTCDay()),
  y: (now) => padded(now.getUTCFullYear() % 100, 2),
  Y: (now) => padded(now.getUTCFullYear(), 4),
};

function padded(value: number, digits: number): string {
  return String(value).padStart(digits, '0');
}

/** The day of the year by the UTC fields of a date, from 1. */
export function dayOfYear(now: Date): number {
  return Math.round((now.getTime() - new Date(now).setUTCMonth(0, 1)) / 86_400_000) + 1;
}

/** Weeks that began this year on `firstDay` (0 Sunday, 1 Monday), as `%U` and `%W` of C count them. */
function weekOfYear(now: Date, firstDay: number): number {
  const daysSinceStartOfWeek = (now.getUTCDay() - firstDay + 7) % 7;
  return Math.floor((dayOfYear(now) - 1 - daysSinceStartOfWeek + 7) / 7);
}
