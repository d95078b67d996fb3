import type { Rectangle } from '../../bitmap/box.ts';
import { MM_PER_INCH } from '../../units.ts';
import type { PlacedPicture } from '../engine/messages.ts';
import { type Alignment, type Axis, alignedBoxes, distributedBoxes } from './edit/arrange.ts';
import { copiedFields, orderedFields, pastedFields } from './edit/copy-fields.ts';
import { dataChanges, dataCommands } from './edit/field-data.ts';
import { removedFields, turnedField } from './edit/field-edits.ts';
import {
  type Insertion,
  type NewCommand,
  type NewField,
  type NewPart,
  type NoPlace,
  newFields,
  replacedPictures,
  textFont,
} from './edit/new-fields.ts';
import { type Point, toFieldPoint } from './geometry.ts';
import type { LabelFields } from './label-fields.ts';
import type { SourceField } from './source-fields.ts';
import type { PageStore } from './state.ts';

const NO_PLACE: Readonly<Record<NoPlace | 'no-field', string>> = {
  'no-label': 'There is no label: write ^XA and ^XZ, or begin with New….',
  units: 'Coordinates are not in dots here (^MU): write the field in the source.',
  'no-field': 'No field was copied.',
};

/** The distance of a copy from its original, and of a new field from the one above it. Millimetres. */
const BESIDE_MM = 1.5;
/** The most copies with places of their own; further ones lie on the last. */
const COPIES_MAX = 50;

/** Adding, removing, copying and arranging fields of the label: each action is one step of the history. */
export class FieldActions {
  readonly #store: PageStore;
  readonly #fields: LabelFields;

  constructor(store: PageStore, fields: LabelFields) {
    this.#store = store;
    this.#fields = fields;
  }

  /** Adds a field at a point of the label; by default below the selected field, or in the middle. */
  add({ name, commands }: Pick<NewField, 'name' | 'commands'>, at: Point | null = null): void {
    this.#add(name, () => [{ down: 0, commands: commands(this.#dotsPerMm) }], at);
  }

  /** Adds the fields of a picture as one step of the history, and selects them. */
  addPicture(fields: PlacedPicture['fields'], at: Point): void {
    this.#add('Picture', () => partsOf(fields), at);
  }

  /** Replaces the selected pictures by the fields of a picture as one step of the history, and selects them. */
  replacePictures(fields: PlacedPicture['fields'], at: Point): void {
    const [first, ...others] = this.#fields.selectedPictures().map(({ field }) => field);
    if (first === undefined) return;
    const origin = toFieldPoint(this.#fields.drawn.finish, this.#fields.size, at);
    this.#insert(replacedPictures(this.#store.state.text, [first, ...others], partsOf(fields), origin));
    this.#store.say('The picture is replaced');
  }

  #add(name: string, parts: () => readonly NewPart[], at: Point | null): void {
    this.#store.set({ placing: null });
    this.#fields.drawn.whenShown(() => {
      const origin = toFieldPoint(this.#fields.drawn.finish, this.#fields.size, at ?? this.freePoint());
      this.#insert(newFields(this.#store.state.text, this.#place, parts(), origin));
      this.#store.say(`${name} is added`);
    });
  }

  /** Adds a field at the place of the next click on the label. */
  place(kind: NewField): void {
    this.#store.set({ placing: kind });
    this.#store.say(`Click where the ${kind.name} is to begin, or press Enter on the label. Escape cancels.`);
  }

  remove(): void {
    const fields = this.#some();
    this.#fields.change(removedFields(this.#store.state.text, fields), 'delete.field', { start: 0, end: 0 });
    if (fields.length > 0) this.#store.say(`${countOf(fields)} removed`);
  }

  /** The source of the selected fields, which looks the same on any label; empty without a selection. */
  copied(): string {
    const fields = this.#some();
    if (fields.length > 0) this.#store.say(`${countOf(fields)} copied`);
    return copiedFields(this.#store.state.text, fields);
  }

  /** Adds copied fields at their places, or next to fields that are there; any other text becomes a text field. */
  paste(copied: string): void {
    this.#fields.drawn.whenShown(() => this.#paste(copied));
  }

  #paste(copied: string): void {
    const { text } = this.#store.state;
    const step = Math.round(BESIDE_MM * this.#dotsPerMm);
    const place = this.#place;
    let way = 0;
    const pasteThere = (): ReturnType<typeof pastedFields> =>
      pastedFields(text, place, copied, { x: way, y: way });
    let pasted = pasteThere();
    for (let copies = 0; copies < COPIES_MAX && isThere(text, pasted); copies++) {
      way += step;
      pasted = pasteThere();
    }
    if (pasted === 'no-field' && copied.trim() !== '') this.add(textField(copied.trim()));
    else this.#insert(pasted);
  }

  duplicate(): void {
    const fields = this.#some();
    if (fields.length === 0) return;
    const { text } = this.#store.state;
    const step = Math.round(BESIDE_MM * this.#dotsPerMm);
    const way = { x: step, y: step };
    this.#insert(pastedFields(text, fields[0]?.start ?? 0, copiedFields(text, fields), way));
  }

  /** Brings the selected fields to the front or to the back. */
  order(to: 'front' | 'back'): void {
    const fields = this.#some();
    if (fields.length > 0) this.#insert(orderedFields(this.#store.state.text, fields, to));
  }

  /** Turns the selected fields a quarter clockwise. */
  turn(): void {
    const { text } = this.#store.state;
    const turned = this.#some().map((field) => turnedField(text, field));
    this.#fields.change(
      turned.flatMap((changes) => changes ?? []),
      'turn',
    );
    if (turned.includes(null)) this.#store.say('Printers cannot turn pictures and QR Codes.', true);
  }

  /** Aligns the selected fields with one another; a single one with the label. */
  align(alignment: Alignment): void {
    this.#moveBoxes((boxes) => alignedBoxes(boxes, alignment, this.#fields.size));
  }

  /** Leaves equal gaps between the selected fields. */
  distribute(axis: Axis): void {
    if (this.#fields.selectedFields().length < 3)
      return this.#store.say('Select three or more fields: Shift+click adds one.', true);
    this.#moveBoxes((boxes) => distributedBoxes(boxes, axis));
  }

  /** Gives a field other data. */
  write(field: SourceField, data: string): void {
    this.#fields.change(dataChanges(this.#store.state.text, field, data), 'input.data');
  }

  get #dotsPerMm(): number {
    return this.#store.state.size.dpi / MM_PER_INCH;
  }

  /** The selected fields. Without a selection, a message asks for one. */
  #some(): readonly SourceField[] {
    const fields = this.#fields.selectedFields();
    if (fields.length === 0)
      this.#store.say('Select a field first: click it, or press Tab on the label.', true);
    return fields;
  }

  /** Moves the selected fields by distances that follow from their boxes, once they are drawn. */
  #moveBoxes(waysOf: (boxes: readonly Rectangle[]) => readonly Point[]): void {
    this.#some();
    this.#fields.whenDrawn((drawn) => {
      const found = drawn.flatMap(({ field, element: { box } }) => (box === null ? [] : [{ field, box }]));
      const ways = waysOf(found.map(({ box }) => box));
      this.#fields.moveEach(found.map(({ field }, index) => ({ field, way: ways[index] ?? { x: 0, y: 0 } })));
    });
  }

  /** The start of the last field of the label, after which new fields are inserted. */
  get #place(): number {
    return this.#fields.ranges.at(-1)?.start ?? this.#store.state.text.length;
  }

  /** A place for a new field: below the selected one, or in the middle. */
  freePoint(): Point {
    const box = this.#fields.selectedBox();
    const { width, height } = this.#fields.size;
    const gap = Math.round(BESIDE_MM * this.#dotsPerMm);
    if (box !== null && box.y + box.height + 4 * gap < height)
      return { x: box.x, y: box.y + box.height + gap };
    return { x: Math.round(width / 4), y: Math.round(height / 2) };
  }

  #insert(insertion: Insertion | NoPlace | 'no-field'): void {
    if (typeof insertion === 'string') return this.#store.say(NO_PLACE[insertion], true);
    this.#fields.change(insertion.changes, 'input.field', insertion);
  }
}

function partsOf(fields: PlacedPicture['fields']): readonly NewPart[] {
  return fields.map(({ y, parameters }) => ({ down: y, commands: [['GF', ...parameters]] }));
}

/** A text field; characters that begin commands are escaped. */
export function textField(words: string): Pick<NewField, 'name' | 'commands'> {
  const data = words.replaceAll(/\s+/g, ' ');
  return {
    name: 'Text',
    commands: (dotsPerMm): readonly NewCommand[] => [textFont(dotsPerMm), ...dataCommands(data)],
  };
}

/** Whether the first field of an insertion has the place of an existing field. */
function isThere(text: string, insertion: Insertion | string): boolean {
  if (typeof insertion === 'string') return false;
  const [origin] = insertion.changes[0]?.insert.match(/^.F[OT]\d*.\d*/) ?? [];
  return origin !== undefined && text.includes(origin);
}

function countOf({ length }: readonly SourceField[]): string {
  return length === 1 ? 'The field is' : `${length} fields are`;
}
