import { fail } from '../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Whether a member, by the names and indices that lead to it, may stand in its object only once. */
export type Once = (path: readonly (string | number)[]) => boolean;

/** Nothing that stands deeper is looked at for being repeated. */
const DEPTH = 3;

/**
 * Parses JSON in UTF-8. Throws `invalid_request`, which names it as `what`, for anything else, and for a member
 * that stands twice where it may stand `once`: `JSON.parse` would silently settle that in favour of the last.
 */
export function parseJson(bytes: Uint8Array, what: string, once: Once): unknown {
  if (bytes.length === 0) fail('invalid_request', `${what} is empty: a JSON object is needed, {} at least`);
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    fail('invalid_request', `${what} is not valid UTF-8`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    fail('invalid_request', `${what} is not valid JSON`);
  }
  // A member that came twice is counted twice in the text and once in the value.
  if (membersInText(text) !== membersInValue(value)) {
    const repeated = firstRepeated(text, once);
    if (repeated !== null) fail('invalid_request', `${repeated.join('.')} stands twice in ${what}`);
  }
  return value;
}

/** An object or array that is being read. */
interface Level {
  /** Null in an array. */
  readonly names: Set<string> | null;
  /** The member or element that is being read. */
  at: string | number;
}

/** The first member that stands twice where it may not, by the way to it. The text is known to be valid JSON. */
function firstRepeated(text: string, once: Once): (string | number)[] | null {
  const levels: Level[] = [];
  for (let at = 0; at < text.length; at++) {
    const level = levels.at(-1);
    const character = text[at];
    if (character === '{') levels.push({ names: new Set(), at: '' });
    else if (character === '[') levels.push({ names: null, at: 0 });
    else if (character === '}' || character === ']') levels.pop();
    else if (character === ',' && typeof level?.at === 'number') level.at++;
    else if (character === '"') {
      const close = endOfString(text, at);
      const isName = text.charCodeAt(skipSpace(text, close + 1)) === COLON;
      if (isName && level !== undefined && level.names !== null) {
        const name = JSON.parse(text.slice(at, close + 1)) as string;
        level.at = name;
        if (level.names.has(name) && levels.length <= DEPTH) {
          const path = levels.map((one) => one.at);
          if (once(path)) return path;
        }
        level.names.add(name);
      }
      at = close;
    }
  }
  return null;
}

/** Strings that a colon follows. The text is known to be valid JSON, so each names one member. */
function membersInText(text: string): number {
  let members = 0;
  for (let open = text.indexOf('"'); open >= 0; ) {
    const next = skipSpace(text, endOfString(text, open) + 1);
    if (text.charCodeAt(next) === COLON) members++;
    open = text.indexOf('"', next);
  }
  return members;
}

const SPACE = 0x20;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Where the string that begins here ends. */
function endOfString(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at++;
  return at;
}

/** Whether an odd number of backslashes stands before. */
function isEscaped(text: string, at: number): boolean {
  let from = at;
  while (text.charCodeAt(from - 1) === BACKSLASH) from--;
  return (at - from) % 2 === 1;
}

/** Own members of all objects, without recursion: nesting may be as deep as the body is long. */
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
