import type { BarcodeOptions } from '../barcode-options.ts';
import { type BarcodeCommand, COMMAND_TABLE, type Slot, slotsOf } from '../command-table/command-table.ts';
import type { CommandEntry, NumberParameter } from '../command-table/entry.ts';
import type { Params } from './params.ts';

/** The value of an option. */
type Reader = (params: Params) => unknown;

/**
 * Reads the options of a barcode command. A value that is not allowed becomes the default or the nearest bound, without
 * a warning.
 */
export function optionReader<C extends BarcodeCommand>(command: C): (params: Params) => BarcodeOptions[C] {
  const readers = slotsOf(COMMAND_TABLE.get(command) as CommandEntry).flatMap((slot) => {
    const { name, isUnused } = slot.parameter;
    return isUnused || name === 'orientation' ? [] : [[camelCase(name), readerOf(slot)] as const];
  });
  return (params) => {
    const options: Record<string, unknown> = {};
    for (const [name, read] of readers) options[name] = read(params);
    // Each member by the reader of its name.
    return options as BarcodeOptions[C];
  };
}

function camelCase(name: string): string {
  return name.replace(/ ./g, (gap) => gap.charAt(1).toUpperCase());
}

function readerOf(slot: Slot): Reader {
  const { letters, fallback, parameter } = slot;
  switch (parameter.kind) {
    case 'flag':
      return (params) => {
        const letter = params.text(slot).toUpperCase();
        return letter === 'Y' ? true : letter === 'N' ? false : fallback;
      };
    case 'choice':
      return (params) => {
        const letter = params.text(slot).toUpperCase();
        return letters.includes(letter) ? letter : fallback;
      };
    case 'whole':
    case 'numbered':
      return (params) => {
        const value = Number.parseInt(params.text(slot), 10);
        const isTaken = !Number.isNaN(value) && !(parameter.isStrict && value !== within(slot, value));
        return isTaken ? within(slot, value) : fallback;
      };
    case 'decimal':
      return (params) => within(slot, Number.parseFloat(params.text(slot)) || Number(fallback));
    case 'dots':
      return lengthReader(slot as Slot<NumberParameter>);
    default:
      return (params) => params.text(slot).charAt(0) || fallback;
  }
}

/** Dots, which follow `^MU`. */
function lengthReader(slot: Slot<NumberParameter>): Reader {
  const any = { ...slot, min: 0, max: 32_000 };
  return (params) => (params.text(slot) === '' ? slot.fallback : within(slot, params.dots(any, 0)));
}

function within({ min, max }: Slot, value: number): number {
  return Math.min(max, Math.max(min, value));
}
