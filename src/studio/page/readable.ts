/** A string of JSON: messages quote data as one. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Unicode's pictures of control characters: ␀ is U+2400, and ␡ U+2421. */
const PICTURES = 0x2400;
const PICTURE_OF_DELETE = 0x2421;

/** A message for people: quoted data without the escapes of JSON, with pictures of control characters. */
export function readable(message: string): string {
  return message.replaceAll(QUOTED, (quoted) => {
    if (!quoted.includes('\\')) return quoted;
    try {
      return `"${visible(JSON.parse(quoted) as string)}"`;
    } catch {
      // Quotes that are not of JSON.
      return quoted;
    }
  });
}

/** A text with a picture in place of each control character: ␝ for U+001D. */
export function visible(text: string): string {
  return text.replaceAll(/[\0-\x1f\x7f]/g, (control) => {
    const code = control.charCodeAt(0);
    return String.fromCharCode(code === 0x7f ? PICTURE_OF_DELETE : PICTURES + code);
  });
}
