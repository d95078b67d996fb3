import { fail } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import {
  FIRST_PICTURE_WORK,
  isOfLibrary,
  LIBRARY_WORK,
  markerWork,
  pictureWork,
  rasterWork,
  SYMBOLOGY_WORK,
} from '../raster-markers/work.ts';
import { type ContentFaults, RenderFaults, type UnwritableField } from './content-faults.ts';

/**
 * The work that one request's barcodes may take, in units of about a nanosecond, and the work that each paid record
 * adds. One rate unit buys less than half a second, in a thread that has just started too, where the code of encoders
 * has yet to be read and compiled (`npm run bench -- worst`).
 */
export const BARCODE_WORK = 200_000_000;
export const RECORD_BARCODE_WORK = 18_000_000;

/** Further work, in the same units, that the values of one request may take before they are in the stream. */
export const TEXT_WORK = 100_000_000;

/**
 * Work to throw, and for each code unit of a value that is written in vain, in the same units: encoding it, finding the
 * character without a byte, and discarding the bytes written before. Measured with the slowest encodings.
 */
const THROWN_WORK = 10_000;
export const UNWRITTEN_CODE_UNIT_WORK = 100;

/**
 * The shared state of one request's records: the work and pixels that are left, the faults and the placeholders
 * without a value so far.
 */
export class SubstitutionBudget {
  readonly faults: ContentFaults;
  /** Placeholders that stay in the output, counted at each occurrence. */
  unresolved = 0;
  /** Symbologies of marked rasters so far. */
  readonly #symbologies = new Set<string>();
  #usesLibrary = false;
  #hasPicture = false;
  #pixelsLeft: number = LIMITS.rasterPixels;
  #workLeft: number;
  #textWorkLeft = TEXT_WORK;

  /** @param paidRecords the records that the request pays for: one where it is only checked, however many it has. */
  constructor(faults: ContentFaults = new RenderFaults(), paidRecords = 1) {
    this.faults = faults;
    this.#workLeft = BARCODE_WORK + paidRecords * RECORD_BARCODE_WORK;
  }

  /** Charges the work of a symbol before it is made; fails (413) when the request has had too many. */
  spendSymbol(work: number): void {
    this.#workLeft -= work;
    if (this.#workLeft < 0) {
      const instead = this.#hasPicture
        ? 'and pictures take too much work together; fewer or smaller'
        : 'take too much work together; fewer or shorter';
      fail('too_large', `the barcodes ${instead} ones do`);
    }
  }

  /**
   * Charges a picture before it is decoded: its pixels, and the dots of its box; fails (413) as {@link spendSymbol}
   * does.
   */
  spendPicture(pixels: number, dots: number): void {
    if (!this.#hasPicture) {
      this.#hasPicture = true;
      this.spendSymbol(FIRST_PICTURE_WORK);
    }
    this.spendSymbol(pictureWork(pixels, dots));
  }

  /** Charges the work of a marked raster's symbol before it is made; fails (413) as {@link spendSymbol} does. */
  spendMarker(symbology: string, value: string): void {
    if (!this.#symbologies.has(symbology)) {
      this.#symbologies.add(symbology);
      this.spendSymbol(SYMBOLOGY_WORK);
      if (!this.#usesLibrary && isOfLibrary(symbology)) {
        this.#usesLibrary = true;
        this.spendSymbol(LIBRARY_WORK);
      }
    }
    this.spendSymbol(markerWork(symbology, value));
  }

  /** Charges the work of a step of a transform, or of reading a field once more, before it is done; fails (413). */
  spendText(work: number): void {
    this.#textWorkLeft -= work;
    if (this.#textWorkLeft < 0) {
      fail(
        'too_large',
        'the values take too much work before they are inserted; fewer steps of field transforms, shorter values or less data under ^FC and ^FE do',
      );
    }
  }

  /**
   * Passes an error that was thrown while a field was written to the faults, and charges it; throws it if they do not
   * keep it.
   *
   * @param field returns the field, where that is kept.
   * @param codeUnits of the values that were written in vain.
   */
  keepUnwritable(error: unknown, field: () => UnwritableField, codeUnits: number): void {
    this.faults.unwritable(error, field);
    this.spendText(THROWN_WORK + codeUnits * UNWRITTEN_CODE_UNIT_WORK);
  }

  /** Charges a re-encoded raster, in dots, before it is drawn; fails (413) when the request has no pixels left. */
  spendRaster(width: number, height: number): void {
    this.spendSymbol(rasterWork(width, height));
    this.#pixelsLeft -= width * height;
    if (this.#pixelsLeft < 0) {
      fail('too_large', `the re-encoded barcodes have more than ${LIMITS.rasterPixels} pixels together`);
    }
  }
}
