import { RequestRefusal } from '../request-refusal.ts';

/** Parts of a form, at most; the largest documented one has five. */
const PARTS_MAX = 20;
/** Bytes of the headers of a part, at most. */
const HEADERS_MAX = 8192;

/** The fields of a form that a client uploads. */
export interface UploadedForm {
  /** The bytes of a part, a file or a text. @throws RequestRefusal (400) for a missing part. */
  bytes(name: string): Uint8Array;
  /** The text of a part, trimmed; undefined for a missing or an empty part. */
  text(name: string): string | undefined;
}

/** Whether a `Content-Type` is that of a form with files. */
export function isForm(contentType: string): boolean {
  return /^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType);
}

/**
 * Reads a body of `multipart/form-data` (RFC 7578), in one pass. The form reader of Node.js refuses boundaries of fewer
 * than 27 characters, which clients do send.
 *
 * @throws RequestRefusal (400) for one that is damaged, or has more than 20 parts.
 */
export function readForm(body: Uint8Array, contentType: string): UploadedForm {
  const boundary = /boundary\s*=\s*(?:"([^"]+)"|([^\s;,]+))/i.exec(contentType)?.slice(1).find(Boolean);
  if (boundary === undefined) throw new RequestRefusal(400, 'the Content-Type of the form has no boundary');
  const parts = partsOf(Buffer.from(body.buffer, body.byteOffset, body.length), boundary);
  return {
    bytes(name) {
      const part = parts.get(name);
      if (part === undefined) throw new RequestRefusal(400, `the form has no part named ${name}`);
      return part;
    },
    text(name) {
      const text = parts.get(name)?.toString().trim();
      return text === '' ? undefined : text;
    },
  };
}

/** The parts by their names; the first of several with the same one. */
function partsOf(body: Buffer, boundary: string): ReadonlyMap<string, Buffer> {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
  const parts = new Map<string, Buffer>();
  // Bytes before the first boundary are ignored; the body may begin with it.
  let at = startsWith(body, 0, delimiter.subarray(2)) ? delimiter.length - 2 : endOf(body, delimiter, 0);
  for (let count = 0; !startsWith(body, at, DASHES); count++) {
    if (count === PARTS_MAX) throw new RequestRefusal(400, `the form has more than ${PARTS_MAX} parts`);
    const headersAt = endOf(body, LINE_END, at);
    const isBare = startsWith(body, headersAt, LINE_END);
    const bodyAt = isBare ? headersAt + 2 : endOf(body, HEADERS_END, headersAt);
    if (bodyAt - headersAt > HEADERS_MAX) throw damaged();
    const next = endOf(body, delimiter, bodyAt - 2);
    const name = nameIn(body.toString('utf8', headersAt, bodyAt));
    if (name !== undefined && !parts.has(name)) {
      parts.set(name, body.subarray(bodyAt, Math.max(bodyAt, next - delimiter.length)));
    }
    at = next;
  }
  return parts;
}

const DASHES = Buffer.from('--');
const LINE_END = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');

/** The name of a part in its `Content-Disposition`, as browsers and other clients write it. */
function nameIn(headers: string): string | undefined {
  const [, disposition] = /^content-disposition:\s*form-data\s*(;.*)$/im.exec(headers) ?? [];
  const [, quoted, bare] = /;\s*name\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/i.exec(disposition ?? '') ?? [];
  return quoted ?? bare;
}

function startsWith(body: Buffer, at: number, bytes: Buffer): boolean {
  return body.subarray(at, at + bytes.length).equals(bytes);
}

/** One past the next occurrence of some bytes. */
function endOf(body: Buffer, bytes: Buffer, from: number): number {
  const at = body.indexOf(bytes, from);
  if (at < 0) throw damaged();
  return at + bytes.length;
}

function damaged(): RequestRefusal {
  return new RequestRefusal(400, 'the form cannot be read: it is damaged, or ends before its last boundary');
}
