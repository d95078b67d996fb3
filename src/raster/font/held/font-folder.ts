import { lstatSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { basename, extname, join, relative } from 'node:path';
import { OBJECT_NAME_MAX } from '../../../zpl/objects.ts';
import { checkFont } from '../font-file.ts';
import { directoriesOf } from '../font-tables.ts';
import { type Script, scriptsOf } from './scripts.ts';

/** A font that the printer holds, with the state of its file when the folder was read. */
export interface HeldFont {
  /** The name in labels, without a drive: upper case, such as `SIMSUN.TTF`. */
  readonly name: string;
  readonly path: string;
  /** The index of the font in a collection. */
  readonly index: number;
  /** The size of the file, which shows whether it is still the same. */
  readonly bytes: number;
  readonly modifiedMs: number;
  readonly scripts: readonly Script[];
}

/** A folder of fonts that cannot be used; the message says which file, and what to do. */
export class FontFolderError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FontFolderError';
  }
}

/** TrueType, OpenType and collections of both; `.tte` is what printers call large TrueType fonts. */
const EXTENSIONS = new Set(['.ttf', '.otf', '.ttc', '.otc', '.tte']);

/** Renames fonts: `{"SIMSUN.TTF": "NotoSansCJK-Regular.ttc#2"}`. */
const MAP_FILE = 'fonts.json';

const FILES_MAX = 1000;
const FILE_BYTES_MAX = 64 * 1024 * 1024;
const FOLDER_BYTES_MAX = 2 * 1024 * 1024 * 1024;
const MAP_BYTES_MAX = 1024 * 1024;

/** Name and extension as a parameter of a command can have them, which begins and ends with no space. */
const NAME = /^[^\s:^~,]([^:^~,\p{Cc}]*[^\s:^~,])?\.[^\s:^~,.]+$/u;

/**
 * The fonts in a folder and the folders in it, sorted by name. Each file is read once, and checked. Other files are
 * passed over.
 *
 * @throws FontFolderError for a folder that cannot be read or holds too much, a damaged font, a map that is wrong.
 */
export function fontsIn(folder: string): readonly HeldFont[] {
  const paths = fontFilesIn(folder);
  if (paths.length > FILES_MAX) {
    throw new FontFolderError(`${folder} has ${paths.length} fonts; at most ${FILES_MAX} are read`);
  }
  const fonts = new Map<string, HeldFont>();
  let bytes = 0;
  for (const path of paths) {
    const font = readFont(folder, path, 0);
    bytes += font.bytes;
    if (bytes > FOLDER_BYTES_MAX) {
      throw new FontFolderError(
        `the fonts in ${folder} have more than ${FOLDER_BYTES_MAX / 2 ** 30} GiB together`,
      );
    }
    const twin = fonts.get(font.name);
    // Kubernetes mounts each file of a config map as a link to a file in a sibling folder.
    if (twin !== undefined && realpathSync(twin.path) !== realpathSync(path)) {
      throw new FontFolderError(
        `${folder} has two fonts that labels would call ${font.name}: ${relative(folder, twin.path)} and ${relative(folder, path)}; rename one`,
      );
    }
    fonts.set(font.name, font);
  }
  for (const [name, target] of mapIn(folder)) fonts.set(name, mapped(folder, name, target));
  return [...fonts.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** Links to files count as their files, links to folders are not followed. A folder may have any name. */
function fontFilesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory() && EXTENSIONS.has(extname(entry.name).toLowerCase()))
      .map((entry) => join(entry.parentPath, entry.name))
      .toSorted();
  } catch (error) {
    throw new FontFolderError(`the folder of fonts ${folder} cannot be read: ${(error as Error).message}`);
  }
}

/** @param index of the font in a collection. */
function readFont(folder: string, path: string, index: number): HeldFont {
  const shown = relative(folder, path);
  const refuse = (fault: string): never => {
    throw new FontFolderError(
      `the font ${shown} in ${folder} cannot be used: ${fault}; replace or remove it`,
    );
  };
  const stats = unlessFailed(() => statSync(path), refuse);
  const { size, mtimeMs } = stats;
  // Reading a pipe would wait for a writer.
  if (!stats.isFile()) refuse('it is no file');
  if (size > FILE_BYTES_MAX) refuse(`it has more than ${FILE_BYTES_MAX / 2 ** 20} MiB`);
  const file = unlessFailed(() => readFileSync(path), refuse);
  const coverage = checkFont(file, (bytes) => {
    const at = directoriesOf(bytes)[index];
    return at ?? refuse(`it has no font of the number ${index}`);
  });
  if (typeof coverage === 'string') return refuse(coverage);
  const name = basename(path).toUpperCase();
  return { name, path, index, bytes: size, modifiedMs: mtimeMs, scripts: scriptsOf(coverage) };
}

/** Calls `read`, and `refuse` with the fault if `read` fails. */
function unlessFailed<T>(read: () => T, refuse: (fault: string) => never): T {
  try {
    return read();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return refuse('it links to a file that is not there');
    if (code === 'EACCES') return refuse('the user that Platen runs as may not read it');
    return refuse(`it cannot be read: ${message}`);
  }
}

/** Names of the map, and the files that they mean. */
function mapIn(folder: string): ReadonlyMap<string, string> {
  const path = join(folder, MAP_FILE);
  const refuse = (fault: string): never => {
    throw new FontFolderError(
      `${path} ${fault}; it must be like {"SIMSUN.TTF": "NotoSansCJK-Regular.ttc#2"}`,
    );
  };
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return new Map();
  const unusable = (fault: string): never => {
    throw new FontFolderError(`the map ${path} cannot be used: ${fault}; replace or remove it`);
  };
  const stats = unlessFailed(() => statSync(path), unusable);
  if (!stats.isFile()) return unusable('it is no file');
  if (stats.size > MAP_BYTES_MAX) return unusable(`it has more than ${MAP_BYTES_MAX / 2 ** 20} MiB`);
  const text = unlessFailed(() => readFileSync(path, 'utf8'), unusable);
  let map: unknown;
  try {
    map = JSON.parse(text);
  } catch (error) {
    return refuse(`is not JSON: ${(error as Error).message}`);
  }
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return refuse('is not an object');
  const targets = new Map<string, string>();
  for (const [given, target] of Object.entries(map)) {
    const name = given.toUpperCase();
    if (!NAME.test(name) || name.length > OBJECT_NAME_MAX) {
      return refuse(`has the name ${JSON.stringify(given)}, which no label can call a font`);
    }
    if (typeof target !== 'string') return refuse(`has no file for ${given}`);
    if (targets.has(name)) return refuse(`has the name ${name} twice, in capitals and small letters`);
    targets.set(name, target);
  }
  return targets;
}

/** The font that the map names: a file of the folder, and after `#` which font of a collection, from 0. */
function mapped(folder: string, name: string, target: string): HeldFont {
  const [, file = target, index = '0'] = /^(.+)#(\d{1,3})$/.exec(target) ?? [];
  const path = join(folder, file);
  const refuse = (fault: string): never => {
    throw new FontFolderError(
      `${MAP_FILE} in ${folder} gives ${name} the file ${file}, which ${fault}; correct it there`,
    );
  };
  if (relative(folder, path).startsWith('..') || !EXTENSIONS.has(extname(path).toLowerCase())) {
    refuse('is no font of the folder');
  }
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) refuse('is not there');
  return { ...readFont(folder, path, Number(index)), name };
}
