import { differenceOf } from '../../import/draws-alike.ts';
import { type Imported, ImportRefusal, importStream } from '../../import/import-stream.ts';
import { sizeOf } from '../../import/label-size.ts';
import { RequestRefusal } from '../../request-refusal.ts';
import type { LabelSize } from '../../units.ts';

/** Changes to a stream that an import makes only on request. */
export interface ImportChoices {
  /** Leaves out the commands that set up the printer. */
  readonly removesSetup: boolean;
  /** Marks pictures of a symbol, so that they are redrawn with each value. */
  readonly marksRasters: boolean;
}

/** A label that a stream printed. */
export interface DroppedLabel {
  readonly zpl: string;
  readonly fieldTransforms: readonly object[];
  /** At 203 dpi, since a stream does not name its printer; null if the stream gives no size. */
  readonly size: LabelSize | null;
  /** The values that the stream prints on the label, print by print. */
  readonly records: readonly Readonly<Record<string, string>>[];
}

/** The result of importing a file that was sent to a printer. */
export interface DroppedStream {
  readonly labels: readonly DroppedLabel[];
  /** Notes on the import, a line each. */
  readonly notes: readonly string[];
  /** The commands that set up the printer, each once, whether left out or not. */
  readonly setup: readonly string[];
  /** The number of pictures of a symbol that can be redrawn, whether marked or not. */
  readonly rasterCount: number;
}

const DPI = 203;

/**
 * Makes labels of a stream that a program sent to a printer: its numbered fields become variables.
 *
 * @throws RequestRefusal (422) for a file that is no such stream
 */
export async function droppedStream(
  name: string,
  bytes: Uint8Array,
  choices: ImportChoices,
): Promise<DroppedStream> {
  const { stream, labels, notes } = await imported(name, bytes, choices);
  const dropped = labels.map((label) => {
    const { zpl, fieldTransforms, records } = label;
    const size = sizeOf(label, { dpi: DPI });
    return { zpl, fieldTransforms, records, size: typeof size === 'string' ? null : size };
  });
  const differences = labels.flatMap((label, index) => {
    const size = dropped[index]?.size ?? null;
    const difference = size === null ? null : differenceOf(stream, label, size);
    return difference === null ? [] : [`label ${index + 1}, warning: ${difference}`];
  });
  const setup = notes.filter(({ code }) => code === 'setup').map(({ command }) => command ?? '');
  const rasters = labels.flatMap(({ rasters }) => rasters);
  return {
    labels: dropped,
    notes: [
      ...notes.map(({ line, severity, message, suggestion }) =>
        [`line ${line}, ${severity}: ${message}`, ...(suggestion === null ? [] : [suggestion])].join('; '),
      ),
      ...differences,
    ],
    setup: [...new Set(setup)],
    rasterCount: rasters.filter(({ symbology }) => symbology !== null).length,
  };
}

async function imported(name: string, bytes: Uint8Array, choices: ImportChoices): Promise<Imported> {
  try {
    return await importStream([{ name, bytes }], { dpi: DPI, keepsPlaceholders: true, ...choices });
  } catch (error) {
    if (error instanceof ImportRefusal) throw new RequestRefusal(422, error.message);
    throw error;
  }
}
