import { type BarcodeFault, fail } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { rasterWork } from '../raster-markers/work.ts';

/** UTF-16 code units of all faults of one answer, as JSON; further faults are left out. */
const FAULT_CODE_UNITS = 1_048_576;

/**
 * Work that one request's barcodes may take, in units of about a nanosecond, and what each record adds, since a
 * print job costs the more the more records it has: half a second at most.
 */
export const BARCODE_WORK = 250_000_000;
export const RECORD_BARCODE_WORK = 16_000_000;

/** Work that the values of one request may take besides, before they are in the stream, in the same units. */
export const TEXT_WORK = 100_000_000;

/**
 * What the records of one request share: the work and pixels that are left, the barcode faults and the placeholders
 * without a value found so far.
 */
export class SubstitutionBudget {
  /** Placeholders that stay in the output, at each place where they stand. */
  unresolved = 0;
  #faults: Map<string, BarcodeFault> | null = null;
  #faultCodeUnits = 0;
  #pixelsLeft: number = LIMITS.rasterPixels;
  #workLeft: number;
  #textWorkLeft = TEXT_WORK;

  constructor(records = 1) {
    this.#workLeft = BARCODE_WORK + records * RECORD_BARCODE_WORK;
  }

  /** Notes a barcode that cannot be encoded; the same one again is one fault. */
  addFault(fault: BarcodeFault): void {
    const key = JSON.stringify(fault);
    this.#faults ??= new Map();
    if (
      this.#faults.has(key) ||
      (this.#faultCodeUnits > 0 && this.#faultCodeUnits + key.length > FAULT_CODE_UNITS)
    )
      return;
    this.#faults.set(key, fault);
    this.#faultCodeUnits += key.length;
  }

  /** Charges the work of a symbol before it is made; fails (413) when the request has had too many. */
  spendSymbol(work: number): void {
    this.#workLeft -= work;
    if (this.#workLeft < 0) {
      fail('too_large', 'the barcodes take too much work together; fewer or shorter ones do');
    }
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

  /** Charges a re-encoded raster, in dots, before it is drawn; fails (413) when the request has no pixels left. */
  spendRaster(width: number, height: number): void {
    this.spendSymbol(rasterWork(width, height));
    this.#pixelsLeft -= width * height;
    if (this.#pixelsLeft < 0) {
      fail('too_large', `the re-encoded barcodes have more than ${LIMITS.rasterPixels} pixels together`);
    }
  }

  /** Fails (422) with every fault there was. */
  finish(): void {
    if (this.#faults === null) return;
    const fields = [...this.#faults.values()];
    const names = [...new Set(fields.map((fault) => fault.symbology))].join(', ');
    fail('barcode_invalid', `${names}; see fields for what is allowed`, {
      fields,
    });
  }
}
