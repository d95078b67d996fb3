import { LIMITS } from '../../limits.ts';
import { type ByteString, fromByteString } from '../../zpl/byte-string.ts';
import { characterLength, decodeText, type Encoding } from '../../zpl/encoding.ts';
import { hexByteAt } from '../../zpl/hex.ts';
import { bracePairs, type Placeholder, parseToken } from '../placeholders/token.ts';

/**
 * Field data as saved, with the bytes that a printer takes from it (`^FH` escapes decoded, line ends dropped), and the
 * saved bytes that each came from.
 */
export class SavedData {
  readonly saved: ByteString;
  readonly decoded: ByteString;
  readonly #indicator: string | null;
  /** Index into `saved` of each decoded byte, and of the end; null when the two are alike. */
  readonly #origin: Uint32Array | null;

  /** `indicator` is the field's own, or null when it has no `^FH`. */
  constructor(saved: ByteString, indicator: string | null) {
    this.saved = saved;
    this.#indicator = indicator;
    if ((indicator === null || !saved.includes(indicator)) && !/[\r\n]/.test(saved)) {
      this.decoded = saved;
      this.#origin = null;
      return;
    }
    const origin = new Uint32Array(saved.length + 1);
    let decoded = '';
    for (let at = 0; at < saved.length; ) {
      origin[decoded.length] = at;
      const byte = this.#escapeAt(at);
      if (byte !== undefined) decoded += String.fromCharCode(byte);
      else if (saved[at] !== '\r' && saved[at] !== '\n') decoded += saved[at];
      at += byte === undefined ? 1 : 3;
    }
    origin[decoded.length] = saved.length;
    this.decoded = decoded as ByteString;
    this.#origin = origin.slice(0, decoded.length + 1);
  }

  /** The byte whose escape is at an index of `saved`. */
  #escapeAt(at: number): number | undefined {
    return this.saved[at] === this.#indicator ? hexByteAt(this.saved, at + 1) : undefined;
  }

  /** The beginning of the decoded byte at `index` in `saved`; the end of `saved` for the end. */
  savedStart(index: number): number {
    return this.#origin === null ? index : (this.#origin[index] as number);
  }

  /** The end of the decoded byte before `index` in `saved`: dropped line ends lie between that and the next. */
  savedEnd(index: number): number {
    if (index === 0) return 0;
    const start = this.savedStart(index - 1);
    return start + (this.#escapeAt(start) === undefined ? 1 : 3);
  }

  /**
   * A part of `saved` as it is sent next to a value, under `^FH`: the characters among `escapes` that are literal, and
   * could begin an escape or a command with what follows, are escaped; the rest stays as saved. Null where one of them
   * has no escape.
   */
  withEscapes(
    savedStart: number,
    savedEnd: number,
    escapes: Readonly<Record<string, string | null>>,
  ): ByteString | null {
    const part = this.saved.slice(savedStart, savedEnd) as ByteString;
    if (!Object.keys(escapes).some((character) => part.includes(character))) return part;
    const pieces: string[] = [];
    let copied = savedStart;
    for (let at = savedStart; at < savedEnd; ) {
      const length = this.#escapeAt(at) === undefined ? 1 : 3;
      const escape = length === 1 ? escapes[this.saved[at] as string] : undefined;
      if (escape === null) return null;
      if (escape !== undefined) {
        pieces.push(this.saved.slice(copied, at), escape);
        copied = at + 1;
      }
      at += length;
    }
    return (pieces.join('') + this.saved.slice(copied, savedEnd)) as ByteString;
  }

  /** Placeholders of the field, no more than make a label too complex; indexes are into `decoded`. */
  placeholders(encoding: Encoding): Placeholder[] {
    const found: Placeholder[] = [];
    if (!this.decoded.includes('{')) return found;
    for (const [start, end] of bracePairs(this.decoded, (at) =>
      characterLength(encoding, this.decoded, at),
    )) {
      const token = this.#token(start + 1, end - 1, encoding);
      if (token !== null) found.push({ token, start, end });
      if (found.length > LIMITS.zplPrefixes) break;
    }
    return found;
  }

  /**
   * A name has several readings: `{ship_5Fdate}` has an escape, and `{ship_date}` in the same field only seems to have
   * one (`_da`). Escapes are decoded if that gives text; either reading matches.
   */
  #token(start: number, end: number, encoding: Encoding): Placeholder['token'] | null {
    const decoded = this.decoded.slice(start, end) as ByteString;
    const raw = fromByteString(this.saved.slice(this.savedStart(start), this.savedEnd(end)) as ByteString);
    const text = fromByteString(decoded);
    if (raw === text) return parseToken(text);
    if (isText(text)) return parseToken(text, [raw]);
    let visible = '';
    for (let i = start; i < end; i++) {
      const byte = this.decoded.charCodeAt(i);
      const printable = byte >= 0x20 && byte <= 0x7e;
      visible += printable ? this.decoded[i] : this.saved.slice(this.savedStart(i), this.savedEnd(i + 1));
    }
    return parseToken(fromByteString(visible as ByteString), [decodeText(encoding, decoded), raw]);
  }
}

/** Valid UTF-8 without control characters, once decoded. */
function isText(text: string): boolean {
  return !/[\0-\x1f\x7f\ufffd]/.test(text);
}
