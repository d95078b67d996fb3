import { BODY_MEMBERS, type RenderFormat } from '../record/body-members.ts';
import { type BodyObject, readBody } from '../record/body-reader.ts';
import { byteStringOf } from '../zpl/byte-string.ts';

const FORMAT = new RegExp(`"format"\\s*:\\s*"(${BODY_MEMBERS.format.choices.join('|')})"`);

/**
 * The body of a request as it came: bytes for a worker, which reads them. The front end reads them only where it
 * needs to know more than it can guess.
 */
export class SentBody {
  readonly bytes: Uint8Array;
  #read: BodyObject | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** Its members, for the readers of {@link BodyObject}; throws `invalid_request`. */
  get object(): BodyObject {
    this.#read ??= readBody(this.bytes);
    return this.#read;
  }

  /** The format that a render's body probably asks for. */
  guessFormat(): RenderFormat {
    return (FORMAT.exec(byteStringOf(this.bytes))?.[1] ?? BODY_MEMBERS.format.usual) as RenderFormat;
  }

  /** The records that a print job's body probably has: each is an object, and so is all of it. */
  guessRecordCount(): number {
    const text = byteStringOf(this.bytes);
    let objects = 0;
    for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) objects++;
    return Math.max(1, objects - 1);
  }
}
