import type { ByteString } from './byte-string.ts';
import { PREFIX_CHANGES } from './command-table/command-table.ts';
import { resolveItems } from './commands/close-field.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { BoxElement, Element, Label } from './label.ts';
import { switchOn } from './parse.ts';
import type { OpenLabel, ParseOptions, PrinterState } from './printer.ts';
import { type Command, tokenize } from './tokenize.ts';

/** A label with dynamic fields: what they print is not known before they are sent. */
export interface DynamicLabel extends Omit<Label, 'elements'> {
  /** In the order of drawing: elements that always are the same, and parsers of the dynamic fields. */
  readonly parts: readonly (Element | FieldParser)[];
  /** Diagnostics of the literals. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The elements of one dynamic field. */
export interface ParsedField {
  readonly elements: readonly Element[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The printer as it is when a dynamic field arrives. */
export interface FieldParser {
  readonly kind: 'parser';
  /** The index of the dynamic field of the label that it parses. */
  readonly index: number;
  /**
   * Parses what the field sends this time. Null when it must be parsed with the rest of the stream.
   *
   * @throws FailureError `busy` once the time is up.
   */
  parse(sent: ByteString, options: ParseOptions): ParsedField | null;
}

/**
 * Commands that make what one field prints depend on others, on the clock or on the length of the stream. A
 * label that has one is read as a whole each time.
 */
const FAR_REACHING = new Set([
  ...Object.keys(PREFIX_CHANGES),
  ...'^FC ^FN ^FE ^MC ^DF ^XF ^IS ~DY ~DU ^JM'.split(' '),
]);

/** Bytes of pictures that must be left over: more than the dynamic fields can use (8 million dots). */
const GRAPHIC_BYTES_RESERVE = 4 * 1024 * 1024;

/**
 * Parses the stream around its dynamic fields. Each is sent between two literals, as a field's data (perhaps after
 * `^FH`) or as its origin and picture, and ends where the field does. It therefore leaves only its elements, and the
 * stream after it is parsed alike whatever the field says. A stand-in keeps the place of its elements in the order of
 * drawing.
 *
 * Null for a stream with commands that reach beyond their field, and for one that does not print exactly one label.
 *
 * @param literals what is sent before each dynamic field, and after the last one: whole commands.
 */
export function parseWithDynamicFields(
  literals: readonly ByteString[],
  options: ParseOptions,
): DynamicLabel | null {
  const printer = switchOn(options);
  const parsers = new Map<Element, FieldParser>();
  for (const [i, literal] of literals.entries()) {
    for (const command of tokenize(literal)) {
      if (isFarReaching(command) || printer.labels.length > 1) return null;
      printer.execute(command);
      if (printer.graphicBytesLeft < GRAPHIC_BYTES_RESERVE) return null;
    }
    const next = literals[i + 1];
    if (next === undefined) break;
    if (printer.label === null || !next.startsWith('^FS')) return null;
    const standIn = { ...STAND_IN };
    parsers.set(standIn, parserOf(i, printer, printer.label));
    printer.field.shapes.push(() => standIn);
    // Data sent before is replaced, or drawn by the parser.
    printer.field.data = null;
  }
  const { labels, diagnostics, label: unclosed } = printer;
  const [label, another] = labels;
  if (label === undefined || another !== undefined || unclosed !== null) return null;
  // The dots of the label are doubled once all are drawn.
  if (label.doubled) return null;
  // The end of a dynamic text moves a field that continues there.
  if (label.elements.some((element) => element.origin.pen !== undefined)) return null;
  return { ...label, parts: label.elements.map((element) => parsers.get(element) ?? element), diagnostics };
}

const STAND_IN: BoxElement = {
  kind: 'box',
  origin: { x: 0, y: 0, command: '^FO', justify: 0 },
  reverse: false,
  span: { start: 0, end: 0 },
  width: 0,
  height: 0,
  thickness: 0,
  white: false,
  rounding: 0,
};

function isFarReaching({ name, params }: Command): boolean {
  // Counted bytes may run on into a dynamic field.
  return FAR_REACHING.has(name) || (name === '^GF' && /^\s*[BC]/i.test(params.slice(0, 16)));
}

function parserOf(index: number, printer: PrinterState, label: OpenLabel): FieldParser {
  const settings = { ...printer.settings };
  const field = { ...printer.field };
  return {
    kind: 'parser',
    index,
    parse(sent, options) {
      const open: OpenLabel = { ...label, items: [], values: new Map(), placedValues: new Map() };
      const copy = switchOn(options, { ...settings });
      copy.label = open;
      copy.field = { ...field, shapes: [] };
      for (const command of tokenize((sent + '^FS') as ByteString)) copy.execute(command);
      if (open.items.length === 0) return null;
      const elements = resolveItems(copy, open, []);
      if (elements.some((element) => element.origin.pen !== undefined)) return null;
      return { elements, diagnostics: copy.diagnostics };
    },
  };
}
