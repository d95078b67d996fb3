import { crc32, deflateSync } from 'node:zlib';
import { ConvertFault, convertPicture, type PictureOptions } from '../../src/convert/convert-picture.ts';
import { formattedZpl } from '../../src/convert/formatted-zpl.ts';
import { doPdfTask } from '../../src/convert/pdf-task.ts';
import { isPdf } from '../../src/convert/read-pdf.ts';
import { scaledWithReport } from '../../src/convert/scaling-report.ts';
import { FailureError } from '../../src/errors.ts';
import { fix } from '../../src/lint/fix.ts';
import { canvas } from '../../src/on-first-use.ts';
import { pictureHeader } from '../../src/raster/images/picture-header.ts';
import { byteStringOf } from '../../src/zpl/byte-string.ts';
import { pdfStream, plainPdf } from '../labelary/hostile-pdfs.ts';
import { withOrientation } from '../support/pictures.ts';
import { PLAIN_PICTURE } from '../support/plain-picture.ts';
import { fuzzCase } from './cases.ts';
import { Chance } from './chance.ts';

/** A file that `platen convert` or `platen lint --fix` is given. */
export interface FileCase {
  readonly kind: string;
  readonly bytes: Buffer;
}

const KINDS = ['PNG', 'JPEG', 'GIF', 'BMP', 'WebP', 'SVG', 'PDF', 'ZPL'] as const;
type Kind = (typeof KINDS)[number];

/** Numbers that readers of sizes and places stumble over. */
const NUMBERS = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];
const WORDS = ['0', '-1', '1e9', '99999999', '0.0001', '4294967296', '', '30000', '/', '<<', '>>', 'null'];
const LENGTH_MAX = 200_000;

/** The case of this number: a small file of each kind in turn, damaged in one to four places. */
export function fileCase(number: number): FileCase {
  const kind = KINDS[number % KINDS.length] as Kind;
  if (kind === 'ZPL') return { kind, bytes: Buffer.from(fuzzCase(number).zpl, 'latin1') };
  const chance = new Chance(number);
  let bytes = chance.of(seeds()[kind]);
  for (let damages = chance.below(4); damages >= 0; damages--) bytes = damaged(bytes, kind, chance);
  // Else nothing behind the check sum is ever read.
  if (kind === 'PNG' && chance.oneIn(2)) bytes = withCheckSums(bytes);
  return { kind, bytes };
}

function damaged(file: Buffer, kind: Kind, chance: Chance): Buffer {
  const isText = kind === 'SVG' || kind === 'PDF';
  const at = chance.below(file.length);
  // Sizes stand at the beginning of pictures.
  const near = chance.oneIn(2) ? chance.below(Math.min(64, file.length)) : at;
  const end = Math.min(file.length, at + 1 + chance.below(chance.oneIn(3) ? file.length : 40));
  const part = file.subarray(at, end);
  const changed = Buffer.from(file);
  switch (chance.below(isText ? 8 : 6)) {
    case 0:
      for (let i = chance.below(8); i >= 0; i--) changed[chance.below(file.length)] = chance.below(256);
      return changed;
    case 1:
      return file.subarray(0, at);
    case 2:
      return Buffer.concat([file.subarray(0, at), file.subarray(end)]);
    case 3: {
      const times = Math.min(chance.oneIn(10) ? 300 : 3, Math.floor(LENGTH_MAX / (part.length + 1)));
      const repeated = Array.from({ length: times }, () => part);
      return Buffer.concat([file.subarray(0, end), ...repeated, file.subarray(end)]).subarray(0, LENGTH_MAX);
    }
    case 4: {
      const other = chance.of(seeds()[chance.oneIn(4) ? chance.of(KINDS.slice(0, -1)) : kind]);
      return Buffer.concat([file.subarray(0, at), other.subarray(chance.below(other.length))]);
    }
    case 5: {
      const size = chance.of([1, 2, 4]);
      const value = chance.of(NUMBERS) % 2 ** (8 * size);
      if (near + size > file.length) return changed;
      if (chance.oneIn(2)) changed.writeUIntLE(value, near, size);
      else changed.writeUIntBE(value, near, size);
      return changed;
    }
    default: {
      const text = file.toString('latin1');
      const numbers = [...text.matchAll(/\d+/g)];
      const found = numbers[chance.below(numbers.length)];
      if (found === undefined) return changed;
      const rest = text.slice(found.index + found[0].length);
      return Buffer.from(text.slice(0, found.index) + chance.of(WORDS) + rest, 'latin1');
    }
  }
}

/** A PNG whose chunks have the check sums of what is in them now. */
function withCheckSums(png: Buffer): Buffer {
  const file = Buffer.from(png);
  for (let at = 8; at + 12 <= file.length; ) {
    const end = at + 8 + file.readUInt32BE(at);
    if (end + 4 > file.length) break;
    file.writeUInt32BE(crc32(file.subarray(at + 4, end)), end);
    at = end + 4;
  }
  return file;
}

let files: Readonly<Record<Exclude<Kind, 'ZPL'>, readonly Buffer[]>> | undefined;

/** Small files that have most of what their formats can hold. */
function seeds(): Readonly<Record<Kind, readonly Buffer[]>> {
  files ??= madeSeeds();
  return { ...files, ZPL: [] };
}

function madeSeeds(): Readonly<Record<Exclude<Kind, 'ZPL'>, readonly Buffer[]>> {
  const { createCanvas, GifEncoder } = canvas();
  const surface = createCanvas(40, 24);
  const context = surface.getContext('2d');
  for (let x = 0; x < 40; x++) {
    context.fillStyle = `rgba(${6 * x},${255 - 6 * x},${(37 * x) % 256},${x < 30 ? 1 : 0.4})`;
    context.fillRect(x, 0, 1, 24 - (x % 5));
  }
  const gif = new GifEncoder(40, 24);
  for (let frame = 0; frame < 2; frame++) {
    gif.addFrame(new Uint8Array(context.getImageData(0, 0, 40, 24).data.buffer), 40, 24);
  }
  const jpeg = surface.toBuffer('image/jpeg', 70);
  return {
    PNG: [surface.toBuffer('image/png'), png(3, 4, [Buffer.from('PLTE0123456789ab')]), png(6, 16), png(0, 1)],
    JPEG: [jpeg, withOrientation(jpeg, 6)],
    GIF: [gif.finish()],
    BMP: [bmp(24), bmp(8), bmp(1)],
    WebP: [surface.toBuffer('image/webp', 60), surface.toBuffer('image/webp', 100)],
    SVG: SVGS.map((content) =>
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="24">${content}</svg>`),
    ),
    PDF: pdfs(jpeg),
  };
}

/** A PNG of 16 x 16 with this type of colours and bits of each. */
function png(type: number, bits: number, chunks: readonly Buffer[] = []): Buffer {
  const channels = type === 6 ? 4 : 1;
  const header = Buffer.from([0, 0, 0, 16, 0, 0, 0, 16, bits, type, 0, 0, 0]);
  const rows = Buffer.alloc(16 * (1 + Math.ceil((16 * bits * channels) / 8)), 0b0110_0001).fill(0, 0, 1);
  const all = [
    Buffer.concat([Buffer.from('IHDR'), header]),
    Buffer.concat([Buffer.from('pHYs'), Buffer.from([0, 0, 0x1f, 0x40, 0, 0, 0x1f, 0x40, 1])]),
    ...chunks,
    Buffer.concat([Buffer.from('IDAT'), deflateSync(rows)]),
    Buffer.from('IEND'),
  ];
  const parts = all.map((chunk) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.length - 4);
    return Buffer.concat([length, chunk, Buffer.alloc(4)]);
  });
  return withCheckSums(Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]));
}

/** A bitmap of 16 x 16. */
function bmp(bits: number): Buffer {
  const palette = bits <= 8 ? 4 * 2 ** bits : 0;
  const pixels = Buffer.alloc(16 * Math.ceil((16 * bits) / 32) * 4, 0x5a);
  const header = Buffer.alloc(54 + palette, 0x3c);
  header.write('BM');
  const numbers = [54 + palette + pixels.length, 0, 54 + palette, 40, 16, 16];
  for (const [at, number] of numbers.entries()) header.writeUInt32LE(number, 2 + 4 * at);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(bits, 28);
  header.fill(0, 30, 54);
  return Buffer.concat([header, pixels]);
}

const SVGS = [
  '<defs><linearGradient id="g" x2="1"><stop offset="0"/><stop offset="1" stop-color="#fff"/></linearGradient></defs>' +
    '<rect width="40" height="24" fill="url(#g)"/><text x="2" y="20" font-size="12">Ab</text>',
  '<g transform="rotate(30 20 12) scale(1.5)"><path d="M2 2C9 1 20 20 30 4S3 9 1 8Z" stroke="#000" stroke-width="2" ' +
    'stroke-dasharray="3 1" fill="none"/><circle cx="9" cy="9" r="5" opacity=".5"/></g>',
  '<style>.a{fill:red;stroke:blue}</style><clipPath id="c"><circle cx="9" cy="9" r="8"/></clipPath>' +
    '<polygon class="a" points="1,1 30,2 9,20" clip-path="url(#c)"/><ellipse cx="20" cy="9" rx="9" ry="3"/>',
];

function pdfs(jpeg: Buffer): readonly Buffer[] {
  const mediaBox = '[0 0 72 36]';
  const text = Buffer.from(
    'BT /F 9 Tf 4 4 Td (Label 12) Tj ET 2 w 1 20 m 60 30 l S 4 20 1.4 12 re 7 20 3 12 re f',
  );
  const font = '<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
  const photo = Buffer.concat([
    Buffer.from(
      '<</Type/XObject/Subtype/Image/Width 40/Height 24/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode' +
        `/Length ${jpeg.length}>>\nstream\n`,
    ),
    jpeg,
    Buffer.from('\nendstream'),
  ]);
  const dots = '/Type/XObject/Subtype/Image/Width 40/Height 24/ColorSpace/DeviceGray/BitsPerComponent 1';
  const shading =
    '<</Shading<</S<</ShadingType 2/ColorSpace/DeviceRGB/Coords[0 0 72 36]/Function 5 0 R/Extend[true true]>>>>>>';
  const blend = pdfStream('/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]', Buffer.from('{dup dup 0.5 mul}'));
  const form = '/Type/XObject/Subtype/Form/BBox[0 0 72 36]/Group<</S/Transparency>>';
  const pictures = '<</XObject<</I 5 0 R/J 6 0 R/F 7 0 R>>>>';
  return [
    plainPdf({ content: text, resources: font, mediaBox }),
    plainPdf({
      content: Buffer.from('q 30 0 0 18 2 2 cm/I Do Q q 30 0 0 18 36 2 cm/J Do Q /F Do'),
      resources: pictures,
      mediaBox,
      objects: [
        photo,
        pdfStream(dots, Buffer.alloc(5 * 24, 0xa3)),
        pdfStream(form, Buffer.from('9 9 9 9 re f')),
      ],
    }),
    plainPdf({
      content: Buffer.from('q 5 5 60 20 re W n /S sh Q'),
      resources: shading,
      mediaBox,
      objects: [blend],
    }),
    packedPdf(),
  ];
}

/** A PDF whose objects are in an object stream, and whose places are in a stream too. */
function packedPdf(): Buffer {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 36]/Contents 4 0 R/Resources<<>>>>',
  ];
  const starts = objects.map((_, at) => objects.slice(0, at).join(' ').length + (at === 0 ? 0 : 1));
  const index = starts.map((start, at) => `${at + 1} ${start}`).join(' ');
  const streams = [
    pdfStream('', Buffer.from('8 8 40 9 re f')),
    pdfStream(`/Type/ObjStm/N 3/First ${index.length + 1}`, Buffer.from(`${index} ${objects.join(' ')}`)),
  ];
  const places: number[] = [];
  let file = Buffer.from('%PDF-1.7\n');
  const add = (number: number, body: Buffer): void => {
    places.push(file.length);
    file = Buffer.concat([file, Buffer.from(`${number} 0 obj\n`), body, Buffer.from('\nendobj\n')]);
  };
  for (const [at, stream] of streams.entries()) add(4 + at, stream);
  const start = file.length;
  const entry = (type: number, place: number, last: number): readonly number[] => [
    type,
    place >> 8,
    place & 255,
    last,
  ];
  const entries = [
    entry(0, 0, 255),
    ...objects.map((_, at) => entry(2, 5, at)),
    ...[...places, start].map((place) => entry(1, place, 0)),
  ];
  add(6, pdfStream('/Type/XRef/Size 7/W[1 2 1]/Root 1 0 R', Buffer.from(entries.flat())));
  return Buffer.concat([file, Buffer.from(`startxref\n${start}\n%%EOF\n`)]);
}

const OPTIONS: PictureOptions = { ...PLAIN_PICTURE, isLabel: true };

/**
 * Does with a file what the commands do with it: a picture or a PDF becomes ZPL; ZPL is formatted, scaled to another
 * resolution and repaired. The outcome is `converted`, or the message of a refusal. Throws what is no refusal.
 */
export async function tryFile({ bytes }: FileCase): Promise<string> {
  const header = pictureHeader(bytes);
  try {
    if (isPdf(bytes)) {
      const reply = doPdfTask({ file: bytes, page: 1, options: OPTIONS });
      return reply.ok ? 'converted' : reply.message;
    }
    if (header !== null) {
      convertPicture(bytes, header, OPTIONS);
      return 'converted';
    }
    const zpl = byteStringOf(bytes);
    formattedZpl(zpl);
    scaledWithReport(zpl, 203, 300, null);
    fix(bytes);
    return 'converted';
  } catch (error) {
    if (error instanceof ConvertFault) return error.message;
    if (error instanceof FailureError && error.failure.code !== 'internal') return error.message;
    throw error;
  }
}
