import { iconv } from '../../on-first-use.ts';
import { BatchStopped, BatchUsage } from '../batch-failure.ts';

/**
 * The encoding that has to be decoded; null for UTF-8, which is read as it is.
 *
 * @param name as in `--encoding`; null if absent
 * @throws BatchUsage for an unknown name.
 */
export function foreignEncoding(name: string | null): string | null {
  if (name === null || /^utf-?8$/i.test(name.trim())) return null;
  if (iconv().encodingExists(name) && !INTERNAL.test(name)) return name;
  throw new BatchUsage(
    `--encoding ${name} is not known; usual ones are utf-8, utf-16le, windows-1252, windows-1250, windows-1251, ` +
      'iso-8859-15, macintosh, cp850, shift_jis, gb18030, big5 and euc-kr',
  );
}

/** Yields text in UTF-8 without its byte order mark. Throws `BatchStopped` as {@link refuseOtherText} does. */
export async function* checkedText(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { first, all } = await peek(source);
  refuseOtherText(first);
  let mark = markLength(first);
  for await (const block of all) {
    yield block.subarray(mark);
    mark = 0;
  }
}

/** The message about bytes that are no text in the encoding; null means UTF-8. */
export function notText(encoding: string | null): string {
  return encoding === null
    ? 'its bytes are not UTF-8: say the encoding, --encoding windows-1252 for example'
    : `it has bytes that are no character of ${encoding}: say the right --encoding`;
}

/** Codecs of iconv-lite that are no encodings of text. */
const INTERNAL = /^(?:base64|hex|binary|internal|cesu-?8)$/i;

/** Decodes text, and yields it in UTF-8. */
export async function* asUtf8(
  source: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Uint8Array> {
  const decoder = iconv().getDecoder(encoding);
  for await (const block of source) {
    yield Buffer.from(decoder.write(Buffer.from(block.buffer, block.byteOffset, block.length)));
  }
  yield Buffer.from(decoder.end() ?? '');
}

/** Bytes of the byte order mark that a text in UTF-8 begins with; 0 if it has none. */
export function markLength(first: Uint8Array): number {
  return first[0] === 0xef && first[1] === 0xbb && first[2] === 0xbf ? 3 : 0;
}

/**
 * Refuses a zip archive or UTF-16 by its first bytes, which would be read as one row of nonsense.
 *
 * @throws BatchStopped that names the option to give.
 */
export function refuseOtherText(first: Uint8Array): void {
  if (isZip(first)) {
    throw new BatchStopped(
      'the input is a workbook or another zip archive: give a workbook the ending .xlsx, or --input-format xlsx',
    );
  }
  const [a = 1, b = 1, c = 1, d = 1] = first;
  // UTF-16 has a byte order mark, or the zeros of ASCII letters.
  if ((a === 0xff && b === 0xfe) || (b === 0 && d === 0 && a !== 0)) throw utf16('le');
  if ((a === 0xfe && b === 0xff) || (a === 0 && c === 0 && b !== 0)) throw utf16('be');
}

/** Whether bytes begin as a zip archive does, which every workbook is. */
export function isZip([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b && c === 0x03 && d === 0x04;
}

function utf16(order: 'le' | 'be'): BatchStopped {
  return new BatchStopped(`the input is UTF-16: say --encoding utf-16${order}`);
}

/** Reads the first four bytes, or fewer at the end of the source. `all` yields all bytes, these included. */
export async function peek(
  source: AsyncIterable<Uint8Array>,
): Promise<{ readonly first: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const blocks = source[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array(0);
  while (first.length < 4) {
    const next = await blocks.next();
    if (next.done === true) break;
    first = Buffer.concat([first, next.value]);
  }
  return {
    first: first.subarray(0, 4),
    all: (async function* all() {
      yield first;
      yield* { [Symbol.asyncIterator]: () => blocks };
    })(),
  };
}
