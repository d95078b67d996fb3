import type { ByteString } from '../zpl/byte-string.ts';
import { commandsOf } from '../zpl/tokenize.ts';

/** A stream for each label that a stream prints: its own format, and the objects stored before it. */
export function labelStreams(source: ByteString): readonly ByteString[] {
  const streams: string[] = [];
  let stored = '';
  let at = 0;
  let start: number | null = null;
  let stores = false;
  for (const { name, start: begin, end } of commandsOf(source)) {
    if (name === '^XA') {
      stored += source.slice(at, begin);
      start = begin;
      stores = false;
    } else if (name === '^DF') stores = true;
    if (name !== '^XZ' || start === null) continue;
    const format = source.slice(start, end);
    if (stores) stored += format;
    else streams.push(stored + format);
    start = null;
    at = end;
  }
  // A single label is sent unchanged.
  return streams.length <= 1 ? [source] : (streams as ByteString[]);
}

/**
 * The label with commands that set its size. Without them the printer would use its settings.
 *
 * @param sides in dots; null for a side that the printer decides
 */
export function withSides(
  zpl: ByteString,
  { width, height }: { readonly width: number | null; readonly height: number | null },
): ByteString {
  let hasWidth = width === null;
  let hasHeight = height === null;
  let after = 0;
  for (const { name, end } of commandsOf(zpl)) {
    if (name === '^XA') after = end;
    hasWidth ||= name === '^PW';
    hasHeight ||= name === '^LL';
  }
  const added = `${hasWidth ? '' : `^PW${width}`}${hasHeight ? '' : `^LL${height}`}`;
  return (zpl.slice(0, after) + added + zpl.slice(after)) as ByteString;
}
