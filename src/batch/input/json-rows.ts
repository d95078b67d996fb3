import { FailureError } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { type JsonReadOptions, parseJson } from '../../record/json.ts';
import { asText, jsonText } from '../../record/value-text.ts';
import { isTooMany } from '../../record/variables.ts';
import { BatchStopped } from '../batch-failure.ts';
import type { Chunk, Row, RowLayout } from '../stages.ts';
import type { ChunkRows } from './cell-rows.ts';
import { columnKey } from './input-columns.ts';
import { copiesOf, quote, VariableSlots, WITH_NUL, wrongCopies, wrongValue } from './row-values.ts';

/** A NUL in JSON, which allows no other way to write it. */
const NUL = '\\u0000';

/** Reads a chunk of JSON Lines. A line that is no object is a row that cannot be printed. */
export function jsonRows(
  { firstRow, bytes }: Pick<Chunk, 'firstRow' | 'bytes'>,
  layout: RowLayout,
): ChunkRows {
  const maker = new RowMaker(layout, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(NUL));
  const lines = [...linesOf(bytes)];
  return {
    end: firstRow + lines.length,
    rowAt: (row) => maker.rowOf(lines[row - firstRow] as Uint8Array),
    fault: null,
  };
}

class RowMaker {
  readonly #layout: RowLayout;
  readonly #slots: VariableSlots;
  /** By the names of columns. */
  readonly #columns: ReadonlyMap<string, number>;
  readonly #variables: readonly string[];
  /** Indexes of variables by the names of members, as most rows write them, and by the keys of these names. */
  readonly #indexes: ReadonlyMap<string, number>;
  readonly #mayHaveNul: boolean;

  constructor(layout: RowLayout, mayHaveNul: boolean) {
    this.#layout = layout;
    this.#mayHaveNul = mayHaveNul;
    this.#slots = new VariableSlots(layout);
    this.#columns = new Map(layout.columns.map((name, column) => [name, column]));
    this.#variables = Object.values(layout.variables);
    const names = Object.keys(layout.variables);
    this.#indexes = new Map([...names.map(columnKey), ...names].map((name, at) => [name, at % names.length]));
  }

  rowOf(line: Uint8Array): Row {
    const { copies: usual, copiesColumn } = this.#layout;
    const read = readObject(line);
    if ('fault' in read) {
      const others = Buffer.from(line).toString();
      return { cells: [], others, variables: {}, copies: usual, fault: read.fault };
    }
    const { object } = read;
    const { cells, others } = this.#record(object);
    const variables = this.#slots.copy();
    let fault = this.#wrongMember(object) ?? this.#fill(variables, object);
    const sent = copiesColumn === null ? '' : (cells[this.#columns.get(copiesColumn) as number] as string);
    const copies = copiesOf(sent, usual);
    if (copies === null) fault ??= `member ${quote(copiesColumn as string)} ${wrongCopies(sent)}`;
    return { cells, others, variables, copies: copies ?? usual, fault };
  }

  /** The members that are columns, and the JSON of those that are none. */
  #record(object: JsonObject): Pick<Row, 'cells' | 'others'> {
    const cells = new Array<string>(this.#columns.size).fill('');
    const others: string[] = [];
    for (const name of Object.keys(object)) {
      const column = this.#columns.get(name);
      if (column === undefined) others.push(`${JSON.stringify(name)}:${jsonText(object[name])}`);
      else cells[column] = asText(object[name]);
    }
    return { cells, others: others.length === 0 ? '' : `{${others.join(',')}}` };
  }

  /** The fault of a member, whether the label uses it or not; or null. */
  #wrongMember(object: JsonObject): string | null {
    if (!this.#mayHaveNul) return null;
    const name = Object.keys(object).find((name) => asText(object[name]).includes('\0'));
    return name === undefined ? null : `member ${quote(name)} ${WITH_NUL}`;
  }

  /** Sets the variables to the values of the members; returns the fault of a value, or null. */
  #fill(variables: Record<string, string>, object: JsonObject): string | null {
    const given = new Array<boolean>(this.#variables.length).fill(false);
    let missing = given.length;
    for (const name of Object.keys(object)) {
      const at = this.#indexes.get(name) ?? this.#indexes.get(columnKey(name));
      if (at === undefined) continue;
      if (given[at] === true) return `the row has the name ${quote(name.trim())} twice`;
      given[at] = true;
      missing--;
      const text = asText(object[name]);
      // An empty value leaves the value of `--set`.
      if (text === '') continue;
      const wrong = wrongValue(text);
      if (wrong !== null) return `member ${quote(name)} ${wrong}`;
      variables[this.#variables[at] as string] = text;
    }
    if (missing > 0) this.#drop(variables, given);
    const count = Object.keys(variables).length;
    return isTooMany(count) ? wrongCount(count) : null;
  }

  /** Drops variables of missing members: as in the API, their placeholders stay. An empty member fills its own. */
  #drop(variables: Record<string, string>, given: readonly boolean[]): void {
    for (const [at, name] of this.#variables.entries()) {
      if (given[at] !== true && !Object.hasOwn(this.#layout.set, name)) delete variables[name];
    }
  }
}

function wrongCount(count: number): string {
  return `the row has ${count} variables; at most ${LIMITS.variables} are allowed`;
}

const LF = 0x0a;
const CR = 0x0d;

/** The lines of a chunk that are not blank, without their ends. */
function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LF, start);
    const next = found < 0 ? bytes.length : found;
    const end = found > start && bytes[found - 1] === CR ? found - 1 : next;
    if (end > start && !(end === start + 1 && bytes[start] === CR)) yield bytes.subarray(start, end);
    start = next + 1;
  }
}

/** As in the variables of a request, a member may appear once, and numbers keep their digits. */
const JSON_OPTIONS: JsonReadOptions = {
  uniqueMember: (path) => path.length === 1,
  keepsDigits: (path) => path.length >= 1,
  // Failed rows are written unchanged, with values that are too long.
  longestText: Infinity,
};

/** A record: its members by their names. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Yields the objects of JSON Lines; for a line that is none, the fault in the words of the API. */
export function* jsonObjects(bytes: Uint8Array): Generator<ReturnType<typeof readObject>> {
  for (const line of linesOf(bytes)) yield readObject(line);
}

function readObject(line: Uint8Array): { readonly object: JsonObject } | { readonly fault: string } {
  try {
    const value = parseJson(line, 'the row', JSON_OPTIONS);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return { fault: 'the row must be a JSON object' };
    }
    return { object: value as JsonObject };
  } catch (error) {
    if (error instanceof FailureError) return { fault: error.failure.details ?? '' };
    throw error;
  }
}

/**
 * The names of the members of the first object.
 *
 * @param bytes the first lines of the input
 * @throws BatchStopped if none of them is an object.
 */
export function readMembers(bytes: Uint8Array): readonly string[] {
  let lines = 0;
  for (const line of linesOf(bytes)) {
    lines++;
    const read = readObject(line);
    if ('object' in read) return Object.keys(read.object);
  }
  if (lines === 0) throw new BatchStopped('the input is empty: a JSON object on each line is expected');
  const why = bytes[0] === 0x5b ? '; a JSON array is read with --input-format json' : '';
  throw new BatchStopped(`none of the first ${lines} lines of the input is a JSON object${why}`);
}
