import { deflateSync } from 'node:zlib';

/** A PDF of one page. Points, unless the page has a size of its own. */
interface PlainPdf {
  /** Operators of the page. */
  readonly content: Buffer;
  /** Resources of the page, as a dictionary. */
  readonly resources?: string;
  readonly mediaBox?: string;
  /** Objects from number 5 on. */
  readonly objects?: readonly Buffer[];
  /** Further entries of the trailer. */
  readonly trailer?: string;
}

/** Writes a PDF. */
export function plainPdf({
  content,
  resources = '<<>>',
  mediaBox = '[0 0 288 144]',
  objects = [],
  trailer = '',
}: PlainPdf): Buffer {
  const all = [
    Buffer.from('<</Type/Catalog/Pages 2 0 R>>'),
    Buffer.from('<</Type/Pages/Kids[3 0 R]/Count 1>>'),
    Buffer.from(`<</Type/Page/Parent 2 0 R/MediaBox${mediaBox}/Contents 4 0 R/Resources${resources}>>`),
    pdfStream('', content),
    ...objects,
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = 9;
  const add = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [at, object] of all.entries()) {
    offsets.push(length);
    add(Buffer.concat([Buffer.from(`${at + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  }
  const places = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = all.length + 1;
  add(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${places}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\n` +
        `startxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A compressed stream. */
export function pdfStream(entries: string, data: Buffer): Buffer {
  const packed = deflateSync(data, { level: 9 });
  return Buffer.concat([
    Buffer.from(`<<${entries}/Filter/FlateDecode/Length ${packed.length}>>\nstream\n`),
    packed,
    Buffer.from('\nendstream'),
  ]);
}

/** A page of 2 x 1 inches whose lower half is black. */
export const HALF_BLACK = plainPdf({ content: Buffer.from('0 0 144 36 re f'), mediaBox: '[0 0 144 72]' });

/** 700 bytes that take minutes: each dot of 300 shadings is the result of a program. */
export function slowPdf(): Buffer {
  const shading = '<</ShadingType 1/ColorSpace/DeviceGray/Domain[0 288 0 144]/Function 5 0 R>>';
  const program = Buffer.from(`{ add ${'sin cos '.repeat(20)} }`);
  return plainPdf({
    content: Buffer.from('/S sh '.repeat(300)),
    resources: `<</Shading<</S${shading}>>>>`,
    objects: [pdfStream('/FunctionType 4/Domain[0 288 0 144]/Range[0 1]', program)],
  });
}

/** 2 kB whose forms draw ten billion rectangles. */
function laughs(): Buffer {
  const form = (body: string, resources: string): Buffer =>
    pdfStream(`/Type/XObject/Subtype/Form/BBox[0 0 288 144]/Resources<<${resources}>>`, Buffer.from(body));
  const nested = Array.from({ length: 9 }, (_, at) =>
    form('/F Do '.repeat(10), `/XObject<</F ${at + 6} 0 R>>`),
  );
  return plainPdf({
    content: Buffer.from('/F Do'),
    resources: '<</XObject<</F 5 0 R>>>>',
    objects: [...nested, form('0 0 288 144 re f', '')],
  });
}

function encrypted(entries: string): Buffer {
  return plainPdf({
    content: Buffer.from('0 0 9 9 re f'),
    trailer: `/ID[<${'0a'.repeat(16)}><${'0a'.repeat(16)}>]/Encrypt<<${entries}>>`,
  });
}

const EMPTY = Buffer.alloc(0);
const TOO_MUCH = /takes more than 256 MB of memory$/;

/** PDFs that cannot be drawn: the status, and words of the reason. */
export const REFUSED_PDFS: Readonly<
  Record<string, { readonly pdf: () => Buffer; readonly status: 400 | 413; readonly reason: string | RegExp }>
> = {
  'that end early': {
    pdf: () => HALF_BLACK.subarray(0, -40),
    status: 400,
    reason: 'the PDF ends early',
  },
  'without a page': {
    pdf: () =>
      Buffer.from(
        '%PDF-1.4\n1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n' +
          '2 0 obj\n<</Type/Pages/Kids[]/Count 0>>\nendobj\ntrailer<</Root 1 0 R>>\n%%EOF',
      ),
    status: 400,
    reason: 'the PDF is damaged',
  },
  'of nothing else': { pdf: () => Buffer.from('%PDF-1.7 %%EOF'), status: 400, reason: 'the PDF is damaged' },
  'with a password': {
    pdf: () => encrypted(`/Filter/Standard/V 1/R 2/P -4/O<${'ab'.repeat(32)}>/U<${'cd'.repeat(32)}>`),
    status: 400,
    reason: 'the PDF has a password',
  },
  'with a lock of their own': {
    pdf: () => encrypted('/Filter/Own/V 9/R 9'),
    status: 400,
    reason: 'the PDF is encrypted in a way that cannot be read',
  },
  'with a page of A4': {
    pdf: () => plainPdf({ content: EMPTY, mediaBox: '[0 0 595 842]' }),
    status: 400,
    reason: 'a size of 1678 x 2374 dots; at most 2000 on a side are read',
  },
  'with a page of a mile': {
    pdf: () => plainPdf({ content: EMPTY, mediaBox: '[0 0 4561920 4561920]' }),
    status: 400,
    reason: 'dots; at most 2000 on a side are read',
  },
  'with a picture of 1.2 GB': {
    pdf: () => {
      const picture =
        '/Type/XObject/Subtype/Image/Width 20000/Height 20000/ColorSpace/DeviceRGB/BitsPerComponent 8';
      return plainPdf({
        content: Buffer.from('q 288 0 0 144 0 0 cm /I Do Q'),
        resources: '<</XObject<</I 5 0 R>>>>',
        objects: [pdfStream(picture, Buffer.alloc(30_000_000))],
      });
    },
    status: 413,
    reason: TOO_MUCH,
  },
  'whose forms multiply': { pdf: laughs, status: 413, reason: TOO_MUCH },
};
