import type { Box } from '../bitmap/box.ts';
import type { DotsPerMm } from '../units.ts';
import type { ImportedLabel } from './label-maker.ts';
import type { Notes } from './note.ts';
import { findRasterSymbols, markRasters, type RasterSymbol } from './raster-symbols.ts';
import { ImportedNames } from './variable-names.ts';

/** A symbol in a picture, as a report has it. */
export interface ImportedRaster {
  /** As the reader calls it, such as `QRCode`. */
  readonly format: string;
  readonly value: string;
  /** On the label, in dots. */
  readonly box: Box;
  /** The name of the symbology in a marker; null if the picture cannot be drawn from its data. */
  readonly symbology: string | null;
  /** Whether the same dots come out for the same value. */
  readonly isExact: boolean;
  /** The variable with which the symbol is redrawn; null if the symbol stays as it is. */
  readonly variable: string | null;
}

/** A label, with the symbols that its pictures hold. */
export interface LabelWithRasters extends ImportedLabel {
  readonly rasters: readonly ImportedRaster[];
}

/** Shorter values may be alike by chance. */
const VALUE_LENGTH_MIN = 4;

/** Reads the pictures of a label, and on request marks those that contain only a symbol. */
export async function withRasters(
  label: ImportedLabel,
  dotsPerMm: DotsPerMm,
  marks: boolean,
  notes: Notes,
): Promise<LabelWithRasters> {
  if (label.pictures.length === 0) return { ...label, rasters: [] };
  const symbols = await findRasterSymbols(label.zpl, dotsPerMm);
  const names = new ImportedNames(label.variables.map(({ name }) => name));
  const added: ImportedLabel['variables'][number][] = [];
  const rasters = symbols.map((symbol, index): ImportedRaster => {
    const { format, value, box, drawn } = symbol;
    const sample = drawn?.request.value ?? value;
    const known =
      sample.length >= VALUE_LENGTH_MIN
        ? label.variables.find((variable) => variable.sample === sample)?.name
        : undefined;
    let variable: string | null = null;
    if (marks && drawn !== null) {
      variable = known ?? names.take(drawn.request.symbology, index + 1, false);
      if (known === undefined) added.push({ name: variable, fieldNumber: null, prompt: '', sample });
    }
    const raster = { format, value, box, variable, isExact: drawn?.isExact ?? false };
    noteRaster(label, symbol, variable, notes);
    return { ...raster, symbology: drawn?.request.symbology ?? null };
  });
  const values = Object.fromEntries(added.map(({ name, sample }) => [name, sample]));
  return {
    ...label,
    zpl: markRasters(
      label.zpl,
      symbols,
      rasters.map(({ variable }) => variable),
    ),
    variables: [...label.variables, ...added],
    records: label.records.map((record) => ({ ...record, ...values })),
    rasters,
  };
}

function noteRaster(
  { pictures }: ImportedLabel,
  { picture, format, value, box, drawn, obstacle }: RasterSymbol,
  variable: string | null,
  notes: Notes,
): void {
  const command = pictures[picture];
  if (command === undefined) return;
  const where = `at ${Math.round(box.left)},${Math.round(box.top)}`;
  const what = `the picture ${where} is a ${format} that says ${JSON.stringify(value)}`;
  if (variable !== null) {
    const dots = drawn?.isExact === true ? 'in the same dots for this value' : 'in other dots for this value';
    notes.add('info', 'raster', command, `${what}; it is redrawn with {${variable}}, ${dots}`);
  } else if (obstacle !== null) {
    const why = `the picture ${where} holds a ${format} that says ${JSON.stringify(value)}, and cannot be redrawn: ${obstacle}`;
    notes.add('info', 'raster', command, why, 'print it as a symbol of the printer');
  } else notes.add('info', 'raster', command, what, 'if marked, it is redrawn with each value');
}
