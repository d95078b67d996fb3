import { serve } from '../../src/pool/serve.ts';
import type { Rendered } from '../../src/pool/task-result.ts';
import { DownloadedFonts } from '../../src/raster/font/downloaded-fonts.ts';
import { boxFont } from '../raster/font/box-font.ts';

/** A label that brings a font: it is drawn, or its thread ends in the midst of it. */
export type FontTask = 'draw' | 'exit' | 'hang';

function draw(task: FontTask): Rendered {
  const fonts = new DownloadedFonts(new Map([['E:BOX.TTF', boxFont()]]));
  fonts.typeface('E:BOX.TTF', 40, 40)?.draw('A');
  if (task === 'exit') process.exit(3);
  if (task === 'hang') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  fonts.close();
  return { body: new Uint8Array() };
}

export default serve({ unpack: (tasks: readonly FontTask[]) => tasks, numbersOf: () => [] }, draw);
