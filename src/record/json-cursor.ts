import { hexDigit } from '../zpl/hex.ts';

const QUOTE = 0x22;
const [PLUS, MINUS, DOT] = [0x2b, 0x2d, 0x2e];
const [ZERO, NINE] = [0x30, 0x39];
const COLON = 0x3a;
const [CAPITAL_E, BACKSLASH, E, U] = [0x45, 0x5c, 0x65, 0x75];

/** For each byte whether a string may have it without an escape. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH),
);

/** The meaning of each letter after a backslash; 0 for none. */
const ESCAPES = new Uint8Array(256);
for (const pair of ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t']) {
  ESCAPES[pair.charCodeAt(0)] = pair.charCodeAt(1);
}

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/**
 * Walks through JSON in UTF-8 without creating values. Each method goes past the token that it names, and the space
 * before it; for any other token it returns false, null or -1.
 */
export class JsonCursor {
  /** The JSON, a zero, and then strings without their escapes. */
  readonly text: Uint8Array;
  /** The index of the next byte. */
  at = 0;
  /** Beginning and end of the last value in the text, a string without its quotes; undefined for a null. */
  start = 0;
  end = 0;
  #length = 0;
  /** The place of the next string without escapes. */
  #free = 0;

  /** @param most bytes of JSON that can be read. */
  constructor(most: number) {
    this.text = new Uint8Array(2 * most + 1);
  }

  /** Takes the JSON to read; false if it is too long. */
  begin(json: Uint8Array): boolean {
    this.at = 0;
    this.#length = json.length;
    this.#free = json.length + 1;
    if (2 * json.length + 1 > this.text.length) return false;
    this.text.set(json);
    this.text[json.length] = 0;
    return true;
  }

  /** A character of ASCII. */
  takes(code: number): boolean {
    if (this.#next() !== code) return false;
    this.at++;
    return true;
  }

  /** Exactly these bytes. */
  takesAll(bytes: Uint8Array): boolean {
    this.#next();
    const { text } = this;
    const start = this.at;
    for (let i = 0; i < bytes.length; i++) if (text[start + i] !== bytes[i]) return false;
    this.at = start + bytes.length;
    return true;
  }

  /** A name, given with its quotes, and a colon. The cursor stays if they are not next. */
  takesName(name: Uint8Array): boolean {
    const { at } = this;
    if (this.takesAll(name) && this.takes(COLON)) return true;
    this.at = at;
    return false;
  }

  /** A string, a number, `true`, `false` or `null`. */
  takesValue(): boolean {
    const code = this.#next();
    if (code === QUOTE) return this.#takesString();
    this.start = this.at;
    const isNull = this.takesAll(NULL);
    if (!isNull && !this.takesAll(TRUE) && !this.takesAll(FALSE) && !this.#takesNumber()) return false;
    this.end = isNull ? this.start : this.at;
    return true;
  }

  /** A number of one to three digits; null for anything else. */
  takesCount(): number | null {
    const first = this.#next();
    let count = 0;
    for (; this.#isDigit(); this.at++) {
      count = count * 10 + (this.text[this.at] as number) - ZERO;
      if (count > 999) return null;
    }
    return first === ZERO || count === 0 ? null : count;
  }

  takesEnd(): boolean {
    this.#next();
    return this.at === this.#length;
  }

  #takesString(): boolean {
    const { text } = this;
    let at = this.at + 1;
    this.start = at;
    while (PLAIN[text[at] as number] === 1) at++;
    this.end = at;
    this.at = at + 1;
    return text[at] === QUOTE || (text[at] === BACKSLASH && this.#takesEscapes());
  }

  /** The rest of a string, which is put together after the JSON; false for one that has no UTF-8. */
  #takesEscapes(): boolean {
    const { text, start } = this;
    let at = this.end;
    let free = this.#free;
    if (free + this.#length - start > text.length) return false;
    text.copyWithin(free, start, at);
    free += at - start;
    for (let code = text[at] as number; code !== QUOTE; code = text[at] as number) {
      if (PLAIN[code] === 1) {
        text[free++] = code;
        at++;
      } else if (code !== BACKSLASH) {
        return false;
      } else if (text[at + 1] === U) {
        const character = this.#characterAt(at);
        if (character < 0) return false;
        at += character > 0xffff ? 12 : 6;
        free = putCharacter(character, text, free);
      } else {
        const escaped = ESCAPES[text[at + 1] as number] as number;
        if (escaped === 0) return false;
        text[free++] = escaped;
        at += 2;
      }
    }
    this.start = this.#free;
    this.end = free;
    this.#free = free;
    this.at = at + 1;
    return true;
  }

  /** The code point of the escape that begins here, or of the pair; -1 if it is none. */
  #characterAt(at: number): number {
    const unit = this.#unitAt(at);
    if (unit < 0xd800 || unit > 0xdfff) return unit;
    const low = this.#unitAt(at + 6);
    return unit < 0xdc00 && low >= 0xdc00 && low <= 0xdfff
      ? 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
      : -1;
  }

  /** The code unit of `\uXXXX`; -1 for anything else. */
  #unitAt(at: number): number {
    const { text } = this;
    if (text[at] !== BACKSLASH || text[at + 1] !== U) return -1;
    let unit = 0;
    for (let i = at + 2; i < at + 6; i++) {
      const digit = hexDigit(text[i] as number);
      if (digit < 0) return -1;
      unit = unit * 16 + digit;
    }
    return unit;
  }

  #takesNumber(): boolean {
    const { text } = this;
    if (text[this.at] === MINUS) this.at++;
    // A leading zero is the only digit before the point.
    if (text[this.at] === ZERO) this.at++;
    else if (!this.#takesDigits()) return false;
    if (text[this.at] === DOT) {
      this.at++;
      if (!this.#takesDigits()) return false;
    }
    if (text[this.at] !== CAPITAL_E && text[this.at] !== E) return true;
    this.at++;
    if (text[this.at] === PLUS || text[this.at] === MINUS) this.at++;
    return this.#takesDigits();
  }

  #takesDigits(): boolean {
    const { at } = this;
    while (this.#isDigit()) this.at++;
    return this.at > at;
  }

  #isDigit(): boolean {
    const code = this.text[this.at] as number;
    return code >= ZERO && code <= NINE;
  }

  /** Goes to the next byte that is not white space. */
  #next(): number {
    const { text } = this;
    let code = text[this.at] as number;
    while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09) code = text[++this.at] as number;
    return code;
  }
}

/** Writes a character in UTF-8; returns where it ends. */
function putCharacter(character: number, to: Uint8Array, at: number): number {
  let end = at;
  if (character < 0x80) to[end++] = character;
  else {
    const more = character < 0x800 ? 1 : character < 0x10000 ? 2 : 3;
    to[end++] = ((0xf0 << (3 - more)) & 0xff) | (character >> (6 * more));
    for (let shift = 6 * (more - 1); shift >= 0; shift -= 6) to[end++] = 0x80 | ((character >> shift) & 0x3f);
  }
  return end;
}
