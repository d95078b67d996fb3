import { Bitmap, type PaintMode } from '../bitmap/bitmap.ts';
import { Mask } from '../bitmap/mask.ts';
import { wordBytes } from '../bitmap/packed-bits.ts';
import { WORK_MAX } from '../bitmap/work-meter.ts';
import type { CompressedDots } from '../encode/compressed-dots.ts';
import { LIMITS } from '../limits.ts';
import { drawLayers } from '../raster/draw-layers.ts';
import { commute, type Layer, marginOf, paint, placed, rowsOf } from '../raster/layer.ts';
import { startDrawing } from '../raster/rasterize.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import type { Diagnostic } from '../zpl/diagnostic.ts';
import { type DynamicLabel, type FieldParser, parseWithDynamicFields } from '../zpl/dynamic-fields.ts';
import type { Element } from '../zpl/label.ts';
import { BandedImage } from './banded-image.ts';
import type { Canvas } from './canvas.ts';
import { parsing, printerFonts } from './printer-fonts.ts';
import { profileDiagnostics, sampledFonts } from './printer-profile.ts';
import { type DrawingOptions, textWork } from './render-images.ts';
import { ReturningValues } from './returning-values.ts';
import { joinWarnings, type Warnings, warningsOf } from './warnings.ts';

/** The image of a label, and the warnings of drawing it. */
export interface PreparedImage {
  readonly dots: CompressedDots;
  readonly warnings: Warnings;
}

/** Bytes of the stream, at most: far below the bounds of the parser, which then need not be counted. */
const STREAM_BYTES_MAX = 1 << 20;
/** Dynamic fields, and bytes of layers, at most. */
const FIELDS_MAX = 500;
const LAYER_BYTES_MAX = 8 << 20;
/** The most work of preparing a label; giving one up wastes no more. Work that elements share counts for each. */
const PREPARED_WORK_MAX = WORK_MAX / 2;
/** Bytes of a prepared label besides dots and compressed rows, by estimate: the state of a printer for each field. */
const LABEL_BYTES = 4096;
const FIELD_BYTES = 2048;
const WARNING_BYTES = 128;

/** The layers of elements, and the work of drawing them. */
interface Drawn {
  readonly layers: readonly Layer[];
  /** Bytes of the layers. */
  readonly bytes: number;
  readonly warnings: Warnings;
  readonly textWork: number;
  /** Units of a {@link WorkMeter}: no less than drawing the elements on a whole label takes. */
  readonly work: number;
}

/** A field whose data depends on the request, with its last drawing. */
interface DynamicField {
  readonly kind: 'field';
  /** A name that no other field of the thread's labels has. */
  readonly name: string;
  readonly parser: FieldParser;
  /** The mode of all its layers, whatever its data is. */
  readonly mode: PaintMode;
  sent: ByteString;
  drawn: Drawn;
  /** Whether the layer is kept in case its data returns. */
  isKept: boolean;
  /** Memory of an earlier drawing, for the next one: with new memory each time a field takes a tenth longer. */
  memory: Int32Array | undefined;
}

/** Drawings of values that return, of all labels of the thread. */
const drawnValues = new ReturningValues<Drawn>();
let namedFields = 0;

/** Dots drawn over the base of each image. */
type Overlay = { readonly kind: 'fixed'; readonly layer: Layer } | DynamicField;

/**
 * A saved label, drawn except for its dynamic fields, with the compressed rows of the last image made from it. A PNG
 * takes 1072 → 169 µs compared with drawing the whole label (decision 4, bench render).
 *
 * An image is layers drawn one after another, each of which blackens, whitens or inverts the dots of its mask. A layer
 * that can change places with every overlay before it is drawn on the base, once; the others are overlays, drawn in
 * their order on all rows that are made again. On most labels all layers are black, and the overlays are just the
 * dynamic fields.
 */
export class PreparedLabel {
  readonly #canvas: Canvas;
  readonly #label: DynamicLabel;
  /** Bytes of all text between the fields. */
  readonly #literalBytes: number;
  /** Dots that are the same in every image. */
  readonly #base: Bitmap;
  /** In the order of drawing. */
  readonly #overlays: Overlay[] = [];
  readonly #fields: DynamicField[] = [];
  /** The last image: the base with all overlays. */
  readonly #image: BandedImage;
  /** Warnings of everything that does not change. */
  #warnings: Warnings;
  #textWork = 0;
  #work = 0;
  /** Bytes of the fixed overlays. */
  #fixedBytes = 0;

  private constructor(label: DynamicLabel, literalBytes: number, canvas: Canvas) {
    this.#label = label;
    this.#literalBytes = literalBytes;
    this.#canvas = canvas;
    this.#base = Bitmap.create(canvas.width, canvas.height);
    this.#warnings = warningsOf([...label.diagnostics, ...profileDiagnostics(canvas.dotsPerMm)]);
    this.#image = new BandedImage(canvas.width, canvas.height);
  }

  /**
   * Draws everything that does not change.
   *
   * @param literals the bytes before each dynamic field, and after the last one.
   * @param fields the bytes that each dynamic field sends at first.
   * @returns null for a label that must be drawn as a whole each time.
   * @throws FailureError as drawing the whole label does.
   */
  static draw(
    literals: readonly ByteString[],
    fields: readonly ByteString[],
    canvas: Canvas,
    options: DrawingOptions,
  ): PreparedLabel | null {
    const literalBytes = bytesOf(literals);
    if (literalBytes + bytesOf(fields) > STREAM_BYTES_MAX) return null;
    const label = parseWithDynamicFields(literals, parsing(canvas, options));
    if (label === null) return null;
    const prepared = new PreparedLabel(label, literalBytes, canvas);
    return prepared.#prepare(fields, options) ? prepared : null;
  }

  /** Estimated bytes in use. */
  get bytes(): number {
    let fieldBytes = 0;
    for (const { drawn, memory } of this.#fields) {
      fieldBytes += FIELD_BYTES + drawn.bytes + warningBytesOf(drawn);
      if (memory !== undefined) fieldBytes += wordBytes(memory);
    }
    return LABEL_BYTES + this.#base.bytes + fieldBytes + this.#image.bytes + this.#fixedBytes;
  }

  /**
   * Draws an image.
   *
   * @param sent the bytes of each dynamic field of the label.
   * @returns null when the label must be drawn as a whole this time.
   * @throws FailureError as drawing the whole label does.
   */
  render(sent: readonly ByteString[], options: DrawingOptions): PreparedImage | null {
    if (this.#literalBytes + bytesOf(sent) > STREAM_BYTES_MAX) return null;
    let characters = this.#textWork;
    let work = this.#work;
    let layerBytes = this.#fixedBytes;
    for (const field of this.#fields) {
      if (!this.#update(field, sent[field.parser.index] as ByteString, options)) return null;
      characters += field.drawn.textWork;
      work += field.drawn.work;
      layerBytes += field.drawn.bytes;
      if (work > PREPARED_WORK_MAX) return null;
    }
    if (characters > LIMITS.textCharacters || layerBytes > LAYER_BYTES_MAX) return null;
    const warnings = [this.#warnings, ...this.#fields.map(({ drawn }) => drawn.warnings)];
    return { dots: this.#image.draw(this.#base, this.#layers()), warnings: joinWarnings(warnings) };
  }

  #prepare(fields: readonly ByteString[], options: DrawingOptions): boolean {
    const warnings = [this.#warnings];
    let work = 0;
    let layerBytes = 0;
    for (const part of this.#label.parts) {
      if (part.kind === 'parser') {
        const sent = fields[part.index] as ByteString;
        const drawn = this.#parse(part, sent, options);
        if (drawn === null || this.#fields.length === FIELDS_MAX) return false;
        const field = {
          kind: 'field',
          name: `${++namedFields} `,
          parser: part,
          mode: drawn.layers[0]?.mode ?? 'black',
          sent,
          drawn,
          isKept: false,
          memory: undefined,
        } as const;
        if (drawn.layers.some(({ mode }) => mode !== field.mode)) return false;
        work += drawn.work;
        layerBytes += drawn.bytes;
        this.#fields.push(field);
        this.#overlays.push(field);
      } else {
        const drawn = this.#draw([part], options);
        warnings.push(drawn.warnings);
        this.#textWork += drawn.textWork;
        this.#work += drawn.work;
        for (const layer of drawn.layers) {
          if (this.#overlays.every((overlay) => mayPass(layer, overlay))) {
            paint(this.#base, layer);
          } else {
            this.#overlays.push({ kind: 'fixed', layer });
            this.#fixedBytes += wordBytes(layer.bits.words);
          }
        }
      }
      if (work + this.#work > PREPARED_WORK_MAX || layerBytes + this.#fixedBytes > LAYER_BYTES_MAX)
        return false;
    }
    this.#warnings = joinWarnings(warnings);
    this.#base.noteChanges();
    return true;
  }

  /** Redraws a field if its data has changed; false if the whole label must be drawn. */
  #update(field: DynamicField, sent: ByteString, options: DrawingOptions): boolean {
    if (field.sent === sent) return true;
    const known = drawnValues.get(field.name, sent);
    const drawn = known ?? this.#parse(field.parser, sent, options, field.memory);
    if (drawn === null || drawn.layers.some(({ mode }) => mode !== field.mode)) return false;
    for (const layer of field.drawn.layers) this.#image.touch(rowsOf(layer));
    for (const layer of drawn.layers) this.#image.touch(rowsOf(layer));
    // Kept dots stay as they are, and memory that was drawn on is in use.
    if (known === undefined) field.memory = undefined;
    if (!field.isKept) field.memory = field.drawn.layers.at(-1)?.bits.words;
    const bytes = drawn.bytes + warningBytesOf(drawn);
    field.isKept = known !== undefined || drawnValues.keep(field.name, sent, drawn, bytes);
    field.sent = sent;
    field.drawn = drawn;
    return true;
  }

  #parse(parser: FieldParser, sent: ByteString, options: DrawingOptions, memory?: Int32Array): Drawn | null {
    const parsed = parser.parse(sent, parsing(this.#canvas, options));
    if (parsed === null) return null;
    return this.#draw(parsed.elements, options, parsed.diagnostics, memory);
  }

  /**
   * @param diagnostics of parsing the elements.
   * @param memory that nothing else uses.
   */
  #draw(
    elements: readonly Element[],
    options: DrawingOptions,
    diagnostics: readonly Diagnostic[] = [],
    memory?: Int32Array,
  ): Drawn {
    const { width, height } = this.#canvas;
    const printWidth = Math.min(this.#label.printWidth ?? width, width);
    const mask = emptyMask(printWidth, height);
    const found = [...diagnostics];
    // The copy last: adding a member to one takes 1 µs, of which a PNG with twenty new values has twenty.
    const sampled = sampledFonts(this.#canvas.dotsPerMm);
    const drawing = { held: printerFonts(), sampled, ...options };
    const context = startDrawing(this.#canvas, (diagnostic) => found.push(diagnostic), drawing);
    mask.countWith(context.meter);
    const layers: Layer[] = [];
    for (const element of elements) {
      context.checkDeadline();
      const free = elements.length === 1 ? memory : undefined;
      for (const layer of drawLayers(mask, element, context, free)) {
        layers.push(placed(layer, this.#label, marginOf(printWidth, width), this.#canvas));
      }
    }
    return {
      layers,
      bytes: layers.reduce((bytes, { bits }) => bytes + wordBytes(bits.words), 0),
      warnings: warningsOf(found),
      textWork: textWork(elements),
      work: context.meter.spent,
    };
  }

  /** In the order of drawing. */
  #layers(): readonly Layer[] {
    const layers: Layer[] = [];
    for (const overlay of this.#overlays) {
      if (overlay.kind === 'fixed') layers.push(overlay.layer);
      else for (const layer of overlay.drawn.layers) layers.push(layer);
    }
    return layers;
  }
}

function warningBytesOf({ warnings }: Drawn): number {
  return warnings.texts.length * WARNING_BYTES;
}

/** Whether a layer may be drawn before this overlay, which comes before it; a field may reach anywhere. */
function mayPass(layer: Layer, overlay: Overlay): boolean {
  return overlay.kind === 'fixed' ? commute(layer, overlay.layer) : layer.mode === overlay.mode;
}

function bytesOf(texts: readonly ByteString[]): number {
  let bytes = 0;
  for (const text of texts) bytes += text.length;
  return bytes;
}

let mask: Mask | undefined;

/** The thread's mask; every drawing leaves it empty. */
function emptyMask(width: number, height: number): Mask {
  if (mask?.width !== width || mask.height !== height) mask = Mask.create(width, height);
  return mask;
}
