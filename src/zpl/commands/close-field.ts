import { LIMITS } from '../../limits.ts';
import type { ByteString } from '../byte-string.ts';
import { COMMAND_TABLE } from '../command-table/command-table.ts';
import { characterLength, decodeText, type Encoding } from '../encoding.ts';
import type { BarcodeElement, Element, FontChoice, TextElement } from '../label.ts';
import {
  emptyField,
  type FieldData,
  fieldOrigin,
  type OpenField,
  type OpenLabel,
  type PendingField,
  type PrinterState,
  type Settings,
} from '../printer.ts';
import { embedValues } from './embed.ts';

/** Elements of one label; `^IL` and `^XF` could otherwise multiply them. */
export const ITEMS_MAX = 20_000;

/**
 * Bytes of field data that one label draws. In every encoding they make at least as many characters as may be drawn,
 * so data is left out only of a label that is refused anyway.
 */
const LABEL_BYTES_MAX = 8 * LIMITS.textCharacters;

const BACKSLASH = '\\' as ByteString;

/** Ends the field (`^FS`): adds what it prints to the label, and resets what applies to one field only. */
export function closeField(printer: PrinterState): void {
  const { field, label, settings } = printer;
  const origin = fieldOrigin(printer);
  printer.field = emptyField();
  if (label === null) return;
  const reverse = field.reverse || settings.reverse;
  addItems(
    printer,
    field.shapes.map((shape) => shape(reverse)),
  );
  if (field.data === null && field.fieldNumber === null) return;
  if (field.fieldNumber !== null && field.data !== null) {
    // Without a place of its own the field only gives its number a value, as in a label that recalls a format.
    const values = field.origin === null ? label.values : label.placedValues;
    values.set(field.fieldNumber, field.data);
    if (field.origin === null) return;
  }
  label.printable = true;
  if (label.items.length >= ITEMS_MAX) return;
  label.items.push({
    kind: 'pending',
    field,
    draw: drawing(settings, field, { origin, reverse, span: field.span ?? label.start }),
  });
}

/**
 * Adds what is drawn to the open label; it then counts as printable even if nothing shows.
 *
 * @param changed what becomes of each of those that there is room for.
 */
export function addItems(
  printer: PrinterState,
  elements: readonly Element[],
  changed: (element: Element) => Element = (element) => element,
): void {
  const { label } = printer;
  if (label === null || elements.length === 0) return;
  label.printable = true;
  const room = Math.max(0, ITEMS_MAX - label.items.length);
  label.items.push(...takeElements(printer, elements.slice(0, room)).map(changed));
}

/** The elements that the parse may still make. Adds a diagnostic the first time that some are left out. */
export function takeElements(printer: PrinterState, elements: readonly Element[]): readonly Element[] {
  const taken = elements.slice(0, printer.elementsLeft);
  if (taken.length < elements.length && printer.elementsLeft > 0) {
    const span = printer.label?.start ?? { start: 0, end: 0 };
    const reason = 'the labels repeat too many elements';
    printer.diagnostics.push({ code: 'too-many-elements', command: '^XA', span, reason });
  }
  printer.elementsLeft -= taken.length;
  return taken;
}

/** A function that turns the field's data into an element by the settings in force now. */
function drawing(
  settings: Settings,
  field: OpenField,
  common: Pick<Element, 'origin' | 'reverse' | 'span'>,
): (data: FieldData) => Element | null {
  const { font, fontLinks, textProperties, orientation, validated } = settings;
  const { moduleWidth, ratio, height } = settings.barcode;
  const { barcode, symbol, places } = field;
  if (field.onTag) return () => null;
  const placed = ({ span }: FieldData): typeof common & Pick<Element, 'dataSpan'> =>
    span === common.span ? common : { dataSpan: span, ...common };
  if (barcode !== null) {
    return (data): BarcodeElement => ({
      kind: 'barcode',
      ...placed(data),
      ...barcode,
      moduleWidth: field.moduleWidth ?? moduleWidth,
      ratio,
      height,
      data: data.bytes,
      font: field.font,
      ...(places !== null && COMMAND_TABLE.get(barcode.command)?.isSeries ? { places } : {}),
      ...(validated ? { validated } : {}),
    });
  }
  if (symbol !== null) {
    return (data) =>
      data.bytes === '' ? null : { kind: 'symbol', ...placed(data), ...symbol, text: data.bytes };
  }
  return (data): TextElement | null => {
    const { bytes, encoding } = data;
    const text = field.block?.kind === 'block' ? decodeBlock(encoding, bytes) : decodeText(encoding, bytes);
    if (text === '') return null;
    return {
      kind: 'text',
      ...placed(data),
      font: linked(field.font ?? font, fontLinks),
      ...(textProperties && { properties: textProperties }),
      orientation: field.orientation ?? orientation,
      text,
      block: field.block,
      direction: field.direction,
      gap: field.gap,
    };
  };
}

/** A font with those that are linked to it. */
function linked(font: FontChoice, fontLinks: Settings['fontLinks']): FontChoice {
  const links = fontLinks.get(font.name);
  return links === undefined || links.length === 0 ? font : { ...font, links };
}

/** Text of a block, whose escapes stay as they are even where the encoding prints another sign for `\\`. */
function decodeBlock(encoding: Encoding, bytes: ByteString): string {
  if (decodeText(encoding, BACKSLASH) === BACKSLASH) return decodeText(encoding, bytes);
  let text = '';
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] !== BACKSLASH || !/[&\\-]/.test(bytes[at + 1] ?? '')) {
      at += characterLength(encoding, bytes, at);
      continue;
    }
    text += decodeText(encoding, bytes.slice(from, at) as ByteString) + bytes.slice(at, at + 2);
    at += 2;
    from = at;
  }
  return text + decodeText(encoding, bytes.slice(from) as ByteString);
}

/** The data of a field number in the label: of a field that only gives the value, else of any field of that number. */
export function dataOfFieldNumber(label: OpenLabel, fieldNumber: number): FieldData | null {
  return label.values.get(fieldNumber) ?? label.placedValues.get(fieldNumber) ?? null;
}

/** The data that a field shows: its own, unless another field only gives its number a value. */
export function shownData(label: OpenLabel, { fieldNumber, data }: PendingField['field']): FieldData | null {
  return fieldNumber === null
    ? data
    : (label.values.get(fieldNumber) ?? data ?? dataOfFieldNumber(label, fieldNumber));
}

/**
 * The label's elements in order, every field number with its value.
 *
 * @param kept the elements that later labels keep as their background; `^FV` fields are not among them.
 */
export function resolveItems(printer: PrinterState, label: OpenLabel, kept: Element[]): Element[] {
  const elements: Element[] = [];
  let bytesLeft = LABEL_BYTES_MAX;
  for (const item of label.items) {
    if (item.kind !== 'pending') {
      elements.push(item);
      kept.push(item);
      continue;
    }
    const { embedIndicator, variable } = item.field;
    if (printer.dataBytesLeft < 0 || bytesLeft < 0) break;
    const data = shownData(label, item.field);
    if (data === null) continue;
    if (embedIndicator !== null) {
      // Charged before it is searched, since the result may be short.
      printer.dataBytesLeft -= data.bytes.length;
      if (printer.dataBytesLeft < 0) break;
    }
    const bytes =
      embedIndicator === null
        ? data.bytes
        : (embedValues(
            data.bytes,
            embedIndicator,
            (fieldNumber) => dataOfFieldNumber(label, fieldNumber)?.bytes,
          ) as ByteString);
    printer.dataBytesLeft -= bytes.length;
    bytesLeft -= bytes.length;
    const element = printer.dataBytesLeft < 0 ? null : item.draw({ ...data, bytes });
    if (element === null) continue;
    elements.push(element);
    if (!variable) kept.push(element);
  }
  if (printer.dataBytesLeft < 0 || bytesLeft < 0) {
    const reason = 'too much field data';
    printer.diagnostics.push({ code: 'too-much-data', command: '^FD', span: label.start, reason });
  }
  return elements;
}
