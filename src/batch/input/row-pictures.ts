import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { LIMITS } from '../../limits.ts';
import { compile } from '../../template/compile.ts';
import { variableKey } from '../../template/placeholders/token.ts';
import { toByteString } from '../../zpl/byte-string.ts';
import { BatchUsage } from '../batch-failure.ts';
import type { BatchLabel, PictureFiles, Row, RowLayout } from '../stages.ts';
import { quote } from './row-values.ts';

/**
 * The folder of `--images`, with the variables whose values name pictures in it.
 *
 * @throws BatchUsage for a folder that cannot be read, and for a label that shows no variable as a picture.
 */
export function pictureFiles(folder: string, { zpl, fieldTransforms }: BatchLabel): PictureFiles {
  const { pictures } = compile({ zpl: toByteString(zpl), fieldTransforms, dynamicTokens: [] });
  if (pictures.size === 0) {
    throw new BatchUsage('--images: the label shows no variable as a picture (docs/marked-rasters.md)');
  }
  try {
    const path = realpathSync(folder);
    if (statSync(path).isDirectory()) return { folder: path, variables: [...pictures] };
  } catch (error) {
    throw new BatchUsage(`--images ${folder} cannot be read: ${codeOf(error)}`);
  }
  throw new BatchUsage(`--images ${folder} is not a folder`);
}

/** The row with its picture files, as base64, instead of their names. A file that cannot be read is the row's fault. */
export function withPictures(row: Row, { pictures }: Pick<RowLayout, 'pictures'>): Row {
  if (pictures === undefined || row.fault !== null) return row;
  const variables = { ...row.variables };
  for (const [name, file] of Object.entries(variables)) {
    if (file === '' || !pictures.variables.includes(variableKey(name))) continue;
    const read = readPicture(pictures.folder, file);
    if (typeof read === 'string') return { ...row, fault: `the picture ${quote(file)} of {${name}} ${read}` };
    variables[name] = read.toString('base64');
  }
  return { ...row, variables };
}

/** The bytes of a file below a folder, or its fault. */
function readPicture(folder: string, name: string): Buffer | string {
  let file: number;
  try {
    const path = realpathSync(resolve(folder, name));
    if (isAbsolute(name) || !isBelow(folder, path)) return 'is not below the folder of --images';
    // A link that was put there since then is not followed, and a pipe is not waited for.
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const code = codeOf(error);
    return code === 'ENOENT' || code === 'ENOTDIR' ? 'is not there' : `cannot be read: ${code}`;
  }
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return 'is not a file';
    if (stats.size > LIMITS.pictureBytes) {
      return `has ${stats.size} bytes; at most ${LIMITS.pictureBytes} are allowed`;
    }
    return readFileSync(file);
  } catch (error) {
    return `cannot be read: ${codeOf(error)}`;
  } finally {
    closeSync(file);
  }
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? (error as Error).message;
}
