import {
  COMMAND_TABLE,
  type CommandEntry,
  parametersOf,
  type Slot,
  slotsOf,
} from '../../../zpl/command-table/command-table.ts';
import { PLACES } from '../../../zpl/command-table/entry.ts';
import type { Command } from '../../../zpl/tokenize.ts';
import type { TextRange } from '../../engine/messages.ts';
import type { Point } from '../geometry.ts';
import { fieldAt, type SourceField, type TextChange } from '../source-fields.ts';
import { parameterChanges, writtenValue } from './parameters.ts';
import { barsForLater, fontPlace, settingsAt } from './settings.ts';

/** Whether a command has its effect within its field only. */
export function isOfField({ name }: Command): boolean {
  return COMMAND_TABLE.get(name)?.outlivesLabel !== true && /^\^([ABFG].?|TB|XG|IM|IL|S[NF])$/.test(name);
}

/** The fields of the ranges, in the order of the text, each once. */
export function fieldsIn(text: string, ranges: readonly TextRange[]): readonly SourceField[] {
  const fields = new Map<number, SourceField>();
  for (const { start } of ranges) {
    const field = fieldAt(text, start);
    if (field !== null) fields.set(field.start, field);
  }
  return [...fields.values()].toSorted((a, b) => a.start - b.start);
}

/**
 * The changes that remove fields. Settings among their commands, which hold for later fields, stay; a `^BY` goes if no
 * later bar code uses it. A line that has nothing else goes too.
 */
export function removedFields(text: string, fields: readonly SourceField[]): readonly TextChange[] {
  return fields.map((field) => {
    const keepsBars = barsForLater(text, field.end) !== '';
    const kept = field.commands.filter(
      (command) => !isOfField(command) && (command.name !== '^BY' || keepsBars),
    );
    const insert = kept.map(({ start, end }) => text.slice(start, end).trimEnd()).join('');
    const beginsLine = field.start === 0 || text[field.start - 1] === '\n';
    const isWholeLine = insert === '' && beginsLine && text[field.end] === '\n';
    return { from: field.start, to: field.end + (isWholeLine ? 1 : 0), insert };
  });
}

/** Why a field cannot be moved by its origin. */
export type Immovable = 'no-origin' | 'no-coordinates' | 'units';

/**
 * The changes that move a field by a distance in dots of the label: the coordinates of its `^FO` or `^FT` become
 * others, and nothing else. A coordinate that an `^FT` leaves out follows the text before, and stays left out.
 */
export function movedField(text: string, field: SourceField, by: Point): readonly TextChange[] | Immovable {
  // The last origin counts.
  const origin = field.commands.findLast(({ name }) => name === '^FO' || name === '^FT');
  if (origin === undefined) return 'no-origin';
  if (!settingsAt(text, origin.start).countsDots) return 'units';
  const [x = '', y = ''] = origin.params.split(origin.delimiter);
  if (origin.name === '^FT' && !/\d/.test(x + y)) return 'no-coordinates';
  const from = origin.paramsStart;
  const changes: TextChange[] = [];
  const change = (start: number, written: string, delta: number): void => {
    const number = /-?\d+/.exec(written);
    if (delta === 0 || (number === null && origin.name === '^FT')) return;
    const before = Number(number?.[0] ?? 0);
    const after = String(Math.min(PLACES[1], Math.max(0, before + delta)));
    const at = start + (number?.index ?? 0);
    changes.push({ from: at, to: at + (number?.[0].length ?? 0), insert: after });
  };
  change(from, x, by.x);
  // Without a delimiter there is no place for the second coordinate yet.
  const hasDelimiter = origin.params.includes(origin.delimiter);
  if (hasDelimiter) change(from + x.length + origin.delimiter.length, y, by.y);
  else if (by.y > 0 && origin.name === '^FO') {
    const end = from + x.trimEnd().length;
    changes.push({ from: end, to: end, insert: `${origin.delimiter}${by.y}` });
  }
  return changes;
}

/** The next letter clockwise. */
const NEXT_TURN: Readonly<Record<string, string>> = { N: 'R', R: 'I', I: 'B', B: 'N' };

/**
 * The changes that turn a field a quarter clockwise; null for a field that cannot be turned. Boxes swap their sides.
 */
export function turnedField(text: string, field: SourceField): readonly TextChange[] | null {
  const box = field.commands.find(({ name }) => /^\^G[BED]$/.test(name));
  if (box !== undefined) return turnedBox(box);
  const { orientation, font } = settingsAt(text, field.end);
  const turning = field.commands.flatMap((command) => {
    const slot = orientationOf(COMMAND_TABLE.get(command.name));
    return slot === undefined || command.name === '^FW' ? [] : [{ command, slot }];
  });
  if (turning.length > 0) {
    return turning.flatMap(({ command, slot }) => {
      const written = writtenValue(command, slot).toUpperCase();
      // A text block without an orientation has that of its font.
      if (command.name === '^TB' && written === '' && turning.length > 1) return [];
      return parameterChanges(command, slot, NEXT_TURN[written || orientation] ?? 'R');
    });
  }
  const place = fontPlace(field);
  if (place === null) return null;
  const parts = [font.letter + (NEXT_TURN[orientation] ?? 'R'), font.height, font.width];
  const insert = `${text[place.start] ?? '^'}A${parts.join(place.delimiter)}`;
  return [{ from: place.start, to: place.start, insert }];
}

/** The orientation parameter of a command; undefined for a command that is never turned. */
export function orientationOf(entry: CommandEntry | undefined): Slot | undefined {
  if (entry === undefined || entry.isUpright === true) return undefined;
  return slotsOf(entry).find(({ parameter }) => parameter.name === 'orientation');
}

const GB = parametersOf('^GB');
const GD = parametersOf('^GD');

function turnedBox(box: Command): readonly TextChange[] {
  const [across, down] = [writtenValue(box, GB.width), writtenValue(box, GB.height)];
  const sides = [...parameterChanges(box, GB.width, down), ...parameterChanges(box, GB.height, across)];
  if (box.name !== '^GD') return sides;
  const leansLeft = /^[L\\]$/i.test(writtenValue(box, GD.direction));
  return [...sides, ...parameterChanges(box, GD.direction, leansLeft ? 'R' : 'L')];
}
