import { isUtf8 } from 'node:buffer';
import { scaledWithReport } from '../convert/scaling-report.ts';
import type { LabelInput } from '../store/store.ts';
import { toByteString, toBytes } from '../zpl/byte-string.ts';
import { CommandFailure } from './failure.ts';
import type { Io } from './io.ts';

/**
 * A label for another resolution; standard error says what changed otherwise than in proportion.
 *
 * @param name of the label in messages
 * @throws CommandFailure where a printer's bytes for it would be no text; FailureError `too_large` for its pictures
 */
export function scaledLabel<L extends LabelInput>(label: L, dpi: number, name: string, io: Io): L {
  if (label.size.dpi === dpi) return label;
  const size = { ...label.size, dpi };
  if (label.zpl === null) return { ...label, size };
  const { zpl, notes } = scaledWithReport(toByteString(label.zpl), label.size.dpi, dpi, label.size);
  for (const note of notes) io.stderr(`${name}: ${note}\n`);
  const bytes = toBytes(zpl);
  if (!isUtf8(bytes)) throw new CommandFailure(`${name} has a picture that no UTF-8 can hold at ${dpi} dpi`);
  return { ...label, size, zpl: bytes.toString() };
}
