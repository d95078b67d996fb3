import { isUtf8 } from 'node:buffer';
import type { RenderFormat } from '../engine/task.ts';
import { LIMITS } from '../limits.ts';
import { JsonCursor } from './json-cursor.ts';

const [OPEN_BRACE, CLOSE_BRACE] = [0x7b, 0x7d];
const [OPEN_BRACKET, CLOSE_BRACKET] = [0x5b, 0x5d];
const COMMA = 0x2c;
const VARIABLES = Buffer.from('"variables"');
const RECORDS = Buffer.from('"records"');
const COPIES = Buffer.from('"copies"');
const FORMAT = Buffer.from('"format"');
const FORMATS = {
  zpl: Buffer.from('"zpl"'),
  png: Buffer.from('"png"'),
  pdf: Buffer.from('"pdf"'),
} satisfies Record<RenderFormat, Uint8Array>;

/** What a body of a print job asks for. */
export interface Asked {
  readonly records: number;
  readonly copies: number;
}

/**
 * Goes through the bytes of a body that is like most bodies, and makes no values of them. What else there is in it, or wrong
 * with it, is not told apart: such a body is to be parsed. What a record may be is left to who extends this.
 */
export abstract class BodyWalk {
  protected readonly cursor = new JsonCursor(LIMITS.bodyBytes);
  #body: Uint8Array = new Uint8Array(0);
  #records = 0;

  /** Goes past the values of a record, if they are as they should be. */
  protected abstract takesMembers(): boolean;

  /** Whether it is the body of a render in this format, with variables. */
  protected walkRender(body: Uint8Array, format: RenderFormat): boolean {
    const { cursor } = this;
    let saysFormat = false;
    if (!this.#begin(body)) return false;
    do {
      if (!saysFormat && cursor.takesName(FORMAT)) {
        saysFormat = true;
        if (!cursor.takesAll(FORMATS[format])) return false;
      } else if (this.#records > 0 || !cursor.takesName(VARIABLES) || !this.#takesRecord()) {
        return false;
      }
    } while (cursor.takes(COMMA));
    return (saysFormat || format === 'zpl') && this.#ends(1);
  }

  /** What it asks for as the body of a print job, with variables or records. */
  protected walkPrint(body: Uint8Array): Asked | null {
    const { cursor } = this;
    let copies: number | null = null;
    if (!this.#begin(body)) return null;
    do {
      if (copies === null && cursor.takesName(COPIES)) {
        copies = cursor.takesCount();
        if (copies === null) return null;
      } else if (this.#records > 0 || !this.#takesRecords()) {
        return null;
      }
    } while (cursor.takes(COMMA));
    const asked = { records: this.#records, copies: copies ?? 1 };
    return this.#ends(asked.copies) ? asked : null;
  }

  /** Goes into the object that a body is. */
  #begin(body: Uint8Array): boolean {
    this.#body = body;
    this.#records = 0;
    return this.cursor.begin(body) && this.cursor.takes(OPEN_BRACE);
  }

  /** Whether all of it was read, and it is within the limits. */
  #ends(copies: number): boolean {
    const { cursor } = this;
    if (this.#records === 0 || !cursor.takes(CLOSE_BRACE) || !cursor.takesEnd()) return false;
    if (copies > LIMITS.printCopies || this.#records * copies > LIMITS.printLabels) return false;
    return isUtf8(this.#body);
  }

  /** The member that holds the records of a print job. */
  #takesRecords(): boolean {
    const { cursor } = this;
    if (cursor.takesName(VARIABLES)) return this.#takesRecord();
    if (!cursor.takesName(RECORDS) || !cursor.takes(OPEN_BRACKET)) return false;
    do {
      if (this.#records === LIMITS.printRecords || !this.#takesRecord()) return false;
    } while (cursor.takes(COMMA));
    return cursor.takes(CLOSE_BRACKET);
  }

  #takesRecord(): boolean {
    this.#records++;
    return this.takesMembers();
  }
}
