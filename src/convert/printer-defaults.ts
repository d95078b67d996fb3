import { dataBarMagnification } from '../barcode/br-databar.ts';
import { tlc39Sizes } from '../barcode/bt-tlc39.ts';
import { defaultMagnification } from '../barcode/field.ts';
import type { DotsPerMm } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import {
  BARCODE_COMMANDS,
  FIELD_DATA_COMMANDS,
  parametersOf,
  type Slot,
} from '../zpl/command-table/command-table.ts';
import { NUMBER } from '../zpl/commands/params.ts';
import { commandsOf } from '../zpl/tokenize.ts';

/** Lengths of commands that depend on the head if they are left out, by the names of the parameters. Dots. */
export const BY_HEAD: Readonly<Record<string, (dotsPerMm: DotsPerMm) => Readonly<Record<string, number>>>> = {
  '^B0': (dotsPerMm) => ({ magnification: defaultMagnification({ dotsPerMm }) }),
  '^BO': (dotsPerMm) => ({ magnification: defaultMagnification({ dotsPerMm }) }),
  '^BQ': (dotsPerMm) => ({ magnification: defaultMagnification({ dotsPerMm }) }),
  '^BR': (dotsPerMm) => ({ magnification: dataBarMagnification(dotsPerMm) }),
  '^BT': (dotsPerMm) => {
    const { module, height, rowHeight } = tlc39Sizes(dotsPerMm);
    return { module, height, 'row height': rowHeight, 'small module': module };
  },
};

const BARCODES: ReadonlySet<string> = new Set(BARCODE_COMMANDS);
const BY = parametersOf('^BY');
const CF = parametersOf('^CF');

/** The defaults of a printer that a stream relies on. */
export interface Needs {
  readonly font: boolean;
  readonly bars: boolean;
}

/** The defaults that a stream relies on, because it does not set them before their first use. */
export function needsOf(source: ByteString): Needs {
  const needs = { font: false, bars: false };
  const set = { font: false, module: false, height: false };
  let field = { isFilled: false, hasOwn: false };
  for (const { name, params, delimiter } of commandsOf(source)) {
    const isGiven = ({ at }: Slot): boolean => numberOf(params.split(delimiter, at + 1)[at]) > 0;
    if (name === '^CF') set.font ||= isGiven(CF.height) || isGiven(CF.width);
    else if (name === '^BY') {
      set.module ||= isGiven(BY.module);
      set.height ||= isGiven(BY.height);
    } else if (BARCODES.has(name)) {
      field.hasOwn = true;
      needs.bars ||= !(set.module && set.height);
    } else if (name === '^A' || name === '^GS') field.hasOwn = true;
    else if (FIELD_DATA_COMMANDS.has(name) || name === '^FN') field.isFilled = true;
    else if (name === '^FS' || name === '^XZ') {
      needs.font ||= field.isFilled && !field.hasOwn && !set.font;
      field = { isFilled: false, hasOwn: false };
    }
  }
  return needs;
}

/** The number in a value; 0 for none. */
export function numberOf(value: string = ''): number {
  const digits = value.includes('{') ? undefined : NUMBER.exec(value)?.[0];
  return Number(digits ?? 0);
}
