import type { GreyPicture } from '../raster/images/grey-picture.ts';
import { POINTS_PER_INCH } from '../units.ts';
import { type Address, PdfFault, type PdfiumFunctions, returnPdfium, takePdfium } from './pdfium.ts';

/** Bytes of memory that a PDF may take: its pages have some million dots, but pictures in it may have more. */
const MEMORY_MAX_BYTES = 256 * 2 ** 20;
/** A complete file has `%%EOF` within this many bytes of its end. */
const END_BYTES = 1024;

/** Whether a file is a PDF, which may have a few bytes before its beginning. */
export function isPdf(file: Uint8Array): boolean {
  return Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, 1024)).includes('%PDF-');
}

/** Objects of a page; gradients are pictures. */
export type ObjectKind = 'shape' | 'text' | 'picture';

/** A page, before it is drawn. */
export interface SourcePage {
  /** Inches. */
  readonly width: number;
  readonly height: number;
  /** The kinds of objects on it; those of annotations are not known. */
  readonly kinds: ReadonlySet<ObjectKind>;
  /** Draws all of it. */
  readonly draw: DrawPage;
  /** Draws its shapes alone, and its annotations. */
  readonly drawShapes: DrawPage;
}

/**
 * Draws a page with this many pixels.
 *
 * @param use gets the picture. Its data is memory of PDFium's, good until `use` returns, and must be read from the
 *   picture again after another drawing.
 * @param isByRows whether pictures are decoded by rows: then the memory does not bound the work
 * @throws PdfFault
 */
export type DrawPage = <T>(
  width: number,
  height: number,
  use: (picture: GreyPicture) => T,
  isByRows?: boolean,
) => T;

/** A document that is open. One that is never closed is freed with its memory. */
export interface OpenPdf extends Disposable {
  readonly pageCount: number;
  /**
   * A page.
   *
   * @param index from 0
   * @throws PdfFault where it is damaged
   */
  page(index: number): SourcePage;
}

/**
 * Opens a PDF.
 *
 * @param memoryMaxBytes bytes that PDFium may take, for the file and its pages
 * @throws PdfFault for a file that is damaged, ends early, has a password, or needs more memory
 */
export function openPdf(file: Uint8Array, memoryMaxBytes: number = MEMORY_MAX_BYTES): OpenPdf {
  const end = Buffer.from(file.buffer, file.byteOffset, file.length).subarray(-END_BYTES);
  if (!end.includes('%%EOF')) throw new PdfFault('damaged', 'the PDF ends early');
  const pdfium = takePdfium(memoryMaxBytes);
  const opened = (): { readonly document: Address; readonly pageCount: number } =>
    pdfium.checked((functions) => {
      const document = functions.FPDF_LoadMemDocument(present(pdfium.copied(file)), file.length, 0);
      if (document === 0) throw new PdfFault('damaged', reasonOf(functions.FPDF_GetLastError()));
      return { document, pageCount: functions.FPDF_GetPageCount(document) };
    });
  let open: ReturnType<typeof opened>;
  try {
    open = opened();
  } catch (error) {
    returnPdfium(pdfium);
    throw error;
  }
  return {
    pageCount: open.pageCount,
    page(index) {
      const { address, others, ...page } = pdfium.checked((functions) =>
        pageOf(functions, open.document, index),
      );
      const drawWithout =
        (hidden: readonly Address[]): DrawPage =>
        (width, height, use, isByRows = false) => {
          const drawing = pdfium.checked((functions) => {
            const pixels = present(functions.malloc(width * height));
            pdfium.bytes(pixels, width * height).fill(WHITE);
            const bitmap = present(functions.FPDFBitmap_CreateEx(width, height, GREY, pixels, width));
            const flags = isByRows ? ROWS_FLAGS : DRAWING_FLAGS;
            for (const object of hidden) functions.FPDFPageObj_SetIsActive(object, 0);
            functions.FPDF_RenderPageBitmap(bitmap, address, 0, 0, width, height, 0, flags);
            for (const object of hidden) functions.FPDFPageObj_SetIsActive(object, 1);
            functions.FPDFBitmap_Destroy(bitmap);
            return pixels;
          });
          const result = use({
            width,
            height,
            get data() {
              return pdfium.bytes(drawing, width * height);
            },
          });
          pdfium.checked(({ free }) => free(drawing));
          return result;
        };
      return { ...page, draw: drawWithout([]), drawShapes: drawWithout(others) };
    },
    [Symbol.dispose]: () => returnPdfium(pdfium),
  };
}

/** `FPDFBitmap_Gray`: a byte for each pixel. */
const GREY = 1;
const WHITE = 0xff;
/** `FPDF_ANNOT`, `FPDF_LCD_TEXT` and `FPDF_GRAYSCALE`, which holds all pixels of a picture. */
const DRAWING_FLAGS = 0x1 | 0x2 | 0x8;
/** The flags without `FPDF_GRAYSCALE`, so that only rows of a large picture are held. */
const ROWS_FLAGS = 0x1 | 0x2;

/** A page in PDFium's memory. Inches. */
interface LoadedPage extends Content {
  readonly address: Address;
  readonly width: number;
  readonly height: number;
}

function pageOf(functions: PdfiumFunctions, document: Address, index: number): LoadedPage {
  const address = present(functions.FPDF_LoadPage(document, index));
  const [width, height] = [functions.FPDF_GetPageWidth(address), functions.FPDF_GetPageHeight(address)];
  if (width < 1 || height < 1) throw new PdfFault('damaged', DAMAGED);
  return {
    address,
    width: width / POINTS_PER_INCH,
    height: height / POINTS_PER_INCH,
    ...contentOf(functions, address),
  };
}

/** The kinds of objects on a page, and the objects that are not shapes. */
interface Content {
  readonly kinds: ReadonlySet<ObjectKind>;
  readonly others: readonly Address[];
}

/** Objects of a page that are examined; further ones count as shapes. */
const OBJECTS_MAX = 10_000;
/** Types of objects: `FPDF_PAGEOBJ_…`. A form has objects within. */
const TEXT = 1;
const PATH = 2;
const FORM = 5;

function contentOf(functions: PdfiumFunctions, page: Address): Content {
  const kinds = new Set<ObjectKind>();
  const others: Address[] = [];
  let seen = 0;
  const look = (count: number, objectAt: (index: number) => Address): void => {
    for (let index = 0; index < count; index++) {
      if (seen === OBJECTS_MAX) {
        kinds.add('shape');
        return;
      }
      seen++;
      const object = objectAt(index);
      const type = functions.FPDFPageObj_GetType(object);
      if (type === PATH) kinds.add('shape');
      else if (type === FORM) {
        look(functions.FPDFFormObj_CountObjects(object), (at) => functions.FPDFFormObj_GetObject(object, at));
      } else {
        kinds.add(type === TEXT ? 'text' : 'picture');
        others.push(object);
      }
    }
  };
  look(functions.FPDFPage_CountObjects(page), (index) => functions.FPDFPage_GetObject(page, index));
  return { kinds, others };
}

const DAMAGED = 'the PDF is damaged';

/** Words for the numbers `FPDF_ERR_…`. */
function reasonOf(error: number): string {
  if (error === 4) return 'the PDF has a password';
  return error === 5 ? 'the PDF is encrypted in a way that cannot be read' : DAMAGED;
}

function present(address: Address): Address {
  if (address === 0) throw new PdfFault('damaged', DAMAGED);
  return address;
}
