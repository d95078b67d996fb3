import type { ByteString } from '../zpl/byte-string.ts';
import type { Element, Span } from '../zpl/label.ts';
import type { Command } from '../zpl/tokenize.ts';

/** The span of a command's name, with its prefix. */
export function nameSpan({ start, paramsStart }: Command): Span {
  return { start, end: paramsStart };
}

/** Bytes of a prefix and a name. */
const NAME_BYTES = 3;

/** The same of the command that has this span. */
export function nameWithin({ start }: Span): Span {
  return { start, end: start + NAME_BYTES };
}

/** The data of the command that has this span, without line ends after it. */
export function dataWithin(bytes: ByteString, { start, end }: Span): Span {
  const first = start + NAME_BYTES;
  let last = end;
  while (last > first && (bytes[last - 1] === '\n' || bytes[last - 1] === '\r')) last--;
  return { start: first, end: Math.max(first, last) };
}

/** The command whose place a finding about an element has. */
export function commandOf(element: Element): string {
  return element.command !== undefined && element.kind !== 'barcode' ? element.command : '^FD';
}
