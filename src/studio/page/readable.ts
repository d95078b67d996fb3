/** A string of JSON, in which messages quote data. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Names of the control characters from U+0000 on. Fonts often lack Unicode's pictures of them. */
const NAMES =
  'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US'.split(
    ' ',
  );

/** A message whose quoted data has names of control characters in place of JSON's escapes. */
export function readable(message: string): string {
  return message.replaceAll(QUOTED, (quoted) => {
    if (!quoted.includes('\\')) return quoted;
    try {
      return `"${visible(JSON.parse(quoted) as string)}"`;
    } catch {
      // The quotes are not those of JSON.
      return quoted;
    }
  });
}

/** A text with a name in place of each control character: `<GS>` for U+001D. */
export function visible(text: string): string {
  return text.replaceAll(/[\0-\x1f\x7f]/g, (control) => `<${NAMES[control.charCodeAt(0)] ?? 'DEL'}>`);
}

/** A number with its noun: `1 row`, `2 rows`. */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
