import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { HALF_BLACK, pdfStream, plainPdf } from './hostile-pdfs.ts';

/** A PDF that refers to itself, is nested or unpacks to much, and the reason why it is not drawn; null if it is. */
interface NestedPdf {
  readonly pdf: () => Buffer;
  readonly reason: string | null;
}

const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 144 72]>>';
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>';
const WITH_CONTENT = PAGE.replace('>>', '/Contents 4 0 R>>');
const DAMAGED = 'the PDF is damaged';
const MEMORY = 'the PDF takes more than 256 MB of memory';
const MIB = 2 ** 20;

/** A file of objects from number 1 on, without a table of them. */
function objects(...all: readonly string[]): Buffer {
  const body = ['<</Type/Catalog/Pages 2 0 R>>', ...all].map(
    (each, at) => `${at + 1} 0 obj\n${each}\nendobj\n`,
  );
  return Buffer.from(`%PDF-1.4\n${body.join('')}trailer<</Root 1 0 R>>\n%%EOF`, 'latin1');
}

/** A page below so many nodes of the tree, each of which has the next one. */
function deepTree(levels: number): Buffer {
  const node = (at: number): string => {
    const parent = at === 0 ? '' : `/Parent ${at + 1} 0 R`;
    return `<</Type/Pages/Kids[${at + 3} 0 R]/Count 1${parent}>>`;
  };
  return objects(...Array.from({ length: levels }, (_, at) => node(at)), PAGE);
}

/** A zlib stream of these bytes and so many MiB of zeros behind them, which take a thousandth of that. */
function bomb(mib: number, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const part = (bytes: Uint8Array): Buffer =>
    deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const zeros = part(Buffer.alloc(MIB));
  // The last block is empty, and the checksum is wrong, which PDFium passes over.
  const end = Buffer.from([3, 0, 0, 0, 0, 1]);
  return Buffer.concat([
    Buffer.from([0x78, 0xda]),
    part(data),
    ...Array.from({ length: mib }, () => zeros),
    end,
  ]);
}

/** A stream that its filters unpack. */
function packed(entries: string, data: Buffer, filters = '/FlateDecode'): Buffer {
  const head = `<<${entries}/Filter[${filters}]/Length ${data.length}>>\nstream\n`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]);
}

/** A page that is kept in an object stream, whose dictionary and packed data these are. */
function inObjectStream(entries: string, data: Buffer): Buffer {
  const head = Buffer.from('%PDF-1.5\n');
  const stream = Buffer.concat([
    Buffer.from('4 0 obj\n'),
    packed(`/Type/ObjStm${entries}`, data),
    Buffer.from('\nendobj\n'),
  ]);
  const table = head.length + stream.length;
  const rows = [
    [0, 0, 0xffff],
    [2, 4, 0],
    [2, 4, 1],
    [2, 4, 2],
    [1, head.length, 0],
    [1, table, 0],
  ].map(([kind = 0, at = 0, index = 0]) => {
    const row = Buffer.from([kind, 0, 0, 0, 0, 0, 0]);
    row.writeUInt32BE(at, 1);
    row.writeUInt16BE(index, 5);
    return row;
  });
  const references = pdfStream('/Type/XRef/Size 6/W[1 4 2]/Root 1 0 R', Buffer.concat(rows));
  const end = `\nendobj\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.concat([head, stream, Buffer.from('5 0 obj\n'), references, Buffer.from(end)]);
}

/** Forms from object 5 on, of which the page draws the first. */
function forms(...all: readonly { readonly draws: string; readonly resources: string }[]): Buffer {
  return plainPdf({
    content: Buffer.from('/F Do'),
    resources: '<</XObject<</F 5 0 R>>>>',
    objects: all.map(({ draws, resources }) =>
      pdfStream(`/Type/XObject/Subtype/Form/BBox[0 0 288 144]/Resources<<${resources}>>`, Buffer.from(draws)),
    ),
  });
}

/** A PDF that has another one as an attached file, and so on. */
function attached(levels: number): Buffer {
  let pdf = HALF_BLACK;
  for (let level = 0; level < levels; level++) {
    pdf = plainPdf({
      content: Buffer.from('0 0 144 36 re f'),
      mediaBox: '[0 0 144 72]',
      objects: [pdfStream('/Type/EmbeddedFile', pdf)],
    });
  }
  return pdf;
}

/** A page that is painted with a pattern that is painted with itself: that ends never. */
export const ENDLESS_PDF = plainPdf({
  content: Buffer.from('/Pattern cs /P scn 0 0 144 72 re f'),
  resources: '<</Pattern<</P 5 0 R>>>>',
  objects: [
    pdfStream(
      '/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 1 1]/XStep 1/YStep 1/Resources<</Pattern<</P 5 0 R>>>>',
      Buffer.from('/Pattern cs /P scn 0 0 1 1 re f'),
    ),
  ],
});

/** A font of object 5 whose letter is written in itself. */
const SELF_FONT = plainPdf({
  content: Buffer.from('BT /F 9 Tf (aaaa) Tj ET'),
  resources: '<</Font<</F 5 0 R>>>>',
  objects: [
    Buffer.from(
      '<</Type/Font/Subtype/Type3/FontBBox[0 0 1000 1000]/FontMatrix[.001 0 0 .001 0 0]/CharProcs<</a 6 0 R>>' +
        '/Encoding<</Differences[97/a]>>/FirstChar 97/LastChar 97/Widths[1000]/Resources<</Font<</F 5 0 R>>>>>>',
    ),
    pdfStream('', Buffer.from('1000 0 d0 BT /F 900 Tf (aa) Tj ET')),
  ],
});

/** An object stream with a catalog, pages and a page. */
const CATALOG = '<</Type/Catalog/Pages 2 0 R>>';
const NUMBERS = `1 0 2 ${CATALOG.length + 1} 3 ${CATALOG.length + PAGES.length + 2} `;
const STORED = Buffer.from(`${NUMBERS}${CATALOG} ${PAGES} ${PAGE} `);
const FIRST = `/First ${NUMBERS.length}`;

export const NESTED_PDFS: Readonly<Record<string, NestedPdf>> = {
  'whose tree of pages is 1000 levels deep': { pdf: () => deepTree(1000), reason: null },
  'whose tree of pages is 20,000 levels deep': { pdf: () => deepTree(20_000), reason: DAMAGED },
  'that claims two billion pages': {
    pdf: () => objects('<</Type/Pages/Kids[3 0 R]/Count 2000000000>>', PAGE),
    reason: null,
  },
  'whose page is named 300,000 times': {
    pdf: () => objects(`<</Type/Pages/Kids[${'3 0 R '.repeat(300_000)}]/Count 300000>>`, PAGE),
    reason: null,
  },
  'with arrays in arrays, 200,000 times': {
    pdf: () => objects(PAGES, PAGE.replace('>>', `/X ${'['.repeat(200_000)}${']'.repeat(200_000)}>>`)),
    reason: null,
  },
  'with a PDF in a PDF, twelve times': { pdf: () => attached(12), reason: null },
  'with objects in a stream': {
    pdf: () => inObjectStream(`/N 3${FIRST}`, deflateSync(STORED)),
    reason: null,
  },
  'with objects in a stream of 400 MiB': {
    pdf: () => inObjectStream(`/N 3${FIRST}`, bomb(400, STORED)),
    reason: MEMORY,
  },
  'with a stream that claims two billion objects': {
    pdf: () => inObjectStream(`/N 2000000000${FIRST}`, deflateSync(STORED)),
    reason: DAMAGED,
  },
  'with a stream of objects that has itself': {
    pdf: () => inObjectStream('/N 1/First 4', deflateSync('4 0 <<>> ')),
    reason: DAMAGED,
  },
  'whose content unpacks to 400 MiB': {
    pdf: () => objects(PAGES, WITH_CONTENT, packed('', bomb(400)).toString('latin1')),
    reason: MEMORY,
  },
  'whose content is packed twice': {
    pdf: () =>
      objects(
        PAGES,
        WITH_CONTENT,
        packed('', deflateSync(bomb(400)), '/FlateDecode/FlateDecode').toString('latin1'),
      ),
    reason: MEMORY,
  },
  'whose parents are each other': {
    pdf: () => objects('<</Type/Pages/Kids[3 0 R]/Count 1/Parent 3 0 R>>', '<</Type/Page/Parent 2 0 R>>'),
    reason: null,
  },
  'whose content is a list of itself': {
    pdf: () => objects(PAGES, WITH_CONTENT, '[4 0 R 4 0 R]'),
    reason: null,
  },
  'with a length that is its own stream': {
    pdf: () => objects(PAGES, WITH_CONTENT, '<</Length 4 0 R>>\nstream\n0 0 9 9 re f\nendstream'),
    reason: null,
  },
  'with a size that is a reference to itself': {
    pdf: () => objects(PAGES, '<</Type/Page/Parent 2 0 R/MediaBox 4 0 R>>', '4 0 R'),
    reason: null,
  },
  'whose table of objects goes on with itself': {
    pdf: () => {
      const text = HALF_BLACK.toString('latin1');
      const [, table = ''] = /startxref\n(\d+)/.exec(text) ?? [];
      return Buffer.from(text.replace('<</Size', `<</Prev ${table}/Size`), 'latin1');
    },
    reason: null,
  },
  'with a form that draws itself': {
    pdf: () => forms({ draws: '0 0 144 72 re f /F Do', resources: '/XObject<</F 5 0 R>>' }),
    reason: null,
  },
  'with two forms that draw each other twice': {
    pdf: () =>
      forms(
        { draws: '/F Do /F Do', resources: '/XObject<</F 6 0 R>>' },
        { draws: '/F Do /F Do', resources: '/XObject<</F 5 0 R>>' },
      ),
    reason: MEMORY,
  },
  'with a mask that is masked by itself': {
    pdf: () =>
      forms({
        draws: '/G gs 0 0 144 72 re f',
        resources: '/ExtGState<</G<</SMask<</S/Luminosity/G 5 0 R>>>>>>',
      }),
    reason: null,
  },
  'with a letter that is written in its own font': { pdf: () => SELF_FONT, reason: null },
  'with colours that are numbered by themselves': {
    pdf: () =>
      plainPdf({
        content: Buffer.from('/C cs 1 sc 0 0 144 72 re f'),
        resources: '<</ColorSpace<</C 5 0 R>>>>',
        objects: [Buffer.from('[/Indexed 5 0 R 1 <000000ffffff>]')],
      }),
    reason: null,
  },
};
