import { basename, extname } from 'node:path';
import type { Bundles } from '../bundle.ts';
import type { Imported } from '../import/import-stream.ts';
import type { ImportedLabel } from '../import/label-maker.ts';
import { type KnownSize, sizeOf } from '../import/label-size.ts';
import type { Note } from '../import/note.ts';
import type { SourceFile } from '../import/source-stream.ts';
import { labelFileKind } from '../label-endings.ts';
import type { LabelInput, OutputFormat } from '../store/store.ts';
import type { LabelSize } from '../units.ts';
import { number } from './arguments.ts';
import { CommandFailure, UsageError } from './failure.ts';
import type { Io } from './io.ts';
import { isFolder, labelFilesIn } from './label-folder.ts';
import type { LabelThread } from './label-thread.ts';
import { fileName, readBytes } from './read-file.ts';
import { withoutControls } from './table.ts';

/** Options of the command line for a stream. */
export interface StreamValues {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly 'width-mm': string | undefined;
  readonly 'height-mm': string | undefined;
  readonly dpi: string | undefined;
  readonly 'output-format': OutputFormat | undefined;
  readonly 'remove-setup': boolean;
  readonly 'keep-placeholders': boolean;
  readonly rasters: boolean;
}

/** Labels that a stream printed, ready to be saved, with what is to be said of them. */
export interface StreamImport extends Bundles {
  /** As messages call it. */
  readonly file: string;
  /** Why it should not be saved. */
  readonly failures: readonly string[];
  /** For people, a line each. */
  readonly lines: readonly string[];
  /** Members of the JSON of each label. */
  readonly reports: readonly object[];
}

/**
 * Reads files as a printer would get them, one after the other. Each file of ZPL in a folder is a separate stream, and
 * a file that no label can be made of is among the failures.
 *
 * @throws CommandFailure, UsageError
 */
export async function readStreams(
  paths: readonly [string, ...string[]],
  values: StreamValues,
  io: Io,
  thread: LabelThread,
): Promise<readonly StreamImport[]> {
  const [path] = paths;
  if (!(await isFolder(path))) return [await readStream(paths, values, io, thread, sizeOf)];
  if (paths.length > 1 || values.id !== undefined || values.name !== undefined) {
    throw new UsageError(`${path} is a folder, which is imported by itself, without --id and --name`);
  }
  const imports: StreamImport[] = [];
  for await (const file of labelFilesIn(path)) {
    if (labelFileKind(file) === 'zpl') imports.push(await readOrFail(file, values, io, thread));
  }
  if (imports.length === 0) throw new CommandFailure(`${path} holds no .zpl, .zpl2 or .prn file`);
  return imports;
}

async function readOrFail(
  file: string,
  values: StreamValues,
  io: Io,
  thread: LabelThread,
): Promise<StreamImport> {
  try {
    // A folder is a list, however many labels it holds.
    return { ...(await readStream([file], values, io, thread, ownSizeOf)), single: false };
  } catch (error) {
    if (!(error instanceof CommandFailure || error instanceof UsageError)) throw error;
    return { file, single: false, labels: [], failures: [error.message], lines: [], reports: [] };
  }
}

async function readStream(
  files: readonly [string, ...string[]],
  values: StreamValues,
  io: Io,
  thread: LabelThread,
  sizeOfMade: typeof sizeOf,
): Promise<StreamImport> {
  const size = givenSize(values);
  const read = async (file: string): Promise<SourceFile> => ({
    name: fileName(file),
    bytes: await readBytes(file, io),
  });
  const sources: [SourceFile, ...SourceFile[]] = [await read(files[0])];
  for (const file of files.slice(1)) sources.push(await read(file));
  const file = fileName(files[0]);
  const options = {
    ...(size.dpi === undefined ? {} : { dpi: size.dpi }),
    removesSetup: values['remove-setup'],
    keepsPlaceholders: values['keep-placeholders'],
    marksRasters: values.rasters,
  };
  const imported = await thread.run({ kind: 'import', files: sources, options }, file);
  const single = imported.labels.length === 1;
  if (!single && values.id !== undefined) {
    throw new UsageError(`--id is for one label, and ${file} prints ${imported.labels.length} that differ`);
  }
  const name = values.name ?? basename(file, extname(file));
  const labels = imported.labels.map((made, index) =>
    inputOf(made, single ? name : `${name} ${index + 1}`, values, sizeIn(file, sizeOfMade(made, size))),
  );
  const notes = [...imported.notes, ...(await differences(imported, labels, file, thread))];
  return {
    file,
    single,
    labels,
    failures: notes.filter(({ severity }) => severity === 'error').map(noteLine),
    lines: [...noteLines(notes, values['remove-setup']), countLine(file, imported)],
    reports: imported.labels.map(({ variables, records, printed, rasters }) => ({
      variables: variables.map(({ fieldNumber, ...rest }) => ({ ...rest, field_number: fieldNumber })),
      records,
      printed,
      rasters: rasters.map(({ isExact, ...rest }) => ({ ...rest, exact: isExact })),
      notes,
    })),
  };
}

function givenSize(values: StreamValues): KnownSize {
  const given = (option: 'width-mm' | 'height-mm' | 'dpi'): number | undefined =>
    values[option] === undefined ? undefined : number(values[option], `--${option}`);
  return { widthMm: given('width-mm'), heightMm: given('height-mm'), dpi: given('dpi') };
}

/** Given sizes apply to labels of a folder that have no size of their own. */
function ownSizeOf(made: Parameters<typeof sizeOf>[0], { dpi, ...given }: KnownSize): LabelSize | string {
  const own = sizeOf(made, { dpi });
  return typeof own === 'string' ? sizeOf(made, { dpi, ...given }) : own;
}

function sizeIn(file: string, size: LabelSize | string): LabelSize {
  if (typeof size !== 'string') return size;
  throw new UsageError(`${file}: ${size}; give the missing ones of --dpi, --width-mm and --height-mm`);
}

function inputOf(made: ImportedLabel, name: string, values: StreamValues, size: LabelSize): LabelInput {
  return {
    ...(values.id === undefined ? {} : { id: values.id }),
    name,
    size,
    outputFormat: values['output-format'] ?? 'vector',
    zpl: made.zpl,
    dynamicTokens: [],
    fieldTransforms: made.fieldTransforms,
    teamId: null,
  };
}

/** The place of what concerns all of a file. */
const WHOLE = {
  line: 1,
  column: 1,
  offset: 0,
  length: 0,
  command: null,
  parameter: null,
  value: null,
  suggestion: null,
};

/** Labels that do not draw what the stream prints. */
async function differences(
  { stream, labels }: Imported,
  inputs: readonly LabelInput[],
  file: string,
  thread: LabelThread,
): Promise<readonly Note[]> {
  const notes: Note[] = [];
  for (const [index, label] of labels.entries()) {
    const { size, name } = inputs[index] as LabelInput;
    const found = await thread.run({ kind: 'compare', stream, label, size }, file);
    if (found === null) continue;
    notes.push({ ...WHOLE, file, severity: 'warning', code: 'picture', message: `${name}: ${found}` });
  }
  return notes;
}

function noteLine({ severity, code, file, line, column, message, suggestion }: Note): string {
  const help = suggestion === null ? '' : `; ${suggestion}`;
  return withoutControls(`${file}:${line}:${column}: ${severity} ${code} ${message}${help}`);
}

/** How many labels are made of a stream, how often it prints them, and whether values can fill them. */
function countLine(file: string, { labels }: Imported): string {
  const printed = labels.reduce((sum, label) => sum + label.printed, 0);
  const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
  const isFixed = labels.every(({ variables }) => variables.length === 0);
  const fixed = isFixed ? '; no variables, since the stream has no numbered field (^FN) to fill' : '';
  return withoutControls(
    `${file}: ${counted(labels.length, 'label')} with ${counted(printed, 'record')}${fixed}`,
  );
}

/** A line for each note; the commands that set up the printer, which may be many, are one. */
function noteLines(notes: readonly Note[], removesSetup: boolean): readonly string[] {
  const lines = notes.filter(({ code }) => code !== 'setup').map(noteLine);
  const setup = notes.filter(({ code }) => code === 'setup');
  const [first] = setup;
  if (first === undefined) return lines;
  const names = [...new Set(setup.map(({ command }) => command))].join(' ');
  const what = removesSetup ? 'left out' : 'kept, unless --remove-setup is given';
  const count = setup.length === 1 ? '1 command sets' : `${setup.length} commands set`;
  return [...lines, noteLine({ ...first, message: `${count} up the printer (${names}): ${what}` })];
}
