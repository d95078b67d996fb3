import { fail } from '../errors.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Parses a request body. Throws `invalid_request` for what is not JSON in UTF-8, and for an object that has
 * the same member twice, which `JSON.parse` would silently settle in favour of the last.
 */
export function parseJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0)
    fail('invalid_request', 'the request body is empty: send a JSON object, {} at least');
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    fail('invalid_request', 'the request body is not valid UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    fail('invalid_request', 'the request body is not valid JSON');
  }
  // A member that came twice is counted twice in the text and once in the value.
  if (membersInText(text) !== membersInValue(value)) {
    fail('invalid_request', 'the request body has an object with the same member twice');
  }
  return value;
}

/** Strings that a colon follows. The text is known to be valid JSON, so each names one member. */
function membersInText(text: string): number {
  let members = 0;
  for (let open = text.indexOf('"'); open >= 0; ) {
    let close = text.indexOf('"', open + 1);
    while (isEscaped(text, close)) close = text.indexOf('"', close + 1);
    let next = close + 1;
    while (text.charCodeAt(next) <= SPACE) next++;
    if (text.charCodeAt(next) === COLON) members++;
    open = text.indexOf('"', next);
  }
  return members;
}

const SPACE = 0x20;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

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
