import { rmSync } from 'node:fs';
import type { Options, Row, Suite } from '../harness/suite.ts';
import { firstUseRows } from './first-use.ts';
import { glyphRows } from './glyphs.ts';
import { notoFolder } from './noto-folder.ts';
import { serviceRows } from './service.ts';

export const fonts: Suite = {
  name: 'fonts',
  what: 'text in fonts that the printer holds: glyphs drawn a second, what they take of a service, and their first use',
  method:
    "Noto Sans, Noto Sans Arabic and Noto Sans CJK: Debian's where they are installed, otherwise the parts of them that the tests have; " +
    'the first row says which. Drawn are labels of 4 by 6 inches that are read already, to dots, 40 lines of 28 dots, whose texts differ from ' +
    'label to label; glyphs are what is printed of them, spaces not counted, and a second is one of processor time. Words are made of ' +
    'letters by chance, 1000 of them for each script but where they are new. Memory (PSS) is that of two services, one after the other, that ' +
    'were asked as often: one for labels in Noto Sans CJK, whose two threads have both loaded it, and one without FONTS_DIR for font 0. A plain ' +
    'label is asked of two services in turns; medians of processor time, and of the ratios of each round. A first use is in a thread that has ' +
    'just started.',
  run,
};

async function run({ quick }: Options): Promise<Row[]> {
  const noto = notoFolder();
  try {
    return [
      ...glyphRows(noto, quick),
      ...(await serviceRows(noto, quick)),
      ...(await firstUseRows(noto, quick)),
    ];
  } finally {
    rmSync(noto.path, { recursive: true });
  }
}
