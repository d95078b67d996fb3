import { type ByteString, fromByteString } from '../zpl/byte-string.ts';

/** Where a byte stands for people; both from 1, columns in characters. */
export interface Place {
  readonly line: number;
  readonly column: number;
}

/** Finds lines in a stream of any length: it looks for their ends once. */
export class Source {
  readonly bytes: ByteString;
  /** Where each line begins. */
  readonly #starts: number[] = [0];
  /** The place that was asked for last. */
  #at = 0;
  #column = 1;

  constructor(bytes: ByteString) {
    this.bytes = bytes;
    for (let at = bytes.indexOf('\n'); at >= 0; at = bytes.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  /** Line and column of a byte. Places asked for in the order of the stream take one pass over it together. */
  placeOf(offset: number): Place {
    const line = this.#lineAt(offset);
    const start = this.#starts[line] as number;
    if (this.#at < start || this.#at > offset) {
      this.#at = start;
      this.#column = 1;
    }
    for (; this.#at < offset; this.#at++) if (beginsCharacter(this.bytes, this.#at)) this.#column++;
    return { line: line + 1, column: this.#column };
  }

  /** The line's text, without its end; numbers are from 1. */
  lineText(line: number): string {
    const end = (this.#starts[line] ?? this.bytes.length + 1) - 1;
    const text = this.bytes.slice(this.#starts[line - 1], end) as ByteString;
    return fromByteString(text).replace(/\r$/, '');
  }

  #lineAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] as number) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

/** Whether a byte is anything but one of UTF-8 that continues a character. */
function beginsCharacter(bytes: ByteString, at: number): boolean {
  return (bytes.charCodeAt(at) & 0xc0) !== 0x80;
}
