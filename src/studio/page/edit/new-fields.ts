import type { Rectangle } from '../../../bitmap/box.ts';
import { parametersOf } from '../../../zpl/command-table/command-table.ts';
import type { Command } from '../../../zpl/tokenize.ts';
import type { Point } from '../geometry.ts';
import { commandsIn, originOf, type SourceField, type TextChange } from '../source-fields.ts';
import { removedFields } from './field-edits.ts';
import { writtenValue } from './parameters.ts';
import { type Bars, barsForLater, settingsAt } from './settings.ts';

/** A command to write: its name without the prefix, and its parameters. */
export type NewCommand = readonly [name: string, ...params: readonly (string | number)[]];

/** A kind of field that can be added. */
export interface NewField {
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** The commands between origin and end. */
  commands(dotsPerMm: number): readonly NewCommand[];
}

const mm = (dotsPerMm: number, length: number): number => Math.round(dotsPerMm * length);

/** The narrow element, about 0.25 mm: readers of all kinds read it, and thermal printers print it well. Dots. */
export const moduleOf = (dotsPerMm: number): number => Math.max(2, mm(dotsPerMm, 0.25));
/** The module of a matrix symbol, about 0.5 mm. Dots. */
export const squareOf = (dotsPerMm: number): number => Math.min(10, Math.max(2, mm(dotsPerMm, 0.5)));

/** The font of new text. */
export const textFont = (dotsPerMm: number): NewCommand => ['A', '0N', mm(dotsPerMm, 4), mm(dotsPerMm, 4)];

/** Text and lines. */
export const SHAPES: readonly NewField[] = [
  { id: 'text', name: 'Text', commands: (dpmm) => [textFont(dpmm), ['FD', 'Text']] },
  {
    id: 'block',
    name: 'Block',
    commands: (dpmm) => [
      textFont(dpmm),
      ['FB', mm(dpmm, 40), 3, 0, 'L', 0],
      ['FD', 'Text of several lines, which are broken at the width of the block'],
    ],
  },
  {
    id: 'box',
    name: 'Box',
    commands: (dpmm) => [['GB', mm(dpmm, 30), mm(dpmm, 20), mm(dpmm, 0.4), 'B', 0]],
  },
  {
    id: 'line',
    name: 'Line',
    commands: (dpmm) => [['GB', mm(dpmm, 40), mm(dpmm, 0.4), mm(dpmm, 0.4), 'B', 0]],
  },
  { id: 'circle', name: 'Circle', commands: (dpmm) => [['GC', mm(dpmm, 15), mm(dpmm, 0.4), 'B']] },
];

/** A linear symbol with its height and more parameters between orientation and data. */
function linear(
  name: string,
  command: string,
  data: string,
  params: (height: number) => NewCommand,
): NewField {
  return {
    id: command + name,
    name,
    commands: (dpmm) => [['BY', moduleOf(dpmm), 3, mm(dpmm, 10)], params(mm(dpmm, 10)), ['FD', data]],
  };
}

/** The common bar codes, with valid data for each. */
export const SYMBOLS: readonly NewField[] = [
  linear('Code 128', '^BC', '12345678', (height) => ['BC', 'N', height, 'Y', 'N', 'N', 'A']),
  linear('GS1-128', '^BC', '(01)09501101530003', (height) => ['BC', 'N', height, 'Y', 'N', 'N', 'D']),
  linear('Code 39', '^B3', 'CODE39', (height) => ['B3', 'N', 'N', height, 'Y', 'N']),
  linear('Code 93', '^BA', 'CODE93', (height) => ['BA', 'N', height, 'Y', 'N', 'N']),
  linear('EAN-13', '^BE', '501234567890', (height) => ['BE', 'N', height, 'Y', 'N']),
  linear('EAN-8', '^B8', '5012345', (height) => ['B8', 'N', height, 'Y', 'N']),
  linear('UPC-A', '^BU', '01234567890', (height) => ['BU', 'N', height, 'Y', 'N', 'Y']),
  linear('ITF', '^B2', '12345678', (height) => ['B2', 'N', height, 'Y', 'N', 'N']),
  linear('Codabar', '^BK', '123456', (height) => ['BK', 'N', 'N', height, 'Y', 'N', 'A', 'A']),
  {
    id: '^BQ',
    name: 'QR Code',
    commands: (dpmm) => [
      ['BQ', 'N', 2, squareOf(dpmm)],
      ['FD', 'QA,https://example.com'],
    ],
  },
  {
    id: '^BX',
    name: 'Data Matrix',
    commands: (dpmm) => [
      ['BX', 'N', squareOf(dpmm), 200],
      ['FD', 'DATA MATRIX'],
    ],
  },
  {
    id: '^BXGS1',
    name: 'GS1 Data Matrix',
    commands: (dpmm) => [
      ['BX', 'N', squareOf(dpmm), 200, 0, 0, 6, '_', 1],
      ['FD', '_10109501101530003'],
    ],
  },
  {
    id: '^B7',
    name: 'PDF417',
    commands: (dpmm) => [
      ['BY', moduleOf(dpmm), 3, mm(dpmm, 10)],
      ['B7', 'N', 3 * moduleOf(dpmm), 3, 4],
      ['FD', 'PDF417 holds a text of several hundred letters'],
    ],
  },
  {
    id: '^B0',
    name: 'Aztec',
    commands: (dpmm) => [
      ['B0', 'N', squareOf(dpmm)],
      ['FD', 'AZTEC'],
    ],
  },
  {
    id: '^BD',
    name: 'MaxiCode',
    commands: () => [
      ['BD', 4],
      ['FD', 'MAXICODE'],
    ],
  },
];

/** The changes that insert source into a label, and the place of the new source. */
export interface Insertion {
  readonly changes: readonly TextChange[];
  /** The new fields in the changed text. */
  readonly start: number;
  readonly end: number;
}

/** Why no field can be added. */
export type NoPlace = 'units' | 'no-label';

/** The place of a label in the stream. */
export interface SourceLabel {
  readonly end: Command;
  /** The place of its first field, or of its end if it has no field. */
  readonly firstField: number;
}

/** The label around a place of the text, or the last label; null without any. */
export function labelAt(source: string, place: number): SourceLabel | null {
  let label: SourceLabel | null = null;
  let firstField: number | null = null;
  for (const command of commandsIn(source)) {
    const { name, start } = command;
    if (name === '^XA') firstField = null;
    else if (name === '^FO' || name === '^FT') firstField ??= start;
    else if (name === '^XZ') {
      label = { end: command, firstField: firstField ?? start };
      if (start >= place) return label;
    }
  }
  return label;
}

/** One of several fields that are added together. */
export interface NewPart {
  /** The distance of the field below their common place, in dots. */
  readonly down: number;
  /** The commands between origin and end. */
  readonly commands: readonly NewCommand[];
}

/**
 * The changes that add fields to the label around a place of the text, on top of all others.
 *
 * @param at the place of the fields on the label, in dots
 */
export function newFields(
  source: string,
  place: number,
  parts: readonly NewPart[],
  at: Point,
): Insertion | NoPlace {
  const end = labelAt(source, place)?.end;
  if (end === undefined) return 'no-label';
  const { home, countsDots, bars } = settingsAt(source, end.start);
  if (!countsDots) return 'units';
  const needed = parts.map(({ down, commands }) => ({
    down,
    commands: commands.filter((command) => !isInForce(command, bars)),
  }));
  const written = writtenFields(source, end, needed, { x: at.x - home.x, y: at.y - home.y });
  const changesBars = needed.some(({ commands }) => commands.some(([name]) => name === 'BY'));
  return insertedBefore(source, end.start, written, changesBars ? barsForLater(source, end.start) : '');
}

/**
 * The changes that replace pictures by another one: the first field becomes the fields of the new picture, with its
 * reversal (`^FR`), and the rest goes.
 *
 * @param at the place of the fields on the label, in dots
 */
export function replacedPictures(
  source: string,
  [first, ...others]: readonly [SourceField, ...SourceField[]],
  parts: readonly NewPart[],
  at: Point,
): Insertion | NoPlace {
  const { start, end, commands } = first;
  const { home, countsDots } = settingsAt(source, start);
  if (!countsDots) return 'units';
  const reversal = commands.some(({ name }) => name === '^FR') ? [['FR'] as const] : [];
  const reversed = parts.map((part) => ({ ...part, commands: [...reversal, ...part.commands] }));
  const place = { x: at.x - home.x, y: at.y - home.y };
  const insert = writtenFields(source, commands[0] as Command, reversed, place);
  const changes = [{ from: start, to: end, insert }, ...removedFields(source, others)];
  return { changes, start, end: start + insert.length };
}

const FO = parametersOf('^FO');
const GF = parametersOf('^GF');

/** Commands of a field that is a picture. */
const OF_PICTURE = new Set(['^FO', '^FT', '^FR', '^GF', '^FS']);

/** Whether a field is a `^GF` and has no other content. */
export function isPictureField({ commands }: SourceField): boolean {
  return commands.every(({ name }) => OF_PICTURE.has(name)) && commands.some(({ name }) => name === '^GF');
}

/** The box of a picture before its label is turned or mirrored, in dots; null if the source gives no place or size. */
export function pictureBox(source: string, field: SourceField): Rectangle | null {
  const graphic = field.commands.find(({ name }) => name === '^GF');
  const place = field.commands.findLast(({ name }) => name === '^FO' || name === '^FT');
  const origin = originOf(field);
  const { home, countsDots } = settingsAt(source, field.start);
  if (graphic === undefined || place === undefined || origin === null || !countsDots) return null;
  const [total, row] = [Number(writtenValue(graphic, GF.total)), Number(writtenValue(graphic, GF.row))];
  if (!(total > 0 && row > 0)) return null;
  const [width, height] = [8 * row, Math.ceil(total / row)];
  const isLeftOf = writtenValue(place, FO.justification) === '1';
  const x = home.x + origin.x - (isLeftOf ? width : 0);
  const y = home.y + origin.y - (place.name === '^FT' ? height : 0);
  return { x, y, width, height };
}

/** The source of fields, with the prefix and the delimiter of a command. */
function writtenFields(
  source: string,
  { start, delimiter }: Command,
  parts: readonly NewPart[],
  at: Point,
): string {
  const first = source[start] ?? '^';
  // A control character is a whole command.
  const prefix = first < ' ' ? '^' : first;
  const [x = 0, y = 0] = [at.x, at.y].map((dots) => Math.max(0, Math.round(dots)));
  const written = parts.map(({ down, commands }) => {
    const all: readonly NewCommand[] = [['FO', x, y + down], ...commands, ['FS']];
    return all.map(([name, ...params]) => prefix + name + params.join(delimiter)).join('');
  });
  return written.join('\n');
}

/** Whether a `^BY` of three parameters sets the values that are already in force. */
function isInForce([name, ...params]: NewCommand, { module, ratio, height }: Bars): boolean {
  return name === 'BY' && params.join() === [module, ratio, height].join();
}

/**
 * Inserts fields before a place of the text, on lines of their own if the place begins a line.
 *
 * @param after commands to write after the fields
 */
export function insertedBefore(source: string, at: number, written: string, after: string = ''): Insertion {
  const beginsLine = at === 0 || source[at - 1] === '\n';
  const insert = written + after + (beginsLine ? '\n' : '');
  return { changes: [{ from: at, to: at, insert }], start: at, end: at + written.length };
}
