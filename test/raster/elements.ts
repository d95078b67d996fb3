import type { Bitmap } from '../../src/bitmap/bitmap.ts';
import { type RasterOptions, rasterize } from '../../src/raster/rasterize.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';
import type { Diagnostic } from '../../src/zpl/diagnostic.ts';
import type {
  BarcodeElement,
  BoxElement,
  Element,
  FieldBlock,
  Label,
  Origin,
  TextElement,
} from '../../src/zpl/label.ts';
import { barcodeKind } from '../support/barcode-field.ts';

const PLACED = { reverse: false, span: { start: 0, end: 0 } };

export function at(x: number, y: number, command: Origin['command'] = '^FO'): Origin {
  return { x, y, command, justify: 0 };
}

export function text(shown: string, origin: Origin, more: Partial<TextElement> = {}): TextElement {
  return {
    ...PLACED,
    kind: 'text',
    origin,
    text: shown,
    orientation: 'N',
    block: null,
    direction: 'H',
    gap: 0,
    font: { name: '0', height: 40, width: 40 },
    ...more,
  };
}

export function block(width: number, more: Partial<FieldBlock> = {}): FieldBlock {
  return { kind: 'block', width, lines: 10, lineSpacing: 0, justify: 'L', indent: 0, ...more };
}

export function box(
  origin: Origin,
  width: number,
  height: number,
  more: Partial<BoxElement> = {},
): BoxElement {
  return { ...PLACED, kind: 'box', origin, width, height, thickness: 1, white: false, rounding: 0, ...more };
}

export function barcode(
  command: string,
  params: readonly string[],
  data: string,
  origin: Origin,
  more: Partial<BarcodeElement> = {},
): BarcodeElement {
  return {
    ...PLACED,
    kind: 'barcode',
    ...barcodeKind(command, params),
    origin,
    orientation: 'N',
    font: null,
    moduleWidth: 2,
    ratio: 3,
    height: 10,
    data: data as ByteString,
    ...more,
  };
}

/** Draws elements on a label of 8 dots per mm. */
export function draw(
  elements: readonly Element[],
  more: Partial<Label> & { width?: number; height?: number; options?: RasterOptions } = {},
): { bitmap: Bitmap; diagnostics: Diagnostic[] } {
  const { width = 300, height = 300, options, ...label } = more;
  const diagnostics: Diagnostic[] = [];
  const bitmap = rasterize(
    { elements, printWidth: null, inverted: false, mirrored: false, ...label },
    { width, height, dotsPerMm: 8 },
    (diagnostic) => diagnostics.push(diagnostic),
    options,
  );
  return { bitmap, diagnostics };
}
