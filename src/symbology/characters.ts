export const DIGITS = '0123456789';

/** Names the first character outside `allowed`, or null. */
export function strayCharacter(data: string, allowed: string): string | null {
  for (const character of data) if (!allowed.includes(character)) return nameOf(character);
  return null;
}

/** A byte as a person can read it. */
export function nameOf(character: string): string {
  const code = character.charCodeAt(0);
  return code > 32 && code < 127
    ? `"${character}"`
    : `byte 0x${code.toString(16).padStart(2, '0').toUpperCase()}`;
}

/** Keeps the characters of `allowed`. */
export function keepOnly(data: string, allowed: string): string {
  let kept = '';
  for (const character of data) if (allowed.includes(character)) kept += character;
  return kept;
}
