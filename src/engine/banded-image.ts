import { Bitmap, type Rows } from '../bitmap/bitmap.ts';
import { wordBytes } from '../bitmap/packed-bits.ts';
import { type Band, compressBand } from '../encode/band.ts';
import { BAND_ROWS, type CompressedDots, joinBands } from '../encode/compressed-dots.ts';
import { type Layer, paint, rowsOf } from '../raster/layer.ts';

/** Bytes of a band besides its compressed rows, by estimate. */
const BAND_BYTES = 256;

/** An image that changes a little each time: its rows are compressed in bands, and only stale bands are made again. */
export class BandedImage {
  readonly #width: number;
  readonly #height: number;
  /** The bands of the last image. */
  readonly #bands: (Band | undefined)[];
  #bandBytes = 0;
  /** Whether each band has to be made again. */
  readonly #stale: boolean[];

  /** Begins with every band stale. */
  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    const bands = Math.ceil(height / BAND_ROWS);
    this.#bands = new Array(bands).fill(undefined);
    this.#stale = new Array(bands).fill(true);
  }

  /** Estimated bytes in use. */
  get bytes(): number {
    return this.#bands.length * BAND_BYTES + this.#bandBytes;
  }

  /** Notes that these rows have changed. */
  touch({ top, bottom }: Rows): void {
    // The row below too: the compressed bytes of rows depend on the row above them.
    const last = Math.min(bottom, this.#height - 1);
    for (let i = Math.max(0, Math.floor(top / BAND_ROWS)); i * BAND_ROWS <= last; i++) this.#stale[i] = true;
  }

  /** The whole image, whose stale rows are those of `base` with the layers drawn over it in their order. */
  draw(base: Bitmap, layers: readonly Layer[]): CompressedDots {
    const image = sharedBitmap(this.#width, this.#height);
    const stretches = this.#staleStretches();
    for (const { top, bottom } of stretches) image.copyRows(base, top, bottom);
    for (const layer of layers) {
      const { top, bottom } = rowsOf(layer);
      // A layer may reach beyond these rows, where the image does not matter.
      if (stretches.some((rows) => rows.top < bottom && top < rows.bottom)) paint(image, layer);
    }
    for (let i = 0; i < this.#stale.length; i++) {
      if (this.#stale[i] !== true) continue;
      const before = this.#bands[i]?.bits;
      const band = compressBand(image, i * BAND_ROWS, this.#bottomOf(i), before);
      this.#bandBytes += wordBytes(band.bits.words) - (before === undefined ? 0 : wordBytes(before.words));
      this.#bands[i] = band;
      this.#stale[i] = false;
    }
    return joinBands(this.#width, this.#height, this.#bands as readonly Band[]);
  }

  /** Stretches of adjacent stale bands, each with the row above, on which it depends. */
  #staleStretches(): readonly Rows[] {
    const stretches: Rows[] = [];
    for (let i = 0; i < this.#stale.length; i++) {
      if (this.#stale[i] !== true) continue;
      const before = stretches.at(-1)?.bottom === i * BAND_ROWS ? stretches.pop() : undefined;
      stretches.push({ top: before?.top ?? Math.max(0, i * BAND_ROWS - 1), bottom: this.#bottomOf(i) });
    }
    return stretches;
  }

  #bottomOf(band: number): number {
    return Math.min((band + 1) * BAND_ROWS, this.#height);
  }
}

let bitmap: Bitmap | undefined;

/** The bitmap that all images of the thread share, with the dots of the last drawing. */
function sharedBitmap(width: number, height: number): Bitmap {
  if (bitmap?.width !== width || bitmap.height !== height) {
    bitmap = Bitmap.create(width, height);
    bitmap.noteChanges();
  }
  return bitmap;
}
