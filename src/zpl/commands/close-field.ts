import type { ByteString } from '../byte-string.ts';
import { decodeText, type Encoding } from '../encoding.ts';
import type { BarcodeElement, Element, TextElement } from '../label.ts';
import {
  emptyField,
  type Field,
  type FieldData,
  fieldOrigin,
  type OpenLabel,
  type Printer,
  type Settings,
} from '../printer.ts';
import { embedValues } from './embed.ts';

/** Elements of one label; `^IL` and `^XF` could otherwise multiply them. */
export const ITEMS_MAX = 20_000;

const BACKSLASH = '\\' as ByteString;

/** Ends the field (`^FS`): what it says is added to the label, and what holds for one field only is reset. */
export function closeField(printer: Printer): void {
  const { field, label, settings } = printer;
  const origin = fieldOrigin(printer);
  printer.field = emptyField();
  if (label === null) return;
  const reverse = field.reverse || settings.reverse;
  addItems(
    label,
    field.shapes.map((shape) => shape(reverse)),
  );
  if (field.data === null && field.slot === null) return;
  if (field.slot !== null && field.data !== null) {
    // Without a place of its own the field only fills the slot, as in the label that recalls a format.
    const values = field.origin === null ? label.values : label.placedValues;
    values.set(field.slot, field.data);
    if (field.origin === null) return;
  }
  label.printable = true;
  if (label.items.length >= ITEMS_MAX) return;
  label.items.push({
    kind: 'pending',
    slot: field.slot,
    data: field.data,
    embedIndicator: field.embedIndicator,
    variable: field.variable,
    draw: drawing(settings, field, { origin, reverse, span: field.span ?? label.start }),
  });
}

/** Adds what is drawn to the label; it then counts as printable even if nothing shows. */
export function addItems(label: OpenLabel, elements: readonly Element[]): void {
  if (elements.length === 0) return;
  label.printable = true;
  label.items.push(...elements.slice(0, ITEMS_MAX - label.items.length));
}

/** How the field turns its data into an element, with everything fixed that is in force now. */
function drawing(
  settings: Settings,
  field: Field,
  common: Pick<Element, 'origin' | 'reverse' | 'span'>,
): (data: FieldData) => Element | null {
  const { font, orientation, validated } = settings;
  const { moduleWidth, ratio, height } = settings.barcode;
  const { barcode, symbol } = field;
  if (barcode !== null) {
    return ({ bytes }): BarcodeElement => ({
      kind: 'barcode',
      ...common,
      ...barcode,
      moduleWidth,
      ratio,
      height,
      data: bytes,
      font: field.font,
      ...(validated ? { validated } : {}),
    });
  }
  if (symbol !== null) {
    return ({ bytes }) => (bytes === '' ? null : { kind: 'symbol', ...common, ...symbol, text: bytes });
  }
  return ({ bytes, encoding }): TextElement | null => {
    const text = field.block?.kind === 'block' ? decodeBlock(encoding, bytes) : decodeText(encoding, bytes);
    if (text === '') return null;
    return {
      kind: 'text',
      ...common,
      font: field.font ?? font,
      orientation: field.orientation ?? orientation,
      text,
      block: field.block,
      direction: field.direction,
      gap: field.gap,
    };
  };
}

/** Text of a block, whose escapes stay as they are even where the encoding prints another sign for `\\`. */
function decodeBlock(encoding: Encoding, bytes: ByteString): string {
  if (decodeText(encoding, BACKSLASH) === BACKSLASH) return decodeText(encoding, bytes);
  // Every second piece is an escape.
  const pieces = bytes.split(/(\\[&\\-])/) as ByteString[];
  return pieces.map((piece, i) => (i % 2 === 1 ? piece : decodeText(encoding, piece))).join('');
}

/**
 * The label's elements in order, with every slot filled: from the fields that only give values, else from the
 * field itself, else from another field of the same slot.
 *
 * @param kept the elements that later labels keep as their background; `^FV` fields are not among them.
 */
export function resolveItems(printer: Printer, label: OpenLabel, kept: Element[]): Element[] {
  const elements: Element[] = [];
  const valueOf = (slot: number): FieldData | undefined =>
    label.values.get(slot) ?? label.placedValues.get(slot);
  for (const item of label.items) {
    if (item.kind !== 'pending') {
      elements.push(item);
      kept.push(item);
      continue;
    }
    const { slot, embedIndicator } = item;
    const data = slot === null ? item.data : (label.values.get(slot) ?? item.data ?? valueOf(slot));
    if (data === null || data === undefined) continue;
    const bytes =
      embedIndicator === null
        ? data.bytes
        : (embedValues(data.bytes, embedIndicator, (n) => valueOf(n)?.bytes) as ByteString);
    printer.dataBytesLeft -= bytes.length;
    const element = printer.dataBytesLeft < 0 ? null : item.draw({ ...data, bytes });
    if (element === null) continue;
    elements.push(element);
    if (!item.variable) kept.push(element);
  }
  if (printer.dataBytesLeft < 0) {
    printer.diagnostics.push({ command: '^FD', span: label.start, reason: 'too much field data' });
  }
  return elements;
}
