import type { z } from 'zod';
import type { RenderFormat } from '../engine/task.ts';
import { byteStringOf } from '../zpl/byte-string.ts';
import { BODY_CARE } from './body-care.ts';
import { parseJson } from './json.ts';
import { check, type PrintBody } from './schemas.ts';
import type { Variables } from './variables.ts';

const FORMAT = /"format"\s*:\s*"(zpl|png|pdf)"/;

/**
 * The body of a request as it came: bytes for a worker, which reads them. The front end reads them only where it needs to
 * know more than a glance tells.
 */
export class SentBody {
  readonly bytes: Uint8Array;
  #json: { readonly value: unknown } | undefined;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }

  /** What it has by a schema; throws `invalid_request`. */
  as<S extends z.ZodType>(schema: S): z.output<S> {
    this.#json ??= { value: parseJson(this.bytes, 'the request body', BODY_CARE) };
    return check(schema, this.#json.value, 'the request body');
  }

  /** The format that it probably asks for. */
  get format(): RenderFormat {
    return (FORMAT.exec(byteStringOf(this.bytes))?.[1] ?? 'zpl') as RenderFormat;
  }

  /** The records that it probably has: each is an object, and so is all of it. */
  get records(): number {
    const text = byteStringOf(this.bytes);
    let objects = 0;
    for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) objects++;
    return Math.max(1, objects - 1);
  }
}

/** The records of a print job. */
export function recordsOf({ records, variables }: z.output<typeof PrintBody>): readonly Variables[] {
  return records ?? [variables ?? {}];
}
