import { isSound } from '../raster/font/font-file.ts';
import { subsetFont } from '../raster/font/harfbuzz/subset.ts';
import { RequestRefusal } from '../request-refusal.ts';
import type { FontUpload } from './font-upload.ts';

/**
 * The ZPL that stores a TrueType or OpenType font in a printer (`~DU`), and gives it a name (`^CW`).
 *
 * @throws RequestRefusal (400) for a file that is no font
 */
export function fontDownload({ file, path, name, characters }: FontUpload): Buffer {
  if (!isSound(file))
    throw new RequestRefusal(400, 'file is not a TrueType or OpenType font that can be drawn');
  const font = characters === null ? file : subsetFont(file, characters);
  if (font === null) throw new RequestRefusal(400, 'file is a font from which no subset can be made');
  const hex = Buffer.from(font.buffer, font.byteOffset, font.length).toString('hex').toUpperCase();
  const naming = name === null ? '' : `^XA^CW${name},${path}^XZ\n`;
  return Buffer.from(`~DU${path},${font.length},${hex}\n${naming}`, 'latin1');
}
