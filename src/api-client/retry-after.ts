import type { AnswerHeaders } from './exchange.ts';

const SECONDS = /^\d{1,9}$/;

/**
 * What `Retry-After` asks for, in seconds of at least 1, whether it is a number or a date. A date is compared with the
 * `Date` of the same answer, so it does not matter whether this machine's clock is right. Null where the header is
 * absent or makes no sense.
 */
export function retryAfterSeconds(headers: AnswerHeaders): number | null {
  const text = headers.get('retry-after')?.trim();
  if (text === undefined) return null;
  if (SECONDS.test(text)) return Math.max(1, Number(text));
  const at = Date.parse(text);
  const sent = Date.parse(headers.get('date') ?? '');
  const seconds = Math.ceil((at - (Number.isNaN(sent) ? Date.now() : sent)) / 1000);
  return seconds > 0 ? seconds : null;
}
