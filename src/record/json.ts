import { fail } from '../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Objects and arrays inside each other. A value of a variable has 1000 characters at most, in which no more than 500
 * can be nested; deeper ones would cost what they are refused for.
 */
export const JSON_DEPTH = 512;

/** By what a member or element stands in: the names and indices that lead to it. */
export type Path = readonly (string | number)[];

/** What a reader of JSON needs to know of it besides its values. */
export interface Care {
  /** Whether a member may appear only once in its object. */
  once(path: Path): boolean;
  /** Whether a number is wanted exactly as it was sent, as a {@link SentNumber}. */
  exact(path: Path): boolean;
}

/** A number that would be written otherwise once it is read: `1.0`, `1e400`, or one of more digits than fit. */
export class SentNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }
}

/**
 * Parses JSON in UTF-8. Throws `invalid_request`, which names it as `what`, for anything else, for nesting deeper than
 * {@link JSON_DEPTH}, and for a member that is duplicated where it may appear `once`: `JSON.parse` would silently take
 * the last.
 */
export function parseJson(bytes: Uint8Array, what: string, care: Care): unknown {
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
  return careful ? new CarefulReader(text, what, care).read() : value;
}

/** What a text has between its strings. */
interface Survey {
  /** How deep objects and arrays nest. */
  readonly depth: number;
  /** Strings that a colon follows: in valid JSON each names one member. */
  readonly members: number;
  /** Whether it has a number that would be written otherwise than it stands there. */
  readonly rounded: boolean;
}

/** Looks at everything but the strings, which are most of a body. The text may be anything. */
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
      at = endOfNumber(text, at) - 1;
      rounded ||= isRounded(text.slice(start, at + 1));
    }
  }
  return { depth: deepest, members, rounded };
}

/** Reads text that is known to be valid JSON, and of bounded depth, with all care. */
class CarefulReader {
  readonly #text: string;
  readonly #what: string;
  readonly #care: Care;
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string, what: string, care: Care) {
    this.#text = text;
    this.#what = what;
    this.#care = care;
  }

  read(): unknown {
    const code = this.#next();
    if (code === OPEN_BRACE) return Object.fromEntries(this.#members());
    if (code === OPEN_BRACKET) return this.#elements();
    if (code === QUOTE) return this.#string();
    if (code === MINUS || (code >= ZERO && code <= NINE)) return this.#number();
    const word = code === T ? 'true' : code === F ? 'false' : 'null';
    this.#at += word.length;
    return JSON.parse(word);
  }

  /** Of an object, in their order: later ones replace those of the same name. */
  #members(): Map<string, unknown> {
    const members = new Map<string, unknown>();
    this.#each(CLOSE_BRACE, () => {
      const name = this.#string();
      this.#next();
      this.#at++; // the colon
      this.#path.push(name);
      if (members.has(name) && this.#care.once(this.#path)) {
        fail('invalid_request', `${this.#path.join('.')} appears twice in ${this.#what}`);
      }
      members.set(name, this.read());
      this.#path.pop();
    });
    return members;
  }

  #elements(): unknown[] {
    const elements: unknown[] = [];
    this.#each(CLOSE_BRACKET, () => {
      this.#path.push(elements.length);
      elements.push(this.read());
      this.#path.pop();
    });
    return elements;
  }

  /** Reads what stands between commas up to the closing character. */
  #each(close: number, readOne: () => void): void {
    this.#at++;
    while (this.#next() !== close) {
      readOne();
      if (this.#next() === COMMA) this.#at++;
    }
    this.#at++;
  }

  #string(): string {
    const start = this.#at;
    this.#at = endOfString(this.#text, start) + 1;
    return JSON.parse(this.#text.slice(start, this.#at)) as string;
  }

  #number(): number | SentNumber {
    const start = this.#at;
    this.#at = endOfNumber(this.#text, start);
    const digits = this.#text.slice(start, this.#at);
    return isRounded(digits) && this.#care.exact(this.#path) ? new SentNumber(digits) : Number(digits);
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
const F = 0x66;
const T = 0x74;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** Where the number that begins here ends: what follows it in JSON is a space, or one of `,]}`. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (let code = text.charCodeAt(at); code > SPACE; code = text.charCodeAt(++at)) {
    if (code === COMMA || code === CLOSE_BRACKET || code === CLOSE_BRACE) break;
  }
  return at;
}

/** Whether a number would be written otherwise than it stands there. */
function isRounded(digits: string): boolean {
  return String(Number(digits)) !== digits;
}

/** Where the string that begins here ends, or the text, if it does not. */
function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close >= 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close < 0 ? text.length : close;
}

/** Whether an odd number of backslashes stands before. */
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
