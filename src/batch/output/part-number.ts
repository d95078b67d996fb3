/** Of a part, in its file's name: sorted by their names, parts are in order. */
export function partNumber(part: number): string {
  return String(part).padStart(6, '0');
}
