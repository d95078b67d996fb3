import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';

/** Threads get what is under this from the thread that starts them. */
const KEY = 'platen: time zone';

const MINUTE_MS = 60_000;

/** Milliseconds that the zone's clock is ahead of UTC at an instant. */
type Offset = (instantMs: number) => number;

let offset: Offset | undefined;

/** Says by which zone's clock labels are filled in, in this thread and in those that it starts from now on. */
export function keepTimeOf(zone: string): void {
  setEnvironmentData(KEY, zone);
  offset = undefined;
}

/** The zone of {@link keepTimeOf}; UTC unless it was called. */
export function timeZone(): string {
  return (getEnvironmentData(KEY) as string | undefined) ?? 'UTC';
}

/** The date and time that the zone's clock shows at an instant, as the UTC fields of a `Date`. */
export function wallClock(instantMs: number): Date {
  offset ??= offsetOf(timeZone());
  return new Date(instantMs + offset(instantMs));
}

/** Whether Node.js knows a zone of this IANA name. Offsets such as +01:00 are none: they have no daylight saving. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z]/.test(name) && formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
}

/** Asks once a minute of the clock: no zone changes its offset within one, and to ask takes some microseconds. */
function offsetOf(zone: string): Offset {
  if (zone === 'UTC') return () => 0;
  const format = formatOf(zone);
  let minute = Number.NaN;
  let known = 0;
  return (instantMs) => {
    const asked = Math.floor(instantMs / MINUTE_MS);
    if (asked !== minute) {
      known = offsetAt(format, instantMs);
      minute = asked;
    }
    return known;
  };
}

function offsetAt(format: Intl.DateTimeFormat, instantMs: number): number {
  // `GMT`, `GMT+05:30`; zones of long ago have seconds too.
  const text = format.formatToParts(instantMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * MINUTE_MS + Number(seconds) * 1000;
  return sign === '-' ? -ahead : ahead;
}
