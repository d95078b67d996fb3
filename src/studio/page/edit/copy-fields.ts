import { COMMAND_TABLE, parametersOf } from '../../../zpl/command-table/command-table.ts';
import type { Command } from '../../../zpl/tokenize.ts';
import type { Point } from '../geometry.ts';
import { commandsIn, fieldAt, type SourceField } from '../source-fields.ts';
import { isOfField, orientationOf, removedFields } from './field-edits.ts';
import { type Insertion, insertedBefore, labelAt, type NoPlace } from './new-fields.ts';
import { writtenValue } from './parameters.ts';
import { BARCODES, barsForLater, fontPlace, type SettingsInForce, settingsAt } from './settings.ts';
import { applied, placeBefore } from './text-changes.ts';

const FO = parametersOf('^FO');

/**
 * The source of fields that look the same on any label: with the fonts, orientations and bar code defaults in force at
 * their places, with their positions on the label, in the usual prefixes. A line for each field.
 */
export function copiedFields(text: string, fields: readonly SourceField[]): string {
  return fields.map((field) => selfContained(text, field)).join('\n');
}

function selfContained(text: string, field: SourceField): string {
  const settings = settingsAt(text, field.end);
  const { font, orientation, bars } = settings;
  const needsFont = fontPlace(field);
  const parts: string[] = [];
  for (const command of field.commands) {
    const { name } = command;
    if (!isOfField(command)) continue;
    if (BARCODES.has(name)) parts.push(`^BY${bars.module},${bars.ratio},${bars.height}`);
    if (command === needsFont) parts.push(`^A${font.letter}${orientation},${font.height},${font.width}`);
    parts.push(inFull(command, settings));
  }
  return parts.join('');
}

/** A command in the usual prefixes, with its position on the label and its orientation. */
function inFull(command: Command, { orientation, home }: SettingsInForce): string {
  const { name, params, delimiter } = command;
  const entry = COMMAND_TABLE.get(name);
  if (name === '^FS') return name;
  if (entry?.holds !== undefined) return name + withoutLineEnd(params);
  const parts = params.trimEnd().split(delimiter);
  if (name === '^FO' || name === '^FT') return placed(command, home, parts);
  const slot = orientationOf(entry);
  if (slot !== undefined && writtenValue(command, slot) === '')
    parts[slot.at] = `${(parts[slot.at] ?? '').trim()}${orientation}`;
  return name + parts.join(',');
}

function placed(command: Command, by: Point, parts: readonly string[]): string {
  const place = (written: string, home: number): string =>
    written === '' && command.name === '^FT' ? '' : String((Number.parseInt(written, 10) || 0) + home);
  const [x, y] = [writtenValue(command, FO.x), writtenValue(command, FO.y)];
  return command.name + [place(x, by.x), place(y, by.y), ...parts.slice(2)].join(',');
}

function withoutLineEnd(text: string): string {
  return text.replace(/[\r\n]+$/, '');
}

/**
 * The changes that insert copied fields into the label around a place of the text, on top of all others, each moved by
 * a distance in dots; `no-field` for a text without fields.
 */
export function pastedFields(
  text: string,
  place: number,
  copied: string,
  way: Point,
): Insertion | NoPlace | 'no-field' {
  const label = labelAt(text, place);
  if (label === null) return 'no-label';
  if (!settingsAt(text, label.end.start).countsDots) return 'units';
  const at = label.end.start;
  const { written, after } = writtenAt(text, label.end, at, copied, way);
  return written === '' ? 'no-field' : insertedBefore(text, at, written, after);
}

/** The source of copied fields for a place of the text, in the prefixes of a command there. */
function writtenAt(
  text: string,
  like: Command,
  at: number,
  copied: string,
  way: Point,
): { readonly written: string; readonly after: string } {
  const settings = settingsAt(text, at);
  const by = { x: way.x - settings.home.x, y: way.y - settings.home.y };
  const prefix = text[like.start] === '\x03' ? '^' : (text[like.start] ?? '^');
  const before = Object.values(settings.bars).join();
  let inForce = before;
  const lines = fieldsOf(copied).map(({ commands }) =>
    commands
      .map((command) => {
        const written = moved(command, by);
        if (command.name === '^BY') {
          const bars = command.params.split(command.delimiter).join();
          if (bars === inForce) return '';
          inForce = bars;
        }
        const { name, params } = written;
        const isData = COMMAND_TABLE.get(name)?.holds !== undefined;
        return `${prefix}${name.slice(1)}${isData ? params : params.replaceAll(',', like.delimiter)}`;
      })
      .join(''),
  );
  return { written: lines.join('\n'), after: inForce === before ? '' : barsForLater(text, at) };
}

function moved(command: Command, { x, y }: Point): { readonly name: string; readonly params: string } {
  const { name } = command;
  if (name === '^FS') return { name, params: '' };
  const params = withoutLineEnd(command.params);
  if (name !== '^FO' && name !== '^FT') return { name, params };
  const parts = params.split(',');
  const place = (written: string, by: number): string =>
    written === '' && name === '^FT' ? '' : String(Math.max(0, (Number.parseInt(written, 10) || 0) + by));
  return { name, params: [place(parts[0] ?? '', x), place(parts[1] ?? '', y), ...parts.slice(2)].join(',') };
}

/** The fields of a piece of source that have an origin and an end. */
function fieldsOf(source: string): readonly SourceField[] {
  const fields: SourceField[] = [];
  for (const { name, start } of commandsIn(source)) {
    if (name !== '^FO' && name !== '^FT') continue;
    const field = fieldAt(source, start);
    if (field?.start === start && field.commands.at(-1)?.name === '^FS') fields.push(field);
  }
  return fields;
}

/** The changes that move fields of one label in front of or behind all other fields; no field changes otherwise. */
export function orderedFields(
  text: string,
  fields: readonly SourceField[],
  to: 'front' | 'back',
): Insertion | NoPlace {
  const copied = copiedFields(text, fields);
  const removed = removedFields(text, fields);
  const without = applied(text, removed);
  const label = labelAt(without, fields[0]?.start ?? 0);
  if (label === null) return 'no-label';
  if (!settingsAt(without, label.end.start).countsDots) return 'units';
  const at = to === 'front' ? label.end.start : label.firstField;
  const { written, after } = writtenAt(without, label.end, at, copied, { x: 0, y: 0 });
  const { changes, ...place } = insertedBefore(without, at, written, after);
  if (applied(without, changes) === text) return { changes: [], ...place };
  // The other fields are not written again, so that their ranges stay known until the label is drawn.
  const inserted = changes.map(({ from, insert }) => {
    const there = placeBefore(from, removed);
    return { from: there, to: there, insert };
  });
  return { changes: [...removed, ...inserted].toSorted((a, b) => a.from - b.from || a.to - b.to), ...place };
}
