import type { Orientation } from '../bitmap/rotate.ts';
import type { RuleName } from '../printer-profile/profile-rules.ts';
import type { DotsPerMm } from '../units.ts';
import type { ByteString } from './byte-string.ts';
import type { ClockOffset } from './commands/clock.ts';
import type { Diagnostic, DiagnosticCode } from './diagnostic.ts';
import { DEFAULT_ENCODING, type Encoding } from './encoding.ts';
import type {
  BarcodeElement,
  Element,
  FieldBlock,
  FontChoice,
  GraphicElement,
  Label,
  Origin,
  Span,
  TextBlock,
  TextProperties,
} from './label.ts';
import { type ObjectName, StoredObjects } from './objects.ts';
import { POWER_UP_BARS, POWER_UP_FONT } from './power-up.ts';
import type { Command } from './tokenize.ts';

/** A picture that a PNG decoded to: packed rows, most significant bit leftmost, 1 is black. */
export type Picture = Pick<GraphicElement, 'bytesPerRow' | 'rows' | 'data'>;

/** Files of pictures that `~DY` downloads. */
export type ImageType = 'PNG' | 'BMP' | 'PCX';

/** Options of a parse. */
export interface ParseOptions {
  readonly dotsPerMm: DotsPerMm;
  /** True once the time is up; the parse then ends with the failure `busy`. */
  readonly deadline?: () => boolean;
  /** The clock of `^FC`; without it clock fields print as they are written. */
  readonly now?: Date;
  /** The fonts that the printer holds, by name and extension in upper case; without it those that all printers have. */
  readonly held?: {
    /** The name of that file's font in {@link FontChoice}; undefined if there is none. */
    readonly find: (file: string) => string | undefined;
  };
  /** Rules of the printer's profile that are on; without it none. */
  readonly rules?: ReadonlySet<RuleName>;
  /**
   * Turns a downloaded image into dots; null when it is none of that type, or takes more than that many bytes to
   * decode. Without it such images are not drawn.
   */
  readonly decodeImage?: (
    type: ImageType,
    file: Uint8Array,
    maxBytes: number,
  ) => (Picture & { readonly spent: number }) | null;
}

/** Field data with `^FH` resolved, and the encoding in force for it. */
export interface FieldData {
  readonly bytes: ByteString;
  readonly encoding: Encoding;
  readonly span: Span;
}

/** Facts given by the commands since the last `^FS`. */
export interface OpenField {
  origin: Origin | null;
  font: FontChoice | null;
  orientation: Orientation | null;
  block: FieldBlock | TextBlock | null;
  direction: 'H' | 'V' | 'R';
  gap: number;
  reverse: boolean;
  /** `^FH` and `^FE`: the character that introduces an escape. */
  hexIndicator: string | null;
  embedIndicator: string | null;
  /** `^FC`: by the indicator, how far its clock is ahead. */
  clocks: ReadonlyMap<string, ClockOffset>;
  barcode: Pick<BarcodeElement, 'command' | 'options' | 'orientation'> | null;
  /** The module width that holds for this field instead of `^BY`'s: the magnification of a `^BQ`. Dots. */
  moduleWidth: number | null;
  /** `^FM`. */
  places: readonly (Origin | null)[] | null;
  symbol: { readonly orientation: Orientation; readonly height: number; readonly width: number } | null;
  /** `^GB` and other shapes: drawn at `^FS`, when `^FR` is known. */
  readonly shapes: ((reverse: boolean) => Element)[];
  /** `^FN`. */
  fieldNumber: number | null;
  data: FieldData | null;
  /** `^FV`: not part of the background that `^MCN` keeps. */
  variable: boolean;
  /** `^RF` and similar commands: the data is written to an RFID tag or read from one, not drawn. */
  onTag: boolean;
  span: Span | null;
}

/** A field whose data may still come: the field that gives its number a value can be sent after it. */
export interface PendingField {
  readonly kind: 'pending';
  /** The field as `^FS` closed it. */
  readonly field: Readonly<OpenField>;
  /** The field with its data; null when there is nothing to draw. */
  readonly draw: (data: FieldData) => Element | null;
}

/** A label between `^XA` and `^XZ`. */
export interface OpenLabel {
  readonly start: Span;
  readonly items: (Element | PendingField)[];
  /** Values given by `^FN` fields without a position, and by positioned ones. */
  readonly values: Map<number, FieldData>;
  readonly placedValues: Map<number, FieldData>;
  /** Something printable was asked for, even if it turned out blank. */
  printable: boolean;
  /** `^ISx,N` and `^DF`: kept, not printed. */
  suppressed: boolean;
  /** The format that `^DF` is recording. */
  recording: { readonly name: ObjectName; readonly command: Command; readonly commands: Command[] } | null;
  /** The name that `^IS` gave the finished label. */
  saveAs: { readonly name: ObjectName; readonly command: Command } | null;
  quantity: number;
}

/** Settings that last from one label to the next, until power is switched off. */
export interface Settings {
  /** `^LH`, `^LS` and `^LT` in dots. */
  home: { readonly x: number; readonly y: number };
  shift: number;
  top: number;
  /** `^MU`: dots that one unit of a parameter makes, and the change of resolution for parameters in dots. */
  dotsPerUnit: number;
  conversion: number;
  encoding: Encoding;
  /** `^SE`: the file of the table that some encodings read by, upper case. */
  encodingTable: string | null;
  font: FontChoice;
  /** `^CW`: letter to the name of a stored font. */
  readonly fontAliases: Map<string, string>;
  /** `^FL`: for a font's name, those that are linked to it. */
  fontLinks: ReadonlyMap<string, readonly string[]>;
  /** `^PA`; null while nothing is switched on. */
  textProperties: TextProperties | null;
  /** The font of the last `^A@`, for one without a name. */
  namedFont: string | null;
  orientation: Orientation;
  justify: 0 | 1 | 2;
  barcode: { readonly moduleWidth: number; readonly ratio: number; readonly height: number };
  /** `^SO`. */
  readonly clockOffsets: { second: ClockOffset; third: ClockOffset };
  reverse: boolean;
  validated: boolean;
  inverted: boolean;
  mirrored: boolean;
  doubled: boolean;
  printWidth: number | null;
  labelLength: number | null;
  /** `^MCN`: later labels are drawn over this one. */
  keepsBackground: boolean;
  background: readonly Element[];
}

/** A printer from power-up to the end of one stream. */
export interface PrinterState {
  readonly options: ParseOptions;
  readonly settings: Settings;
  readonly objects: StoredObjects;
  readonly labels: Label[];
  readonly diagnostics: Diagnostic[];
  label: OpenLabel | null;
  field: OpenField;
  /** Bytes of pictures, encoded and decoded, that may still be read. */
  graphicBytesLeft: number;
  /** Bytes of field data, as sent and as drawn, that may still be read. */
  dataBytesLeft: number;
  /** Elements that may still be added to labels, those that recalled images and backgrounds repeat included. */
  elementsLeft: number;
  /** An `^XF` is being carried out; formats do not nest. */
  recalling: boolean;
  /** Carries out one command; false when the bounds of the parse are reached. */
  readonly execute: (command: Command) => boolean;
}

/**
 * Bytes of pictures that one parse reads: four full canvases. Compressed ones take a thousandth of that in
 * the stream, and `^XF` repeats them, so the stream's size is no bound.
 */
const GRAPHIC_BYTES = 8 * 1024 * 1024;

/** Bytes of field data that one parse reads, which `^XF`, `^FN` and `^FE` repeat: four times the largest stream. */
const DATA_BYTES = 8 * 1024 * 1024;

/** Five times what a stream without repetitions can ask for. */
const ELEMENTS_MAX = 50_000;

/** The settings after power-up. */
function powerUpSettings(): Settings {
  return {
    home: { x: 0, y: 0 },
    shift: 0,
    top: 0,
    dotsPerUnit: 1,
    conversion: 1,
    encoding: DEFAULT_ENCODING,
    encodingTable: null,
    font: POWER_UP_FONT,
    fontAliases: new Map(),
    fontLinks: new Map(),
    textProperties: null,
    namedFont: null,
    orientation: 'N',
    justify: 0,
    barcode: POWER_UP_BARS,
    clockOffsets: { second: [], third: [] },
    reverse: false,
    validated: false,
    inverted: false,
    mirrored: false,
    doubled: false,
    printWidth: null,
    labelLength: null,
    keepsBackground: false,
    background: [],
  };
}

/** A printer just switched on, or with these settings in force. */
export function createPrinter(
  options: ParseOptions,
  execute: (command: Command) => boolean,
  settings: Settings = powerUpSettings(),
): PrinterState {
  return {
    options,
    settings,
    objects: new StoredObjects(),
    labels: [],
    diagnostics: [],
    label: null,
    field: emptyField(),
    graphicBytesLeft: GRAPHIC_BYTES,
    dataBytesLeft: DATA_BYTES,
    elementsLeft: ELEMENTS_MAX,
    recalling: false,
    execute,
  };
}

const NO_CLOCKS: ReadonlyMap<string, ClockOffset> = new Map();

/** A field as `^FS` leaves it. */
export function emptyField(): OpenField {
  return {
    origin: null,
    font: null,
    orientation: null,
    block: null,
    direction: 'H',
    gap: 0,
    reverse: false,
    hexIndicator: null,
    embedIndicator: null,
    clocks: NO_CLOCKS,
    barcode: null,
    moduleWidth: null,
    places: null,
    symbol: null,
    shapes: [],
    fieldNumber: null,
    data: null,
    variable: false,
    onTag: false,
    span: null,
  };
}

/**
 * Records that something was done differently from what the label asks.
 *
 * @param parameter at fault, from 1 as Zebra's guide counts them.
 */
export function warn(
  printer: PrinterState,
  command: Command,
  code: DiagnosticCode,
  reason: string,
  parameter?: number,
): void {
  const at = parameter === undefined ? {} : { parameter };
  printer.diagnostics.push({ code, command: command.name, ...at, span: spanOf(command), reason });
}

/** The span of a command. */
export function spanOf(command: Command): Span {
  return { start: command.start, end: command.end };
}

/** The position at which the field is drawn: its origin, or the label home if it has none. */
export function fieldOrigin(printer: PrinterState): Origin {
  return printer.field.origin ?? placed(printer.settings, 0, 0, '^FO', printer.settings.justify);
}

/** An origin with the label's offsets added; they bring nothing across the left or upper edge (printer evidence 5). */
export function placed(
  settings: Settings,
  x: number,
  y: number,
  command: Origin['command'],
  justify: Origin['justify'],
): Origin {
  const { home, shift, top } = settings;
  return { x: Math.max(0, home.x + x - shift), y: Math.max(0, home.y + y + top), command, justify };
}
