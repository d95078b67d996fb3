import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { HeldFont } from '../raster/font/held/font-folder.ts';
import { HeldFonts } from '../raster/font/held/held-fonts.ts';
import type { ParseOptions } from '../zpl/parse.ts';
import type { Canvas } from './canvas.ts';
import { sampledFonts } from './printer-profile.ts';

/** Threads inherit the data under this key from the thread that starts them. */
const KEY = 'platen: fonts of the printer';

let fonts: HeldFonts | undefined;

/** Sets the fonts that the printer holds, in this thread and in those that it starts from now on. */
export function holdFonts(held: readonly HeldFont[]): void {
  setEnvironmentData(KEY, [...held]);
  fonts = undefined;
}

/** The fonts that the printer holds: those given to {@link holdFonts}, or none. */
export function printerFonts(): HeldFonts {
  fonts ??= new HeldFonts((getEnvironmentData(KEY) ?? []) as unknown as readonly HeldFont[]);
  return fonts;
}

/** Options to parse ZPL for a canvas: with its dots, the printer's fonts, and the rules of its profile. */
export function parsing(
  { dotsPerMm }: Pick<Canvas, 'dotsPerMm'>,
  options: Omit<ParseOptions, 'dotsPerMm'>,
): ParseOptions {
  const rules = sampledFonts(dotsPerMm)?.rules;
  return { dotsPerMm, held: printerFonts(), ...(rules && { rules }), ...options };
}
