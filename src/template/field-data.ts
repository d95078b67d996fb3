import { LIMITS } from '../limits.ts';
import { type ByteString, fromByteString } from '../zpl/byte-string.ts';
import { characterLength, decodeText, type Encoding } from '../zpl/encoding.ts';
import { hexByteAt } from '../zpl/hex.ts';
import { bracePairs, type Placeholder, parseToken } from './token.ts';

/** Field data as saved, beside what its `^FH` escapes decode to, and which saved bytes each byte came from. */
export class FieldData {
  readonly saved: ByteString;
  readonly decoded: ByteString;
  /** Index into `saved` of each decoded byte, and of the end; null when the two are alike. */
  readonly #origin: Uint32Array | null;

  /** `indicator` is the field's own, or null when it has no `^FH`. */
  constructor(saved: ByteString, indicator: string | null) {
    this.saved = saved;
    if (indicator === null || !saved.includes(indicator)) {
      this.decoded = saved;
      this.#origin = null;
      return;
    }
    const origin = new Uint32Array(saved.length + 1);
    let decoded = '';
    let at = 0;
    for (; at < saved.length; ) {
      origin[decoded.length] = at;
      const byte = saved[at] === indicator ? hexByteAt(saved, at + 1) : undefined;
      decoded += byte === undefined ? saved[at] : String.fromCharCode(byte);
      at += byte === undefined ? 1 : 3;
    }
    origin[decoded.length] = at;
    this.decoded = decoded as ByteString;
    this.#origin = origin.slice(0, decoded.length + 1);
  }

  /** Where the decoded byte at `index` is spelled in `saved`. */
  savedIndex(index: number): number {
    return this.#origin === null ? index : (this.#origin[index] as number);
  }

  /** The saved spelling of the decoded bytes from `start` to `end`. */
  spelling(start: number, end: number): ByteString {
    return this.saved.slice(this.savedIndex(start), this.savedIndex(end)) as ByteString;
  }

  /** Whether the decoded byte at `index` is spelled as an escape. */
  #isEscaped(index: number): boolean {
    return this.savedIndex(index + 1) - this.savedIndex(index) > 1;
  }

  /**
   * The same bytes for a field where `^FH` with `indicator` is in force: an indicator that stood for itself is
   * escaped, so that it cannot join what is inserted after it; all else keeps its spelling.
   */
  respelled(start: number, end: number, indicator: string, escape: string): ByteString {
    if (!this.decoded.slice(start, end).includes(indicator)) return this.spelling(start, end);
    let text = '';
    for (let i = start; i < end; i++) {
      const plain = this.decoded[i] === indicator && !this.#isEscaped(i);
      text += plain ? escape : this.spelling(i, i + 1);
    }
    return text as ByteString;
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
   * A name can be read in several ways: `{ship_5Fdate}` has an escape, and `{ship_date}` in the same field only
   * looks as if it had one (`_da`). The escapes count where they give text; either spelling matches.
   */
  #token(start: number, end: number, encoding: Encoding): Placeholder['token'] | null {
    const decoded = this.decoded.slice(start, end) as ByteString;
    const raw = fromByteString(this.spelling(start, end));
    const text = fromByteString(decoded);
    if (raw === text) return parseToken(text);
    if (isText(text)) return parseToken(text, [raw]);
    let visible = '';
    for (let i = start; i < end; i++) {
      const byte = this.decoded.charCodeAt(i);
      const keepsEscape = this.#isEscaped(i) && (byte < 0x20 || byte > 0x7e);
      visible += keepsEscape ? this.spelling(i, i + 1) : this.decoded[i];
    }
    return parseToken(fromByteString(visible as ByteString), [decodeText(encoding, decoded), raw]);
  }
}

/** Valid UTF-8 without control characters, once decoded. */
function isText(text: string): boolean {
  return !/[\0-\x1f\x7f\ufffd]/.test(text);
}
