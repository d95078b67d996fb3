import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Returns a function that calls `make` at its first call, once in each thread, and returns the same result from then
 * on.
 */
export function onFirstUse<T>(make: () => T): () => T {
  let made: { readonly it: T } | undefined;
  return () => {
    made ??= { it: make() };
    return made.it;
  };
}

// Packages that every program would load though few use them, some of them in each thread: 0.1 s of processor time and
// 14 MB for zod, 0.2 s and 34 MB for the canvas. A test of the CLI holds what is loaded.

/** zod, for schemas of what is read now and then. Schemas that every request meets import it. */
export const zod = onFirstUse<typeof import('zod')>(() => require('zod'));

/** The load generator of `platen load`. npm installs it only where it is asked for. */
export const autocannon = onFirstUse(() => require('autocannon') as typeof import('autocannon'));

/** The bar of `platen batch` on a terminal. */
export const cliProgress = onFirstUse(() => require('cli-progress') as typeof import('cli-progress'));

/** Code pages, but for those of the printer that it starts with. */
export const iconv = onFirstUse(() => require('iconv-lite') as typeof import('iconv-lite'));

/** The Unicode bidirectional algorithm. */
export const bidi = onFirstUse(() => (require('bidi-js') as typeof import('bidi-js').default)());

/** Finds places to break lines, by Unicode Standard Annex 14. */
export const lineBreaker = onFirstUse(
  () => require('linebreak') as new (text: string) => { nextBreak(): { readonly position: number } | null },
);

/**
 * The canvas, which decodes files of pictures, and on which sheets of a batch are drawn. It is kept from looking
 * through the fonts of the machine, which takes another 0.17 s of processor time where there are 400.
 */
export const canvas = onFirstUse(() => {
  process.env['DISABLE_SYSTEM_FONTS_LOAD'] = '1';
  try {
    return require('@napi-rs/canvas') as typeof import('@napi-rs/canvas');
  } catch (error) {
    // Its own message blames npm, whatever the cause.
    const { cause = error } = error as Error;
    throw new Error(
      `@napi-rs/canvas, which reads pictures, does not load on ${process.platform} ${process.arch} ` +
        `(${(cause as Error).message.split('\n', 1)[0]}): install the packages on this machine, with optional dependencies`,
      { cause: error },
    );
  }
});
