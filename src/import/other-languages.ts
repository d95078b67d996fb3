import type { ByteString } from '../zpl/byte-string.ts';

/** Bytes at the beginning of a stream that are examined. */
const HEAD_BYTES = 4096;

const DRIVER = 'print with the ZPL driver of the printer instead';
const EXPORT = 'print from that program to a file, with a ZPL printer chosen';

/** Beginnings of files that people take for ZPL, with their language and the remedy. */
const LANGUAGES: readonly (readonly [begins: RegExp, name: string, instead: string])[] = [
  [/^\s*%PDF-/, 'a PDF', `it holds a picture of the label and no commands; ${DRIVER}`],
  [/^\s*%!PS/, 'PostScript', DRIVER],
  [/^(?:\x1b%-12345X)?\s*@PJL|^\x1bE|^\x1b%-12345X/, 'PCL for an office printer', DRIVER],
  [/^PK\x03\x04/, 'an archive, the file format of some design programs', EXPORT],
  [/^\xd0\xcf\x11\xe0/, 'a document of a design program', EXPORT],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8|^BM.{4}\0\0\0\0|^II\*\0|^MM\0\*/s, 'a picture', DRIVER],
  [/^[\s\xef\xbb\xbf]*<(?:\?xml|!doctype|html|[a-z])/i, 'XML or HTML', EXPORT],
  [/^\s*!\s*\d+\s+\d+\s+\d+\s+\d+/, 'CPCL', DRIVER],
  [/^[\s\0]*SIZE\s+[\d.]+.*[\r\n][^]*^(?:GAP|CLS|DIRECTION|PRINT)\b/im, 'TSPL', DRIVER],
  [
    /^\s*(?:N|I8,.*|q\d+|Q\d+,.*|S\d|D\d+|ZT|ZB|R\d+,\d+)\s*[\r\n][^]*^(?:A\d+,|B\d+,|P\d|LO\d)/m,
    'EPL',
    DRIVER,
  ],
  [/^\s*\{D\d{4},/, 'TPCL', DRIVER],
  [/\x1bA[^]*\x1bZ/, 'SBPL', DRIVER],
  [/^\x1b@/, 'ESC/POS for receipt printers', DRIVER],
];

/** Drivers by Seagull wrap pages of every language in these. */
const PAGE_TAGS = /<\/?(?:xpml|page|end)\b[^<>]*>/g;

/** Names the language of a stream without a ZPL label, with the remedy; null for ZPL, and for unknown languages. */
export function otherLanguage(bytes: ByteString): string | null {
  if (/\^XA/i.test(bytes)) return null;
  const head = bytes.slice(0, HEAD_BYTES).replace(PAGE_TAGS, '');
  const found = LANGUAGES.find(([begins]) => begins.test(head));
  return found === undefined ? null : `${found[1]}, not ZPL: ${found[2]}`;
}
