import type { AnswerHeaders } from './exchange.ts';

/** Delays in seconds. A proxy may have added its own to the service's; the longest counts. */
const SECONDS = /^\d+(?:\s*,\s*\d+)*$/;
/**
 * Dates: those of RFC 9110, section 5.6.7, which begin with the name of the day, and those of ISO 8601, which some
 * servers send. `Date.parse` alone takes almost anything for a date, `-5` for example.
 */
const DATE = /^(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? |\d{4}-\d\d-\d\dT)/i;
/** A greater number of seconds counts as this one: RFC 9111, section 1.2.2. */
const MOST_SECONDS = 2 ** 31;

/**
 * The wait that `Retry-After` asks for, in seconds from 1 to 2^31, whether it is a number or a date. A date is compared
 * with the `Date` of the same answer, so it does not matter whether this machine's clock is right. Null if the header
 * is absent, malformed or names a moment that has passed.
 */
export function retryAfterSeconds(headers: AnswerHeaders): number | null {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined) return null;
  if (SECONDS.test(text)) return bounded(Math.max(...text.split(',').map(Number)));
  if (!DATE.test(text)) return null;
  const sent = Date.parse(headers.get('date') ?? '');
  const seconds = Math.ceil((Date.parse(text) - (Number.isNaN(sent) ? Date.now() : sent)) / 1000);
  return seconds > 0 ? bounded(seconds) : null;
}

function bounded(seconds: number): number {
  return Math.min(MOST_SECONDS, Math.max(1, seconds));
}
