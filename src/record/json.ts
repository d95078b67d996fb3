import { fail } from '../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Objects and arrays inside each other. A value of a variable has 1000 characters at most, in which no more than 500
 * can be nested; deeper ones would cost what they are refused for.
 */
export const JSON_DEPTH = 512;

/** The names and indices that lead to a member or element. */
export type Path = readonly (string | number)[];

/** Rules to read the members and numbers of a JSON text. */
export interface JsonReadOptions {
  /** Whether a member may appear only once in its object. */
  uniqueMember(path: Path): boolean;
  /**
   * Whether a value is read as text in which numbers keep the digits that were sent: a {@link SentJson}, if they
   * differ.
   */
  keepsDigits(path: Path): boolean;
  /** The length, in UTF-16 code units, from which such a text may be cut anywhere: its reader refuses it. */
  readonly longestText: number;
}

/**
 * A number, an array or an object as JSON without spaces. Numbers in it keep the digits that were sent, also those that
 * JavaScript would write otherwise (`1.0`, `1e400`, or more digits than fit).
 */
export class SentJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/**
 * Parses JSON in UTF-8. Throws `invalid_request`, which names it as `what`, for anything else, for nesting deeper than
 * {@link JSON_DEPTH}, and for a duplicate of a `uniqueMember`: `JSON.parse` would silently take the last.
 */
export function parseJson(bytes: Uint8Array, what: string, options: JsonReadOptions): unknown {
  if (bytes.length === 0) fail('invalid_request', `${what} is empty; a JSON object is needed, {} at least`);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    fail('invalid_request', `${what} is not valid UTF-8`);
  }
  const { depth, members, rounded } = survey(text);
  if (depth > JSON_DEPTH) {
    fail('invalid_request', `${what} nests objects and arrays deeper than ${JSON_DEPTH} levels`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    fail('invalid_request', `${what} is not valid JSON`);
  }
  // A member that came twice is counted twice in the text and once in the value.
  const careful = rounded || members !== membersInValue(value);
  return careful ? new CarefulReader(text, what, options).read() : value;
}

/** The parts of a text between its strings. */
interface Survey {
  /** The depth to which objects and arrays nest. */
  readonly depth: number;
  /** Strings that a colon follows: in valid JSON each names one member. */
  readonly members: number;
  /** Whether it has a number that JavaScript would write otherwise. */
  readonly rounded: boolean;
}

/** Counts in everything but the strings, which are most of a body. The text need not be valid. */
function survey(text: string): Survey {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let rounded = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (code === COLON) members++;
    else if (code === OPEN_BRACE || code === OPEN_BRACKET) deepest = Math.max(deepest, ++depth);
    else if (code === CLOSE_BRACE || code === CLOSE_BRACKET) depth--;
    else if (code === MINUS || (code >= ZERO && code <= NINE)) {
      const start = at;
      at = endOfPlain(text, at) - 1;
      rounded ||= isRounded(text, start, at + 1);
    }
  }
  return { depth: deepest, members, rounded };
}

/** Reads text that is known to be valid JSON, and of bounded depth, by the options. */
class CarefulReader {
  readonly #text: string;
  readonly #what: string;
  readonly #options: JsonReadOptions;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string, what: string, options: JsonReadOptions) {
    this.#text = text;
    this.#what = what;
    this.#options = options;
  }

  read(): unknown {
    const code = this.#next();
    const keepsDigits = this.#options.keepsDigits(this.#path);
    if (code === OPEN_BRACE) return keepsDigits ? new SentJson(this.#membersText()) : this.#members();
    if (code === OPEN_BRACKET) return keepsDigits ? new SentJson(this.#elementsText()) : this.#elements();
    if (code === QUOTE) return this.#string();
    const plain = this.#plain();
    const value = JSON.parse(plain) as number | boolean | null;
    return keepsDigits && typeof value === 'number' && String(value) !== plain ? new SentJson(plain) : value;
  }

  /** Reads an object; a later member replaces an earlier one of the same name. */
  #members(): unknown {
    const members = new Map<string, unknown>();
    this.#begin();
    while (this.#goesOn(CLOSE_BRACE)) {
      const name = this.#name();
      this.#path.push(name);
      if (members.has(name) && this.#options.uniqueMember(this.#path)) {
        fail('invalid_request', `${this.#path.join('.')} appears twice in ${this.#what}`);
      }
      members.set(name, this.read());
      this.#path.pop();
    }
    return Object.fromEntries(members);
  }

  #elements(): unknown[] {
    const elements: unknown[] = [];
    this.#begin();
    while (this.#goesOn(CLOSE_BRACKET)) {
      this.#path.push(elements.length);
      elements.push(this.read());
      this.#path.pop();
    }
    return elements;
  }

  /** The next value as JSON without spaces; more than {@link JsonReadOptions.longestText} of it may be cut. */
  #valueText(): string {
    const code = this.#next();
    if (code === OPEN_BRACE) return this.#membersText();
    if (code === OPEN_BRACKET) return this.#elementsText();
    return code === QUOTE ? JSON.stringify(this.#string()) : this.#plain();
  }

  /** The text of an object, with its members in the order of JavaScript. */
  #membersText(): string {
    const members = new Map<string, string>();
    this.#begin();
    while (this.#goesOn(CLOSE_BRACE)) members.set(this.#name(), this.#valueText());
    const texts = Object.entries(Object.fromEntries(members)).map(
      ([name, text]) => `${JSON.stringify(name)}:${text}`,
    );
    return `{${texts.join(',')}}`;
  }

  #elementsText(): string {
    let text = '[';
    this.#begin();
    while (this.#goesOn(CLOSE_BRACKET)) {
      if (text.length > this.#options.longestText) this.#goToEnd();
      else text += (text.length > 1 ? ',' : '') + this.#valueText();
    }
    return `${text}]`;
  }

  /** Goes into an object or array. */
  #begin(): void {
    this.#at++;
  }

  /** Whether a further member or element follows; goes to it, or past the closing character. */
  #goesOn(close: number): boolean {
    if (this.#next() === COMMA) this.#at++;
    if (this.#next() !== close) return true;
    this.#at++;
    return false;
  }

  /** Goes to the closing character of the open array. */
  #goToEnd(): void {
    for (let depth = 0; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === QUOTE) this.#at = endOfString(this.#text, this.#at);
      else if (code === OPEN_BRACE || code === OPEN_BRACKET) depth++;
      else if ((code === CLOSE_BRACE || code === CLOSE_BRACKET) && depth-- === 0) return;
    }
  }

  #name(): string {
    this.#next();
    const name = this.#string();
    this.#next();
    this.#at++; // the colon
    return name;
  }

  #string(): string {
    const start = this.#at;
    this.#at = endOfString(this.#text, start) + 1;
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  /** A number, `true`, `false` or `null`, as it was sent. */
  #plain(): string {
    const start = this.#at;
    this.#at = endOfPlain(this.#text, start);
    return this.#text.slice(start, this.#at);
  }

  /** The next character that is no space. */
  #next(): number {
    while (this.#text.charCodeAt(this.#at) <= SPACE) this.#at++;
    return this.#text.charCodeAt(this.#at);
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** The end of the number or word that begins here: in JSON a space or one of `,]}` follows. */
function endOfPlain(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code > SPACE; code = text.charCodeAt(++at)) {
    if (code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE) break;
  }
  return at;
}

/** Integers of fewer digits are exact. */
const EXACT_DIGITS = 16;

/** Whether JavaScript would write a number otherwise. */
function isRounded(text: string, start: number, end: number): boolean {
  if (end - start < EXACT_DIGITS && hasOnlyDigits(text, start, end)) return false;
  const digits = text.slice(start, end);
  return String(Number(digits)) !== digits;
}

function hasOnlyDigits(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > NINE) return false;
  }
  return true;
}

/** The end of the string that begins here, or of the text if the string does not end. */
function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close < 0 ? text.length : close;
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text.charCodeAt(from - 1) === BACKSLASH) from--;
  return (at - from) % 2 === 1;
}

/** Own members of all objects. */
function membersInValue(root: unknown): number {
  let members = 0;
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value !== 'object' || value === null) continue;
    const children = Object.values(value);
    if (!Array.isArray(value)) members += children.length;
    for (const child of children) if (typeof child === 'object') rest.push(child);
  }
  return members;
}
