const QUOTE = 0x22;
const [PLUS, MINUS, DOT] = [0x2b, 0x2d, 0x2e];
const [ZERO, NINE] = [0x30, 0x39];
const COLON = 0x3a;
const [CAPITAL_E, BACKSLASH, E] = [0x45, 0x5c, 0x65];

/** Of each byte whether it may stand in a string as it is. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x20 && byte !== QUOTE && byte !== BACKSLASH),
);

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/**
 * Goes through JSON in UTF-8 and makes nothing of it. Each method goes past what it names, and the space before that; where
 * something else stands it says so.
 */
export class JsonCursor {
  /** Where it is. */
  at = 0;
  /** Where the last value begins and ends, a string without its quotes; of a null there is nothing. */
  start = 0;
  end = 0;
  #json: Uint8Array = new Uint8Array(0);

  begin(json: Uint8Array): void {
    this.#json = json;
    this.at = 0;
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
    const json = this.#json;
    const start = this.at;
    for (let i = 0; i < bytes.length; i++) if (json[start + i] !== bytes[i]) return false;
    this.at = start + bytes.length;
    return true;
  }

  /** A name, given with its quotes, and a colon. It stays where it is if that is not there. */
  takesName(name: Uint8Array): boolean {
    const { at } = this;
    if (this.takesAll(name) && this.takes(COLON)) return true;
    this.at = at;
    return false;
  }

  /** A string without escapes, a number, or one of the words. */
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
      count = count * 10 + (this.#json[this.at] as number) - ZERO;
      if (count > 999) return null;
    }
    return first === ZERO || count === 0 ? null : count;
  }

  takesEnd(): boolean {
    return this.#next() === undefined;
  }

  #takesString(): boolean {
    const json = this.#json;
    let at = this.at + 1;
    this.start = at;
    while (at < json.length && PLAIN[json[at] as number] === 1) at++;
    this.end = at;
    this.at = at + 1;
    return at < json.length && json[at] === QUOTE;
  }

  #takesNumber(): boolean {
    const json = this.#json;
    if (json[this.at] === MINUS) this.at++;
    // No digit comes after a zero that comes first.
    if (json[this.at] === ZERO) this.at++;
    else if (!this.#takesDigits()) return false;
    if (json[this.at] === DOT) {
      this.at++;
      if (!this.#takesDigits()) return false;
    }
    if (json[this.at] !== CAPITAL_E && json[this.at] !== E) return true;
    this.at++;
    if (json[this.at] === PLUS || json[this.at] === MINUS) this.at++;
    return this.#takesDigits();
  }

  #takesDigits(): boolean {
    const { at } = this;
    while (this.#isDigit()) this.at++;
    return this.at > at;
  }

  #isDigit(): boolean {
    const code = this.#json[this.at];
    return code !== undefined && code >= ZERO && code <= NINE;
  }

  /** Goes to the next byte that is no space. */
  #next(): number | undefined {
    const json = this.#json;
    for (; this.at < json.length; this.at++) {
      const code = json[this.at] as number;
      if (code > 0x20) return code;
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return code;
    }
    return undefined;
  }
}
