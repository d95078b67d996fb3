import { fileURLToPath } from 'node:url';

/** The path of a font of `test/fonts`. */
export function testFont(name: string): string {
  return fileURLToPath(new URL(`../../../fonts/${name}`, import.meta.url));
}
