/** Luminance below which a pixel is black: half of 255. */
const BLACK_BELOW = 127.5;

/** Rec. 601 luma, 0–255. */
export function luminance(red: number, green: number, blue: number): number {
  return 0.299 * red + 0.587 * green + 0.114 * blue;
}

/** Whether a level is black once it lies on white paper; an alpha of 255 covers it. */
export function isDark(level: number, alpha = 255): boolean {
  return 255 - ((255 - level) * alpha) / 255 < BLACK_BELOW;
}

/**
 * For each colour of a palette whether it is black. `colours` has red, green and blue of each; missing ones are white.
 */
export function blackOfColours(count: number, colours: Uint8Array): boolean[] {
  return Array.from({ length: count }, (_, at) => {
    const [red = 255, green = 255, blue = 255] = colours.subarray(3 * at, 3 * at + 3);
    return isDark(luminance(red, green, blue));
  });
}
