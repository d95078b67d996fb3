import { type Imported, ImportRefusal, importStream } from '../../import/import-stream.ts';
import { sizeOf } from '../../import/label-size.ts';
import type { LabelSize } from '../../units.ts';
import { StudioRefusal } from '../refusal.ts';

/** A label that a stream printed. */
export interface DroppedLabel {
  readonly zpl: string;
  readonly fieldTransforms: readonly object[];
  /** At 203 dpi, since a stream does not say its printer; null where it does not say its size either. */
  readonly size: LabelSize | null;
  /** Values that the stream prints on it. */
  readonly records: readonly Readonly<Record<string, string>>[];
}

/** What an import makes of a file that was sent to a printer. */
export interface DroppedStream {
  readonly labels: readonly DroppedLabel[];
  /** What is to be said of it, a line each. */
  readonly notes: readonly string[];
}

const DPI = 203;

/**
 * Makes labels of what a program sent to a printer: its numbered fields become variables.
 *
 * @throws StudioRefusal (422) for what is none
 */
export async function droppedStream(name: string, bytes: Uint8Array): Promise<DroppedStream> {
  const { labels, notes } = await imported(name, bytes);
  return {
    labels: labels.map((label) => {
      const { zpl, fieldTransforms, records } = label;
      const size = sizeOf(label, { dpi: DPI });
      return { zpl, fieldTransforms, records, size: typeof size === 'string' ? null : size };
    }),
    notes: notes.map(({ line, severity, message, suggestion }) =>
      [`line ${line}, ${severity}: ${message}`, ...(suggestion === null ? [] : [suggestion])].join('; '),
    ),
  };
}

async function imported(name: string, bytes: Uint8Array): Promise<Imported> {
  try {
    return await importStream([{ name, bytes }], { dpi: DPI, keepsPlaceholders: true });
  } catch (error) {
    if (error instanceof ImportRefusal) throw new StudioRefusal(422, error.message);
    throw error;
  }
}
