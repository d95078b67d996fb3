const IS_BUILT = import.meta.url.endsWith('.js');

/**
 * The URL of a file that comes with the program, by its path in `src`. The build bundles all modules into files of the
 * folder `dist/src`, and copies what they read to the same paths below it.
 */
export function asset(path: string): URL {
  return new URL(`../src/${path}`, import.meta.url);
}

/** The same of a file that only the build makes. */
export function builtAsset(path: string): URL {
  return asset(IS_BUILT ? path : `../dist/src/${path}`);
}
