import { readFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { DownloadedFonts } from '../../../src/raster/font/downloaded-fonts.ts';
import { type Face, type FaceName, face } from '../../../src/raster/font/face.ts';
import { drawOutline, glyphExtents } from '../../../src/raster/font/outline.ts';
import { boxFont, boxFontNamed } from '../../../test/raster/font/box-font.ts';

export type FontThreadWork =
  | { readonly kind: 'draw'; readonly rounds: number; readonly expected: Glyphs }
  /** Until it gets a message. */
  | { readonly kind: 'bring' };

/** Work that was done since the last report, and its findings. */
export interface FontThreadReport {
  readonly glyphs?: number;
  readonly fonts?: number;
  readonly findings?: number;
  readonly what?: string;
}

/** How each character of each face was measured and drawn, as text. */
export type Glyphs = ReadonlyMap<string, string>;

const FACES: readonly FaceName[] = ['ocr-b', 'ocr-a', 'dejavu-sans-mono', 'roboto-condensed-bold'];
const CHARACTERS = Array.from('0123456789AEHQg&');
/** Sizes of their ems, in dots. */
const SIZES = [21, 28, 55];

/** @param round of each number one in a thread: what was measured in another is known by then. */
export function glyphsOf(round: number): Glyphs {
  const glyphs = new Map<string, string>();
  for (const name of FACES) {
    const known = face(name);
    for (const character of CHARACTERS) {
      const another: Face = { ...known, name: `${name} ${round}` as FaceName };
      const ink = glyphExtents(another, character);
      const drawn = SIZES.map((em) => drawOutline(known, character, placed(em)));
      glyphs.set(
        `${name} ${character}`,
        JSON.stringify([ink, drawn.map((glyph) => glyph?.bits.words.join())]),
      );
    }
  }
  return glyphs;
}

function placed(em: number) {
  return { emX: em, emY: em, shiftX: 0, shiftY: 0 };
}

function draw(rounds: number, expected: Glyphs): void {
  for (let round = 1; round <= rounds; round++) {
    const glyphs = glyphsOf(round);
    parentPort?.postMessage({ glyphs: glyphs.size } satisfies FontThreadReport);
    for (const [name, glyph] of glyphs) {
      if (glyph === expected.get(name)) continue;
      const what = `${name} in round ${round} is ${glyph}, not ${expected.get(name)}`;
      parentPort?.postMessage({ findings: 1, what } satisfies FontThreadReport);
    }
  }
}

async function bring(): Promise<void> {
  const own = readFileSync(new URL('../../../src/raster/font/faces/OCRB.otf', import.meta.url));
  const files = [own, boxFontNamed('platen-ocr-b'), boxFont()];
  const end = new AbortController();
  parentPort?.once('message', () => end.abort());
  while (!end.signal.aborted) {
    for (const file of files) {
      const fonts = new DownloadedFonts(new Map([['E:OWN.TTF', file]]));
      fonts.typeface('E:OWN.TTF', 40, 40)?.draw('A');
      fonts.close();
    }
    parentPort?.postMessage({ fonts: files.length } satisfies FontThreadReport);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const work = workerData as FontThreadWork | null;
if (work?.kind === 'draw') draw(work.rounds, work.expected);
if (work?.kind === 'bring') await bring();
