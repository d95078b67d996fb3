import { Bitmap, type PaintMode, type Rows } from '../bitmap/bitmap.ts';
import { Mask } from '../bitmap/mask.ts';
import { WORK_MAX } from '../bitmap/work-meter.ts';
import { type Band, compressBand } from '../encode/band.ts';
import { BAND_ROWS, type CompressedDots, joinBands } from '../encode/compressed-dots.ts';
import { LIMITS } from '../limits.ts';
import { drawLayers } from '../raster/draw-layers.ts';
import { commute, type Layer, marginOf, paint, placed, rowsOf } from '../raster/layer.ts';
import { startDrawing } from '../raster/rasterize.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { type DynamicLabel, type FieldParser, parseWithDynamicFields } from '../zpl/dynamic-fields.ts';
import type { Element } from '../zpl/label.ts';
import type { Canvas } from './canvas.ts';
import { type RenderOptions, textWork } from './render-images.ts';

/** A label drawn, and how many warnings that gave. */
export interface PreparedImage {
  readonly dots: CompressedDots;
  readonly warnings: number;
}

/** Bytes of the stream, at most: far below the bounds of the parser, which then need not be counted. */
const STREAM_BYTES_MAX = 1 << 20;
/** Dynamic fields, and bytes of layers, at most. */
const FIELDS_MAX = 500;
const LAYER_BYTES_MAX = 8 << 20;
/** Work of preparing a label, which counts what elements share for each of them; giving one up wastes no more. */
const PREPARED_WORK_MAX = WORK_MAX / 2;
/** What a prepared label takes beside dots and compressed rows, by estimate: the state of a printer for each field. */
const LABEL_BYTES = 4096;
const FIELD_BYTES = 2048;
const BAND_BYTES = 256;

/** What elements look like, and what they count for. */
interface Drawn {
  readonly layers: readonly Layer[];
  readonly warnings: number;
  readonly textWork: number;
  /** Of a {@link WorkMeter}: no less than drawing them on a whole label takes. */
  readonly work: number;
}

/** A field whose data depends on the request, as it was drawn last. */
interface DynamicField {
  readonly kind: 'field';
  readonly parser: FieldParser;
  /** Of all its layers, whatever its data is. */
  readonly mode: PaintMode;
  sent: ByteString;
  drawn: Drawn;
}

/** What is drawn over the base for each image. */
type Overlay = { readonly kind: 'fixed'; readonly layer: Layer } | DynamicField;

/**
 * A saved label, drawn but for the fields that change, with the compressed rows of the last image made from it.
 *
 * An image is layers drawn one after another, each of which blackens, whitens or inverts the dots of its
 * mask. A layer that can change places with every overlay before it is drawn on the base, once; the others
 * are overlays, drawn in their order on all rows that are made anew. Where all is black, as on most labels, these
 * are just the dynamic fields.
 */
export class PreparedLabel {
  readonly #canvas: Canvas;
  readonly #label: DynamicLabel;
  /** Of all that is sent between the fields. */
  readonly #literalBytes: number;
  /** What is the same in every image. */
  readonly #base: Bitmap;
  /** In the order of drawing. */
  readonly #overlays: Overlay[] = [];
  readonly #fields: DynamicField[] = [];
  /** As they were last. */
  readonly #bands: (Band | undefined)[];
  #bandBytes = 0;
  /** By the number of the band: whether its rows have to be drawn anew. */
  readonly #stale: boolean[];
  /** Of all that does not change. */
  #warnings: number;
  #textWork = 0;
  #work = 0;

  private constructor(label: DynamicLabel, literalBytes: number, canvas: Canvas) {
    this.#label = label;
    this.#literalBytes = literalBytes;
    this.#canvas = canvas;
    this.#base = Bitmap.create(canvas.width, canvas.height);
    this.#warnings = label.diagnostics.length;
    const bands = Math.ceil(canvas.height / BAND_ROWS);
    this.#bands = new Array(bands).fill(undefined);
    this.#stale = new Array(bands).fill(true);
  }

  /**
   * Draws what does not change.
   *
   * @param literals what is sent before each dynamic field, and after the last one.
   * @param fields what those send at first.
   * @returns null for a label that must be drawn as a whole each time.
   * @throws FailureError as drawing the whole label does.
   */
  static draw(
    literals: readonly ByteString[],
    fields: readonly ByteString[],
    canvas: Canvas,
    options: RenderOptions,
  ): PreparedLabel | null {
    const literalBytes = bytesOf(literals);
    if (literalBytes + bytesOf(fields) > STREAM_BYTES_MAX) return null;
    const label = parseWithDynamicFields(literals, { dotsPerMm: canvas.dotsPerMm, ...options });
    if (label === null) return null;
    const prepared = new PreparedLabel(label, literalBytes, canvas);
    return prepared.#prepare(fields, options) ? prepared : null;
  }

  /** Estimated bytes in use. */
  get bytes(): number {
    const bytes =
      LABEL_BYTES +
      this.#base.words.byteLength +
      this.#fields.length * FIELD_BYTES +
      this.#bands.length * BAND_BYTES +
      this.#bandBytes;
    return bytes + this.#layerBytes();
  }

  /**
   * Draws an image.
   *
   * @param sent by each dynamic field of the label.
   * @returns null when the label must be drawn as a whole this time.
   * @throws FailureError as drawing the whole label does.
   */
  render(sent: readonly ByteString[], options: RenderOptions): PreparedImage | null {
    if (this.#literalBytes + bytesOf(sent) > STREAM_BYTES_MAX) return null;
    let warnings = this.#warnings;
    let characters = this.#textWork;
    let work = this.#work;
    for (const field of this.#fields) {
      if (!this.#update(field, sent[field.parser.index] as ByteString, options)) return null;
      warnings += field.drawn.warnings;
      characters += field.drawn.textWork;
      work += field.drawn.work;
      if (work > PREPARED_WORK_MAX) return null;
    }
    if (characters > LIMITS.textCharacters || this.#layerBytes() > LAYER_BYTES_MAX) return null;
    this.#compress();
    const { width, height } = this.#canvas;
    return { dots: joinBands(width, height, this.#bands as readonly Band[]), warnings };
  }

  #prepare(fields: readonly ByteString[], options: RenderOptions): boolean {
    let work = 0;
    let layerBytes = 0;
    for (const part of this.#label.parts) {
      if (part.kind === 'parser') {
        const sent = fields[part.index] as ByteString;
        const drawn = this.#parse(part, sent, options);
        if (drawn === null || this.#fields.length === FIELDS_MAX) return false;
        const field = {
          kind: 'field',
          parser: part,
          mode: drawn.layers[0]?.mode ?? 'black',
          sent,
          drawn,
        } as const;
        if (drawn.layers.some(({ mode }) => mode !== field.mode)) return false;
        work += drawn.work;
        for (const { bits } of drawn.layers) layerBytes += bits.words.byteLength;
        this.#fields.push(field);
        this.#overlays.push(field);
      } else {
        const drawn = this.#draw([part], options);
        this.#warnings += drawn.warnings;
        this.#textWork += drawn.textWork;
        this.#work += drawn.work;
        for (const layer of drawn.layers) {
          if (this.#overlays.every((overlay) => mayPass(layer, overlay))) {
            paint(this.#base, layer);
          } else {
            this.#overlays.push({ kind: 'fixed', layer });
            layerBytes += layer.bits.words.byteLength;
          }
        }
      }
      if (work + this.#work > PREPARED_WORK_MAX || layerBytes > LAYER_BYTES_MAX) return false;
    }
    return true;
  }

  /** Draws a field anew if its data is not what it was; false when that takes the whole label. */
  #update(field: DynamicField, sent: ByteString, options: RenderOptions): boolean {
    if (field.sent === sent) return true;
    const drawn = this.#parse(field.parser, sent, options);
    if (drawn === null || drawn.layers.some(({ mode }) => mode !== field.mode)) return false;
    for (const layer of [...field.drawn.layers, ...drawn.layers]) {
      const { top, bottom } = rowsOf(layer);
      // The row below too: what rows are compressed to depends on the row above them.
      const last = Math.min(bottom, this.#canvas.height - 1);
      for (let i = Math.max(0, Math.floor(top / BAND_ROWS)); i * BAND_ROWS <= last; i++)
        this.#stale[i] = true;
    }
    field.sent = sent;
    field.drawn = drawn;
    return true;
  }

  #parse(parser: FieldParser, sent: ByteString, options: RenderOptions): Drawn | null {
    const parsed = parser.parse(sent, { dotsPerMm: this.#canvas.dotsPerMm, ...options });
    if (parsed === null) return null;
    const drawn = this.#draw(parsed.elements, options);
    return { ...drawn, warnings: drawn.warnings + parsed.diagnostics.length };
  }

  #draw(elements: readonly Element[], options: RenderOptions): Drawn {
    const { width, height } = this.#canvas;
    const printWidth = Math.min(this.#label.printWidth ?? width, width);
    const mask = emptyMask(printWidth, height);
    let warnings = 0;
    const context = startDrawing(this.#canvas, () => warnings++, options);
    mask.countWith(context.meter);
    const layers: Layer[] = [];
    for (const element of elements) {
      context.checkDeadline();
      for (const layer of drawLayers(mask, element, context)) {
        layers.push(placed(layer, this.#label, marginOf(printWidth, width), this.#canvas));
      }
    }
    return { layers, warnings, textWork: textWork(elements), work: context.meter.spent };
  }

  /** Draws the rows of the image that have to be drawn anew, and compresses them. */
  #compress(): void {
    const image = sharedImage(this.#canvas);
    const stretches = this.#staleStretches();
    for (const { top, bottom } of stretches) image.copyRows(this.#base, top, bottom);
    for (const overlay of this.#overlays) {
      for (const layer of layersOf(overlay)) {
        const { top, bottom } = rowsOf(layer);
        // It may reach beyond these rows, where the image does not matter.
        if (stretches.some((rows) => rows.top < bottom && top < rows.bottom)) paint(image, layer);
      }
    }
    for (let i = 0; i < this.#stale.length; i++) {
      if (this.#stale[i] !== true) continue;
      const before = this.#bands[i]?.bits;
      const band = compressBand(image, i * BAND_ROWS, this.#bottomOf(i), before);
      this.#bandBytes += band.bits.words.byteLength - (before?.words.byteLength ?? 0);
      this.#bands[i] = band;
      this.#stale[i] = false;
    }
  }

  /** Bands next to one another that are stale, with the row above each stretch of them, on which it depends. */
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
    return Math.min((band + 1) * BAND_ROWS, this.#canvas.height);
  }

  #layerBytes(): number {
    let bytes = 0;
    for (const overlay of this.#overlays)
      for (const { bits } of layersOf(overlay)) bytes += bits.words.byteLength;
    return bytes;
  }
}

function layersOf(overlay: Overlay): readonly Layer[] {
  return overlay.kind === 'fixed' ? [overlay.layer] : overlay.drawn.layers;
}

/** Whether a layer may be drawn before this overlay, which comes before it; a field may reach anywhere. */
function mayPass(layer: Layer, overlay: Overlay): boolean {
  return overlay.kind === 'fixed' ? commute(layer, overlay.layer) : layer.mode === overlay.mode;
}

function bytesOf(texts: readonly ByteString[]): number {
  return texts.reduce((bytes, text) => bytes + text.length, 0);
}

let mask: Mask | undefined;

/** The thread's mask; every drawing leaves it empty. */
function emptyMask(width: number, height: number): Mask {
  if (mask?.width !== width || mask.height !== height) mask = Mask.create(width, height);
  return mask;
}

let image: Bitmap | undefined;

/** The thread's image, with whatever was drawn last. */
function sharedImage({ width, height }: Canvas): Bitmap {
  if (image?.width !== width || image.height !== height) image = Bitmap.create(width, height);
  return image;
}
