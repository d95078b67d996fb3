import type { SKRSContext2D } from '@napi-rs/canvas';
import { canvasFamily, faceFor } from '../../raster/font/face.ts';
import { oneLine } from '../progress/status.ts';

/** Drawn for a character that no font of the program has. */
const MISSING = '\u25A1';
/** The longest text that a line of a sheet could show; the values of a row may be of any length. */
const CHARACTERS_MAX = 400;

interface Run {
  readonly family: string;
  readonly text: string;
}

/** Divides a text into runs of one face each, so that fonts of the machine are never used. */
function runsOf(text: string): Run[] {
  const runs: { family: string; text: string }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    // A space belongs to the run before it, so that words of one script are drawn in its direction.
    if (character === ' ' && last !== undefined) {
      last.text += character;
      continue;
    }
    const found = faceFor(character, 'roboto-condensed-bold');
    const family = canvasFamily(found?.name ?? 'dejavu-sans-mono');
    const drawn = found === null ? MISSING : character;
    if (last?.family === family) last.text += drawn;
    else runs.push({ family, text: drawn });
  }
  return runs;
}

/** The text on one line, without control characters, and no longer than a line of any sheet. */
export function lineOf(text: string): string {
  return oneLine(text.slice(0, CHARACTERS_MAX));
}

/** The width of a text, in pixels. `size` is that of the em, in pixels, as in all functions here. */
export function textWidth(context: SKRSContext2D, text: string, size: number): number {
  let width = 0;
  for (const run of runsOf(text)) {
    context.font = `${size}px ${run.family}`;
    width += context.measureText(run.text).width;
  }
  return width;
}

/** Draws one line of text from `x` on. Returns the x of its end. */
export function drawText(
  context: SKRSContext2D,
  text: string,
  x: number,
  baseline: number,
  size: number,
): number {
  let pen = x;
  for (const run of runsOf(text)) {
    context.font = `${size}px ${run.family}`;
    context.fillText(run.text, pen, baseline);
    pen += context.measureText(run.text).width;
  }
  return pen;
}

/** The text, or as much of its beginning as fits into the width, with an ellipsis. */
export function fitted(context: SKRSContext2D, text: string, width: number, size: number): string {
  const line = lineOf(text);
  if (textWidth(context, line, size) <= width) return line;
  const characters = [...line];
  let fits = 0;
  for (let step = characters.length; step >= 1; step = Math.floor(step / 2)) {
    while (
      fits + step <= characters.length &&
      textWidth(context, `${characters.slice(0, fits + step).join('')}…`, size) <= width
    ) {
      fits += step;
    }
  }
  return fits === 0 ? '' : `${characters.slice(0, fits).join('').trimEnd()}…`;
}

/** Breaks the text between words into lines that fit into the width, at most `most`; the last one may be cut. */
export function linesOf(
  context: SKRSContext2D,
  text: string,
  { width, size, most }: { readonly width: number; readonly size: number; readonly most: number },
): string[] {
  const lines: string[] = [];
  let rest = lineOf(text);
  while (rest !== '' && lines.length < most) {
    const words = rest.split(' ');
    let taken = words.length;
    while (taken > 1 && textWidth(context, words.slice(0, taken).join(' '), size) > width) taken--;
    const isLast = lines.length === most - 1;
    lines.push(fitted(context, isLast ? rest : words.slice(0, taken).join(' '), width, size));
    rest = words.slice(taken).join(' ');
  }
  return lines;
}
