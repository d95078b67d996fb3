import { existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testFont } from '../../test/raster/font/held/test-fonts.ts';

/**
 * Names that the faces have in a {@link notoFolder}, and where Debian's `fonts-noto-core` and `fonts-noto-cjk` have
 * them.
 */
const FACES = {
  'NotoSans.ttf': '/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf',
  'NotoSansArabic.ttf': '/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf',
  'NotoSansCJK.ttc': '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
} as const;

export const LATIN = 'NOTOSANS.TTF';
export const ARABIC = 'NOTOSANSARABIC.TTF';
export const HAN = 'NOTOSANSCJK.TTC';

export interface NotoFolder {
  /** The caller's to remove. */
  readonly path: string;
  /** The kind of Noto, in a few words. */
  readonly which: string;
}

/** A folder with three faces of Noto: Debian's where they are, otherwise the parts of them that the tests have. */
export function notoFolder(): NotoFolder {
  const path = mkdtempSync(join(tmpdir(), 'platen-noto-'));
  const isWhole = Object.values(FACES).every((file) => existsSync(file));
  for (const [name, file] of Object.entries(FACES)) {
    symlinkSync(isWhole ? file : testFont(name), join(path, name));
  }
  return {
    path,
    which: isWhole ? "Debian's Noto" : 'parts of Noto that the tests have: install fonts-noto-core and -cjk',
  };
}
