import { RequestRefusal } from '../request-refusal.ts';

/** A font that a client uploads, with options. */
export interface FontUpload {
  readonly file: Uint8Array;
  /** The name that it gets in the printer: `E:FONT.TTF`. */
  readonly path: string;
  /** The letter or digit of the font in `^A`; null for none. */
  readonly name: string | null;
  /** The characters that are kept; null for all. */
  readonly characters: string | null;
}

const PATH = /^[A-Z]:[A-Z0-9_]{1,8}\.(?:TTF|TTE|FNT)$/;
const NAME = /^[A-Z0-9]$/;
const CHARACTERS_MAX = 2000;

/**
 * Reads the options of an upload.
 *
 * @throws RequestRefusal (400) that names the part
 */
export function fontUpload(file: Uint8Array, text: (name: string) => string | undefined): FontUpload {
  const path = (text('path') ?? 'E:FONT.TTF').toUpperCase();
  if (!PATH.test(path)) {
    throw new RequestRefusal(
      400,
      'path must be a drive and a name of up to 8 letters or digits, such as E:FONT.TTF',
    );
  }
  const name = text('name')?.toUpperCase() ?? null;
  if (name !== null && !NAME.test(name)) throw new RequestRefusal(400, 'name must be one letter or digit');
  const characters = text('chars') ?? null;
  if (characters !== null && characters.length > CHARACTERS_MAX) {
    throw new RequestRefusal(400, `chars may have at most ${CHARACTERS_MAX} characters`);
  }
  return { file, path, name, characters };
}
