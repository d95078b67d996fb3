import { headOf } from '../units.ts';
import type { ByteString } from '../zpl/byte-string.ts';
import { isJson } from '../zpl/is-json.ts';
import { LabelMaker, type MakerOptions } from './label-maker.ts';
import { type LabelWithRasters, withRasters } from './label-rasters.ts';
import { type Note, Notes } from './note.ts';
import { otherLanguage } from './other-languages.ts';
import { type SourceFile, SourceStream } from './source-stream.ts';
import { StreamReader, StreamTooLong } from './stream-reader.ts';
import { unrecalledFormats } from './unrecalled-formats.ts';

export interface ImportOptions extends Partial<MakerOptions> {
  /**
   * The resolution of the stream's printer. Without it lengths in inches and millimetres (`^MU`) are those of 203
   * dpi.
   */
  readonly dpi?: number;
  /** Marks pictures of a symbol, so that they are redrawn with each value. */
  readonly marksRasters?: boolean;
}

/** The result of importing a stream. */
export interface Imported {
  /** The whole stream, as a printer gets it, and recalls of the formats that it only stores. */
  readonly stream: ByteString;
  readonly labels: readonly LabelWithRasters[];
  readonly notes: readonly Note[];
}

/** No label can be made of a stream. The message is one line with the reason and the remedy. */
export class ImportRefusal extends Error {}

/** Labels that differ in more than their values; a stream with more of them is a batch that was printed to a file. */
const LABELS_MAX = 20;

/**
 * Makes labels of what a design program, an ERP or a carrier's system sent to a printer. Formats are joined with what
 * recalls them, and numbered fields (`^FN`) become variables. A format that is recalled several times is one label, and
 * so is one that nothing recalls; labels that differ are each one of their own.
 *
 * @param files what the printer got, in order
 * @throws ImportRefusal
 */
export async function importStream(
  files: readonly [SourceFile, ...SourceFile[]],
  options: ImportOptions = {},
): Promise<Imported> {
  const stream = new SourceStream(files);
  const [{ name }] = files;
  const language = otherLanguage(stream.bytes);
  if (language !== null) throw new ImportRefusal(`${name} is ${language}`);
  const bundles = files.find(isBundles);
  if (bundles !== undefined) {
    throw new ImportRefusal(
      `${bundles.name} holds bundles, not ZPL for a printer; import it without --fields`,
    );
  }
  const notes = new Notes(stream);
  const { dpi = 203, removesSetup = false, keepsPlaceholders = false, marksRasters = false } = options;
  const bytes = withRecalls(stream.bytes, notes);
  const maker = new LabelMaker(bytes, notes, { removesSetup, keepsPlaceholders });
  const reader = new StreamReader(headOf(dpi), notes);
  try {
    for (const part of reader.read(bytes)) {
      if (part.kind === 'label') maker.label(part.label);
      else maker.rest(part.group);
      if (maker.differing > LABELS_MAX) {
        throw new ImportRefusal(
          `${name} prints more than ${LABELS_MAX} labels that differ in more than the values of numbered fields (^FN); print one of them into a file`,
        );
      }
    }
  } catch (error) {
    if (error instanceof StreamTooLong) throw new ImportRefusal(`${name}: ${error.message}`);
    throw error;
  }
  const labels = maker.finish();
  if (!reader.hasFormats) throw new ImportRefusal(`${name} is not ZPL: no label begins in it (^XA)`);
  if (labels.length === 0)
    throw new ImportRefusal(
      `${name} prints no label; it only sets up the printer or stores objects for other formats`,
    );
  const finished: LabelWithRasters[] = [];
  for (const label of labels) finished.push(await withRasters(label, headOf(dpi), marksRasters, notes));
  return { stream: bytes, labels: finished, notes: notes.all() };
}

/** Whether a file is JSON, or its first line is, with ZPL in it: escapes of JSON would become text of the label. */
function isBundles({ bytes }: SourceFile): boolean {
  const text = new TextDecoder().decode(bytes);
  const [firstLine = ''] = text.split('\n', 1);
  return [text, firstLine].some((json) => /\^XA/i.test(json) && isJson(json));
}

/** The stream, with a recall of each format that it stores without recalling it. */
function withRecalls(stream: ByteString, notes: Notes): ByteString {
  const formats = unrecalledFormats(stream);
  for (const { command } of formats) {
    const name = command.params.trim();
    notes.add('info', 'stored', command, `nothing recalls ${name}; it becomes a label unchanged`);
  }
  return (stream + formats.map(({ recall }) => recall).join('')) as ByteString;
}
