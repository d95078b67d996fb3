import type { Edit } from '../finding.ts';
import type { Region } from './region.ts';

/** A string of JSON that holds the ZPL of a label. */
export interface ZplString {
  readonly json: string;
  /** The index of its opening quote. */
  readonly at: number;
  /** From 1. */
  readonly line: number;
  /** The beginning of that line. */
  readonly lineStart: number;
}

/** Finds bytes of the ZPL in the JSON file, where all of them are on one line. */
export class ZplInJson {
  readonly #json: string;
  readonly #line: number;
  /** At the first character of the string. */
  readonly #first: Cursor;
  #cursor: Cursor;

  constructor({ json, at, line, lineStart }: ZplString) {
    this.#json = json;
    this.#line = line;
    this.#first = { at: at + 1, column: 1 + Array.from(json.slice(lineStart, at + 1)).length, bytes: 0 };
    this.#cursor = this.#first;
  }

  /** The region of some bytes of the ZPL. Calls in the order of the ZPL take one pass over it together. */
  regionOf(offset: number, length: number): Region {
    this.#cursor = this.#move(this.#cursor.bytes <= offset ? this.#cursor : this.#first, offset);
    const end = this.#move(this.#cursor, offset + length);
    return {
      startLine: this.#line,
      startColumn: this.#cursor.column,
      endLine: this.#line,
      endColumn: end.column,
    };
  }

  /** An edit of the ZPL as an edit of the JSON, in units of its text. Calls in the order of the ZPL take one pass. */
  inJson({ offset, length, text }: Edit): Edit {
    this.#cursor = this.#move(this.#cursor.bytes <= offset ? this.#cursor : this.#first, offset);
    const end = this.#move(this.#cursor, offset + length);
    return {
      offset: this.#cursor.at,
      length: end.at - this.#cursor.at,
      text: JSON.stringify(text).slice(1, -1),
    };
  }

  #move(from: Cursor, bytesBefore: number): Cursor {
    let { at, column, bytes } = from;
    while (bytes < bytesBefore && this.#json[at] !== '"') {
      const character = String.fromCodePoint(this.#json.codePointAt(at) ?? 0);
      const escape = character === '\\' ? ESCAPE.exec(this.#json.slice(at, at + 12))?.[0] : undefined;
      const written = escape ?? character;
      bytes +=
        escape === undefined ? Buffer.byteLength(character) : Buffer.byteLength(JSON.parse(`"${escape}"`));
      column += escape === undefined ? 1 : written.length;
      at += written.length;
    }
    return { at, column, bytes };
  }
}

interface Cursor {
  /** In the JSON. */
  readonly at: number;
  readonly column: number;
  /** Bytes of the ZPL before it. */
  readonly bytes: number;
}

/** One character, or the two halves of one. */
const ESCAPE = /^\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|.)/;

/**
 * The `zpl` of each label in a file of bundles; null for a label without.
 *
 * @param json one bundle, an array of bundles, or JSON Lines; it is valid.
 */
export function zplStrings(json: string): readonly (ZplString | null)[] {
  const found: (ZplString | null)[] = [];
  /** `{` and `[` that are open. */
  const open: string[] = [];
  let key: string | null = null;
  let zpl: ZplString | null = null;
  let line = 1;
  let lineStart = json.startsWith('\uFEFF') ? 1 : 0;
  for (const { at, text } of tokens(json)) {
    const isLabel = open.at(-1) === '{' && open.length === (open[0] === '[' ? 2 : 1);
    if (text === '\n') {
      line++;
      lineStart = at + 1;
    } else if (text.startsWith('"')) {
      if (!isLabel) continue;
      if (key === null) key = JSON.parse(text) as string;
      else if (key === 'zpl') zpl = { json, at, line, lineStart };
    } else {
      key = null;
      if (text === '{' || text === '[') open.push(text);
      else if (text !== ',') open.pop();
      if (!isLabel || text !== '}') continue;
      found.push(zpl);
      zpl = null;
    }
  }
  return found;
}

/** Brackets, commas, line ends and strings: the tokens that determine where a member is. */
function* tokens(json: string): Generator<{ readonly at: number; readonly text: string }, void, undefined> {
  const next = /["{}[\],\n]/g;
  for (let match = next.exec(json); match !== null; match = next.exec(json)) {
    const at = match.index;
    if (match[0] === '"') {
      let end = json.indexOf('"', at + 1);
      while (end >= 0 && isEscaped(json, end)) end = json.indexOf('"', end + 1);
      // A string without an end is not valid JSON.
      if (end < 0) return;
      next.lastIndex = end + 1;
    }
    yield { at, text: match[0] === '"' ? json.slice(at, next.lastIndex) : match[0] };
  }
}

function isEscaped(json: string, at: number): boolean {
  let before = at;
  while (json[before - 1] === '\\') before--;
  return (at - before) % 2 === 1;
}
