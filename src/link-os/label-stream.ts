import type { ByteString } from '../zpl/byte-string.ts';
import { commandsOf } from '../zpl/tokenize.ts';

/** A stream for each label that a stream prints: its own format, and what was stored before it. */
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
  // One label is sent as it stands.
  return streams.length <= 1 ? [source] : (streams as ByteString[]);
}

/**
 * The label with its size in it, which the printer would take from its settings otherwise.
 *
 * @param sides in dots; null for one that is left to the printer.
 */
export function withSides(
  zpl: ByteString,
  { width, height }: { readonly width: number | null; readonly height: number | null },
): ByteString {
  let hasWidth = width === null;
  let hasHeight = height === null;
  let behind = 0;
  for (const { name, end } of commandsOf(zpl)) {
    if (name === '^XA') behind = end;
    hasWidth ||= name === '^PW';
    hasHeight ||= name === '^LL';
  }
  const added = `${hasWidth ? '' : `^PW${width}`}${hasHeight ? '' : `^LL${height}`}`;
  return (zpl.slice(0, behind) + added + zpl.slice(behind)) as ByteString;
}
