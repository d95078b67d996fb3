import {
  COMMAND_TABLE,
  type CommandEntry,
  parametersOf,
  type Slot,
  slotsOf,
} from '../../../zpl/command-table/command-table.ts';
import type { Command } from '../../../zpl/tokenize.ts';
import type { TextRange } from '../../engine/messages.ts';
import { fieldAt, type SourceField, type TextChange } from '../source-fields.ts';
import { parameterChanges, writtenValue } from './parameters.ts';
import { BARCODES, barsForLater, settingsAt } from './settings.ts';

/** Commands that set something beyond their field, though their names begin as those of fields do. */
const LASTING = new Set(['^BY', '^FW', '^FL']);

/** Whether a command has its effect within its field alone. */
export function isOfField({ name }: Command): boolean {
  return !LASTING.has(name) && /^\^([ABFG].?|TB|XG|IM|IL|S[NF])$/.test(name);
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
 * The changes that remove fields. Settings among their commands, which hold for what comes behind, stay; a `^BY` goes
 * where nothing takes it. A line that has nothing else goes too.
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

/** The next letter clockwise. */
const NEXT_TURN: Readonly<Record<string, string>> = { N: 'R', R: 'I', I: 'B', B: 'N' };

/** The changes that turn a field a quarter clockwise; null for one that is never turned. Boxes swap their sides. */
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
  const data = field.commands.find(({ name }) => /^\^(FB|FH|FD|FV|SN)$/.test(name));
  if (data === undefined || field.commands.some(({ name }) => BARCODES.has(name))) return null;
  const parts = [font.letter + (NEXT_TURN[orientation] ?? 'R'), font.height, font.width];
  const insert = `${text[data.start] ?? '^'}A${parts.join(data.delimiter)}`;
  return [{ from: data.start, to: data.start, insert }];
}

/** The orientation of a command that can be turned. */
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
