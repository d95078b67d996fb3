import { Tokenizer, TokenType } from '@streamparser/json';
import { TABLE_LIMITS } from '../../limits.ts';
import { BatchStopped, InputFault } from '../batch-failure.ts';
import { notText } from './input-encoding.ts';

/**
 * Yields the elements of a JSON array as JSON Lines, byte for byte: numbers keep their digits. The content of an
 * element is checked later, with its row.
 *
 * @throws InputFault for an array that ends too early, and for an element that is too large or no JSON; BatchStopped
 *   for an input that is no array.
 */
export async function* jsonLinesOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const elements = new ElementFinder();
  const tokenizer = new Tokenizer();
  tokenizer.onToken = ({ token, offset }) => elements.take(token, offset);
  // Bytes from the beginning of the open element onwards.
  let held = Buffer.alloc(0);
  let heldFrom = 0;
  for await (const block of source) {
    tokenize(elements, () => tokenizer.write(block));
    held = Buffer.concat([held, block]);
    // Joined, because a million small blocks would take as long in the pipeline as in the tokenizer.
    const lines = elements.found
      .splice(0)
      .flatMap(([start, end]) => [asLine(held.subarray(start - heldFrom, end - heldFrom)), LINE_END]);
    if (lines.length > 0) yield Buffer.concat(lines);
    const keep = elements.openAt ?? heldFrom + textAt(held, elements.from - heldFrom);
    held = held.subarray(keep - heldFrom);
    heldFrom = keep;
    if (held.length > TABLE_LIMITS.rowBytes) {
      throw new InputFault(
        'an element of more than 1 MiB begins here: is a bracket or a quote not closed?',
        elements.count + 1,
      );
    }
  }
  if (!elements.opened) throw new BatchStopped('the input is empty: a JSON array is expected');
  if (!elements.closed) {
    throw new InputFault('the JSON array ends here without its ]: was it cut off?', elements.count + 1);
  }
  tokenize(elements, () => tokenizer.end());
}

/** Finds elements by the commas and brackets of the outermost array. */
class ElementFinder {
  /** Beginnings and ends of finished elements, spaces included. */
  readonly found: (readonly [start: number, end: number])[] = [];
  /** Elements that ended. */
  count = 0;
  /** The beginning of the open element, once its first token is complete. */
  openAt: number | null = null;
  /** The place at which the next element, or its incomplete first token, may begin. */
  from = 0;
  opened = false;
  closed = false;
  #depth = 0;

  take(token: TokenType, offset: number): void {
    if (this.#depth === 0) this.#open(token, offset);
    else if (this.#depth === 1 && token === TokenType.COMMA) this.#close(offset, true);
    else if (this.#depth === 1 && token === TokenType.RIGHT_BRACKET) {
      this.#close(offset, this.count > 0);
      this.#depth = 0;
      this.closed = true;
    } else {
      this.openAt ??= offset;
      if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) this.#depth++;
      else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) this.#depth--;
      if (this.#depth === 0) throw new InputFault('a bracket is closed that was not opened', this.count + 1);
    }
  }

  #open(token: TokenType, offset: number): void {
    if (this.closed) throw new BatchStopped('something follows the end of the JSON array');
    if (token !== TokenType.LEFT_BRACKET) {
      throw new BatchStopped(
        'the input is no JSON array; one object a line is read with --input-format jsonl',
      );
    }
    this.opened = true;
    this.from = offset + 1;
    this.#depth = 1;
  }

  #close(offset: number, needed: boolean): void {
    if (this.openAt !== null) {
      this.found.push([this.openAt, offset]);
      this.count++;
    } else if (needed) throw new InputFault('there is nothing before its comma or bracket', this.count + 1);
    this.openAt = null;
    this.from = offset + 1;
  }
}

/** Does some work of the tokenizer, and turns its errors into faults. A TypeError comes from its decoder. */
function tokenize(elements: ElementFinder, work: () => unknown): void {
  try {
    work();
  } catch (error) {
    if (error instanceof BatchStopped) throw error;
    if (error instanceof TypeError) throw new InputFault(notText(null), elements.count + 1);
    throw new InputFault('it is not valid JSON, and its end is unknown', elements.count + 1);
  }
}

const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const LINE_END = Buffer.from([LF]);

/** The first place from `from` on with bytes other than spaces; the length if there is none. */
function textAt(bytes: Buffer, from: number): number {
  let at = Math.max(0, from);
  while (at < bytes.length && (bytes[at] as number) <= SPACE) at++;
  return at;
}

/** The element on one line. Line ends can only be between tokens, where a space has the same meaning. */
function asLine(element: Buffer): Buffer {
  if (!element.includes(LF) && !element.includes(CR)) return element;
  return Buffer.from(element.map((byte) => (byte === LF || byte === CR ? SPACE : byte)));
}
