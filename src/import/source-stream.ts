import { Source, type TextPlace } from '../lint/source.ts';
import { type ByteString, byteStringOf } from '../zpl/byte-string.ts';

/** One file of what was sent to a printer. */
export interface SourceFile {
  /** The name in messages. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Section {
  readonly name: string;
  readonly start: number;
  readonly source: Source;
}

/** The place of a byte of a stream. */
export interface StreamPlace extends TextPlace {
  readonly file: string;
  /** Bytes from the beginning of the file. */
  readonly offset: number;
}

/** Files that a printer got one after the other, as one stream. */
export class SourceStream {
  readonly bytes: ByteString;
  readonly #sections: readonly [Section, ...Section[]];

  constructor([first, ...others]: readonly [SourceFile, ...SourceFile[]]) {
    const sections: [Section, ...Section[]] = [sectionOf(first, 0)];
    let start = sections[0].source.bytes.length;
    for (const file of others) {
      const section = sectionOf(file, start);
      sections.push(section);
      start += section.source.bytes.length;
    }
    this.bytes = sections.map(({ source }) => source.bytes).join('') as ByteString;
    this.#sections = sections;
  }

  placeOf(offset: number): StreamPlace {
    const [first] = this.#sections;
    const { name, start, source } = this.#sections.findLast(({ start }) => start <= offset) ?? first;
    return { file: name, ...source.placeOf(offset - start), offset: offset - start };
  }
}

function sectionOf({ name, bytes }: SourceFile, start: number): Section {
  return { name, start, source: new Source(inUtf8(bytes)) };
}

/** Editors of Windows save text in UTF-16, with a mark at its beginning; a printer gets it in bytes. */
function inUtf8(bytes: Uint8Array): ByteString {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null;
  if (encoding === null) return byteStringOf(bytes);
  return byteStringOf(Buffer.from(new TextDecoder(encoding).decode(bytes)));
}
