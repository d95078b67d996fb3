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

/** What `^SO` adds to the second or third clock: months, days, years, hours, minutes, seconds. */
export type ClockOffset = readonly number[];

/** One of the printer's clocks in UTC. */
export function clockAt(now: Date, offset: ClockOffset): Date {
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

/**
 * Replaces the clock fields of `^FC` (`%Y`, `%m` …); an unknown letter stays as it is written.
 *
 * @param clocks the time that each indicator stands for.
 */
export function fillClock(data: string, clocks: ReadonlyMap<string, Date>): string {
  let filled = '';
  for (let i = 0; i < data.length; i++) {
    const clock = clocks.get(data[i] as string);
    const field = clock === undefined ? undefined : CLOCK_FIELDS[data[i + 1] ?? ''];
    if (clock === undefined || field === undefined) filled += data[i];
    else {
      filled += field(clock);
      i++;
    }
  }
  return filled;
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

/** From 1. */
function dayOfYear(now: Date): number {
  return Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), 0, 1)) / 86_400_000) + 1;
}

/** Weeks that began this year on `firstDay` (0 Sunday, 1 Monday), as `%U` and `%W` of C count them. */
function weekOfYear(now: Date, firstDay: number): number {
  const daysSinceStartOfWeek = (now.getUTCDay() - firstDay + 7) % 7;
  return Math.floor((dayOfYear(now) - 1 - daysSinceStartOfWeek + 7) / 7);
}
