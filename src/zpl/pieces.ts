import type { ByteString } from './byte-string.ts';
import { resolveItems } from './commands/close-field.ts';
import type { BoxElement, Diagnostic, Element, Label } from './label.ts';
import { switchOn } from './parse.ts';
import type { OpenLabel, ParseOptions, Printer } from './printer.ts';
import { type Command, tokenize } from './tokenize.ts';

/** A label that was read from a stream in pieces, some of which will be others the next time. */
export interface PieceLabel extends Omit<Label, 'elements'> {
  /** In the order of drawing: elements that always are the same, and what reads the pieces that are not. */
  readonly parts: readonly (Element | PieceReader)[];
  /** Of the pieces that stay the same. */
  readonly diagnostics: readonly Diagnostic[];
}

/** What one piece draws. */
export interface ReadPiece {
  readonly elements: readonly Element[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The printer as it is when a certain piece arrives. */
export interface PieceReader {
  readonly kind: 'reader';
  /** Which piece of the stream it reads. */
  readonly piece: number;
  /**
   * Reads what is sent as this piece. Null when it must be read with the rest of the stream.
   *
   * @throws FailureError `busy` once the time is up.
   */
  read(sent: ByteString, options: ParseOptions): ReadPiece | null;
}

/**
 * Commands that make what one field prints depend on others, on the clock or on the length of the stream. A
 * label that has one is read as a whole each time.
 */
const FAR_REACHING = new Set('^FC ^FN ^FE ^MC ^DF ^XF ^IS ^CC ^CD ^CT ~CC ~CD ~CT ~DY ~DU ^JM'.split(' '));

/** Bytes of pictures that must be left over: more than the pieces that change can use (8 million dots). */
const GRAPHIC_BYTES_RESERVE = 4 * 1024 * 1024;

/**
 * Reads a stream whose pieces were cut between commands. Each piece that changes is a field's data (with `^FH`
 * before it, perhaps) or its origin and picture, and ends where the field does; it therefore leaves nothing
 * behind but its elements, and what comes after it is read the same whatever it says. A stand-in takes the place
 * of its elements among the others.
 *
 * Null for a stream of which this cannot be said, or that does not print exactly one label.
 */
export function readPieces(
  pieces: readonly ByteString[],
  changes: (piece: number) => boolean,
  options: ParseOptions,
): PieceLabel | null {
  const printer = switchOn(options);
  const readers = new Map<Element, PieceReader>();
  for (const [i, piece] of pieces.entries()) {
    if (!changes(i)) {
      for (const command of tokenize(piece)) {
        if (isFarReaching(command) || printer.labels.length > 1) return null;
        printer.execute(command);
        if (printer.graphicBytesLeft < GRAPHIC_BYTES_RESERVE) return null;
      }
    } else {
      if (printer.label === null || !pieces[i + 1]?.startsWith('^FS')) return null;
      const standIn = { ...STAND_IN };
      readers.set(standIn, readerAt(i, printer, printer.label));
      printer.field.shapes.push(() => standIn);
      // Data sent before is replaced, or drawn by the reader.
      printer.field.data = null;
    }
  }
  const { labels, diagnostics, label: unclosed } = printer;
  const [label, another] = labels;
  if (label === undefined || another !== undefined || unclosed !== null) return null;
  // Its dots are doubled once all are drawn.
  if (label.doubled) return null;
  // The end of a text that changes moves what goes on from there.
  if (label.elements.some((element) => element.origin.pen !== undefined)) return null;
  return { ...label, parts: label.elements.map((element) => readers.get(element) ?? element), diagnostics };
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
  // Counted bytes may run on into a piece that changes.
  return FAR_REACHING.has(name) || (name === '^GF' && /^\s*[BC]/i.test(params.slice(0, 16)));
}

function readerAt(piece: number, printer: Printer, label: OpenLabel): PieceReader {
  const settings = { ...printer.settings };
  const field = { ...printer.field };
  return {
    kind: 'reader',
    piece,
    read(sent, options) {
      const fresh = switchOn(options);
      const open: OpenLabel = { ...label, items: [], values: new Map(), placedValues: new Map() };
      const copy = Object.assign(fresh, { settings: { ...settings }, label: open });
      copy.field = { ...field, shapes: [] };
      for (const command of tokenize((sent + '^FS') as ByteString)) copy.execute(command);
      if (open.items.length === 0) return null;
      const elements = resolveItems(copy, open, []);
      if (elements.some((element) => element.origin.pen !== undefined)) return null;
      return { elements, diagnostics: copy.diagnostics };
    },
  };
}
