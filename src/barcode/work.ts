import type { NativeField } from './native/field.ts';

/** Of the simple symbologies. */
const SYMBOL_WORK = 30_000;
const SLOW_SYMBOL_WORK: Readonly<Record<string, number>> = {
  '^B4': 300_000,
  '^BB': 4_000_000,
  '^BD': 3_000_000,
  '^BF': 800_000,
  '^BQ': 150_000,
  '^BR': 500_000,
  '^BT': 2_000_000,
  '^BZ': 1_000_000,
};
/** Eight masks are weighed cell by cell. */
const QR_MODEL_1_WORK = 1_000_000;
/** Of most symbologies of marked rasters, from the code to its dots. */
const MARKED_SYMBOL_WORK = 100_000;
const BYTE_WORK = 1500;

/** What making a field's symbol, or each of a series, takes at most, in units of about a nanosecond; measured. */
export function symbolWork(
  { command, params, data }: Pick<NativeField, 'command' | 'params' | 'data'>,
  symbols = 1,
): number {
  const isModel1 = command === '^BQ' && params[1]?.trim() === '1';
  const work = isModel1 ? QR_MODEL_1_WORK : (SLOW_SYMBOL_WORK[command] ?? SYMBOL_WORK);
  return symbols * work + data.length * BYTE_WORK;
}

/** What re-encoding a marked raster takes, in the same units, whatever its symbology. */
export function markedWork(value: string): number {
  return MARKED_SYMBOL_WORK + value.length * BYTE_WORK;
}
