import { isUtf8 } from 'node:buffer';
import { bisect } from '../bisect.ts';
import { type ByteString, fromByteString, toBytes } from '../zpl/byte-string.ts';
import type { Span } from '../zpl/label.ts';

/** The place of a byte for people; both from 1, columns in characters. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A part of a line. */
export interface Excerpt {
  readonly text: string;
  /** The index of the requested character, from 0; the length of the text at the end of the line. */
  readonly at: number;
  /** The number of requested characters. */
  readonly length: number;
}

/** Bytes of an excerpt before and after a place: more than 100 characters of four bytes each. */
const BEFORE_BYTES = 410;
const AFTER_BYTES = 610;

/** The byte order mark of UTF-8, with which editors begin a file. */
export const BYTE_ORDER_MARK = '\xef\xbb\xbf';

/** Finds lines in a stream of any length: it looks for their ends once. */
export class Source {
  readonly bytes: ByteString;
  /** The first byte of each line. */
  readonly #starts: number[] = [0];
  /** The last requested place. */
  #at = 0;
  #column = 1;
  /** The line that was looked at last, and whether it is UTF-8. */
  #line = -1;
  #isUtf8 = true;

  constructor(bytes: ByteString) {
    this.bytes = bytes;
    for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** Line and column of a byte. Calls in the order of the stream take one pass over it together. */
  placeOf(offset: number): TextPlace {
    const line = this.#lineAt(offset);
    const start = this.#starts[line] as number;
    if (this.#at < start || this.#at > offset) {
      this.#at = start;
      this.#column = 1;
    }
    this.#column += this.#characters(line, this.#at, offset);
    this.#at = offset;
    return { line: line + 1, column: this.#column };
  }

  /** The place just after the last of some bytes that begin at a place. */
  endOf({ line, column }: TextPlace, offset: number, length: number): TextPlace {
    const end = offset + length;
    const last = this.#lineAt(end);
    if (last + 1 === line) return { line, column: column + this.#characters(last, offset, end) };
    return { line: last + 1, column: 1 + this.#characters(last, this.#starts[last] as number, end) };
  }

  /** The line around some bytes, without its end, cut to an excerpt of bounded length. */
  excerptAt(offset: number, length: number): Excerpt {
    const line = this.#lineAt(offset);
    const start = this.#starts[line] as number;
    let end = (this.#starts[line + 1] ?? this.bytes.length + 1) - 1;
    if (end > start && this.bytes[end - 1] === '\r') end--;
    const place = Math.min(offset, end);
    const first = start === 0 && this.bytes.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : start;
    const from = this.#characterAt(line, Math.max(Math.min(first, place), place - BEFORE_BYTES));
    const to = this.#characterAt(line, Math.min(end, place + AFTER_BYTES));
    const part = this.bytes.slice(from, to) as ByteString;
    return {
      text: this.#isUtf8Line(line) ? fromByteString(part) : part,
      at: this.#characters(line, from, place),
      length: this.#characters(line, place, Math.max(place, Math.min(offset + length, to))),
    };
  }

  /** The text of a span, cut after this number of bytes. */
  textOf({ start, end }: Span, bytesMax: number): string {
    const line = this.#lineAt(start);
    let to = Math.min(end, start + bytesMax);
    if (to < end && this.#isUtf8Line(line)) while (to > start && continuesCharacter(this.bytes, to)) to--;
    const part = this.bytes.slice(start, to) as ByteString;
    return this.#isUtf8Line(line) ? fromByteString(part) : part;
  }

  /** The first byte of the next character, from this byte on. */
  #characterAt(line: number, at: number): number {
    let begin = at;
    if (this.#isUtf8Line(line)) while (continuesCharacter(this.bytes, begin)) begin++;
    return begin;
  }

  /** The number of characters that begin between two bytes of a line; editors do not count a byte order mark. */
  #characters(line: number, from: number, to: number): number {
    if (!this.#isUtf8Line(line)) return to - from;
    let count = from === 0 && to > 0 && this.bytes.startsWith(BYTE_ORDER_MARK) ? -1 : 0;
    for (let at = from; at < to; at++) if (!continuesCharacter(this.bytes, at)) count++;
    return count;
  }

  /** Whether a line is UTF-8; in any other line each byte counts as a character, as in ISO 8859-1. */
  #isUtf8Line(line: number): boolean {
    if (this.#line !== line) {
      this.#line = line;
      this.#isUtf8 = isUtf8(
        toBytes(this.bytes.slice(this.#starts[line], this.#starts[line + 1]) as ByteString),
      );
    }
    return this.#isUtf8;
  }

  #lineAt(offset: number): number {
    const next = bisect(this.#starts.length, (line) => (this.#starts[line] as number) <= offset);
    return Math.max(0, next - 1);
  }
}

function continuesCharacter(bytes: ByteString, at: number): boolean {
  return (bytes.charCodeAt(at) & 0xc0) === 0x80;
}
