import { COMMAND_TABLE, parametersOf, type Slot, slotsOf } from '../../../zpl/command-table/command-table.ts';
import type { Command } from '../../../zpl/tokenize.ts';
import type { Corner, Point } from '../geometry.ts';
import { commandsIn, type SourceField, type TextChange } from '../source-fields.ts';
import { writtenValue } from './parameters.ts';
import { BARCODES, barChanges, settingsAt, takesModule } from './settings.ts';

const BY = parametersOf('^BY');
const FO = parametersOf('^FO');

/** The widest module that Zebra's guide allows, in dots. */
const MODULE_MAX = BY.module.parameter.most;

/** Whether what a command draws is never turned. */
function isUpright({ name }: Command): boolean {
  return COMMAND_TABLE.get(name)?.isUpright === true;
}

/**
 * The changes, in the order of the text, that scale a field: only the numbers that set its size change; a bar code that
 * uses a default of `^BY` gets a `^BY` of its own. No changes if the field sets no size itself.
 *
 * @param by factors of its width and height
 */
export function resizedField(text: string, field: SourceField, by: Point): readonly TextChange[] {
  const isAcross = /[RB]/.test(orientationOf(text, field));
  const own = field.commands.flatMap((command) => {
    const entry = COMMAND_TABLE.get(command.name);
    if (entry === undefined) return [];
    const isSwapped = isAcross && !isUpright(command);
    return slotsOf(entry).flatMap((slot) => {
      const { size } = slot.parameter;
      return size === undefined
        ? []
        : scaledNumber(command, slot, (size === 'x') === isSwapped ? by.y : by.x);
    });
  });
  const bars = resizedBars(text, field, isAcross ? { x: by.y, y: by.x } : by);
  return [...own, ...bars].toSorted((a, b) => a.from - b.from);
}

/** The changes that scale the bars of a bar code which takes them from `^BY`. */
function resizedBars(text: string, field: SourceField, by: Point): readonly TextChange[] {
  const symbol = field.commands.find(({ name }) => BARCODES.has(name));
  const entry = symbol === undefined ? undefined : COMMAND_TABLE.get(symbol.name);
  if (symbol === undefined || entry === undefined || !takesModule(entry)) return [];
  // Rows that are counted in modules grow with the modules, which alone set the size.
  if (entry.parameters.some(({ name, kind }) => name === 'row height' && kind === 'whole')) return [];
  const { bars } = settingsAt(text, field.end);
  const module = Math.min(MODULE_MAX, Math.max(1, Math.round(Number(bars.module) * by.x)));
  const height = Math.max(1, Math.round(Number(bars.height) * by.y));
  const isHeightTaken = slotsOf(entry).some(
    (slot) =>
      slot.parameter.name === 'height' && slot.parameter.size === 'y' && writtenValue(symbol, slot) === '',
  );
  return [
    ...(module >= 1 ? barChanges(text, field, 'module', String(module)) : []),
    ...(isHeightTaken && height >= 1 ? barChanges(text, field, 'height', String(height)) : []),
  ];
}

function scaledNumber(
  { params, paramsStart, delimiter }: Command,
  { at, min, max, parameter }: Slot,
  by: number,
): TextChange[] {
  const parts = params.split(delimiter);
  const written = /\d+/.exec(parts[at] ?? '');
  // Zero means that another number sets the size.
  if (written === null || Number(written[0]) === 0) return [];
  // Lengths may be in another unit than their bounds.
  const [least, most] = parameter.kind === 'whole' ? [min, max] : [1, Number.POSITIVE_INFINITY];
  const size = String(Math.min(most, Math.max(least, Math.round(Number(written[0]) * by))));
  if (size === written[0]) return [];
  const before = parts.slice(0, at).join(delimiter).length + (at === 0 ? 0 : delimiter.length);
  const from = paramsStart + before + written.index;
  return [{ from, to: from + written[0].length, insert: size }];
}

/** The corner that moves when a field grows on an upright label: the one opposite to its origin. */
export function growingCorner(text: string, field: SourceField): Corner {
  const origin = field.commands.findLast(({ name }) => name === '^FO' || name === '^FT');
  const isRightJustified = origin !== undefined && writtenValue(origin, FO.justification) === '1';
  // The origin of ^FO is the upper left of the box, however the field is turned, or its upper right.
  if (origin?.name !== '^FT') return { isRight: !isRightJustified, isLower: true };
  // The origin of ^FT is on the baseline, where reading begins or ends: the box extends along the line and up from it.
  const isNeverTurned = field.commands.some(isUpright);
  const orientation = isNeverTurned ? 'N' : orientationOf(text, field);
  const isRight = /[NR]/.test(orientation);
  const isLower = /[RI]/.test(orientation);
  if (!isRightJustified) return { isRight, isLower };
  return /[NI]/.test(orientation) ? { isRight: !isRight, isLower } : { isRight, isLower: !isLower };
}

/** The orientation of a field: of its own commands, or of the `^FW` in force at them. */
function orientationOf(text: string, field: SourceField): string {
  let byDefault = 'N';
  let own = byDefault;
  let isBarcode = false;
  for (const { name, params, start } of commandsIn(text)) {
    if (start >= field.end) break;
    const letter = (name === '^A' ? params.slice(1) : params).trim().charAt(0).toUpperCase();
    const named = /[NRIB]/.test(letter) ? letter : null;
    if (name === '^FW') {
      byDefault = named ?? byDefault;
      // An open field turns with ^FW, unless it is a bar code.
      if (!isBarcode) own = byDefault;
    } else if (start >= field.start && BARCODES.has(name)) {
      isBarcode = true;
      own = named ?? byDefault;
    } else if (start >= field.start && !isBarcode) {
      if (name === '^A' || name === '^GS') own = named ?? byDefault;
      if (name === '^TB') own = named ?? own;
    }
  }
  return own;
}
