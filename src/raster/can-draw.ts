import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { canvas } from '../on-first-use.ts';
import { checkFaces } from './font/face.ts';

/**
 * Throws where not every image could be drawn: a face that ships with the program cannot be read, or the canvas, which
 * decodes pictures, has no native binary. An installed package with a binary for this platform is enough: the first
 * picture loads it. Without such a package (for a build of one's own, or another system) the canvas is loaded to find
 * out.
 */
export function checkDrawing(): void {
  checkFaces();
  if (process.env['NAPI_RS_NATIVE_LIBRARY_PATH'] !== undefined || !hasBinary()) canvas();
}

/** The packages of its binaries are optional to the canvas, which picks by platform, architecture and C library. */
function hasBinary(): boolean {
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('@napi-rs/canvas'));
  const { optionalDependencies } = JSON.parse(readFileSync(resolve('./package.json'), 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  const platform = `@napi-rs/canvas-${process.platform}-${process.arch}`;
  return Object.keys(optionalDependencies).some((name) => {
    if (name !== platform && !name.startsWith(`${platform}-`)) return false;
    try {
      // The binary itself, which is the package's main file.
      return resolve(name).endsWith('.node');
    } catch {
      return false;
    }
  });
}
