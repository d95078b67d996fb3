import type { TextElement } from '../../zpl/label.ts';

const CONTROL = /[\x00-\x1f\x7f]/;
/** All but tab and line feed. */
const OTHER_CONTROLS = /[\x00-\x08\x0b-\x1f\x7f]/g;

interface PrintablePart {
  readonly text: string;
  /** A control character has cut something off. */
  readonly cut: boolean;
}

/**
 * The printed part of text with control characters (printer evidence 20). Line ends, which only `^FH` can send, and
 * NUL end the text; in `^FB` NUL is left out and a line feed stays, as a space, in `^TB` line ends begin a line.
 * Others are left out, or in `^FB` as wide as a space. Tabs stay.
 */
export function printablePart(text: string, block: TextElement['block']): PrintablePart {
  if (!CONTROL.test(text)) return { text, cut: false };
  switch (block?.kind) {
    case undefined:
      return ended(text, /[\0\r\n]/, '');
    case 'block':
      return ended(text.replaceAll('\0', ''), /\r/, '\t');
    case 'text-block':
      return ended(text.replace(/\r\n?/g, '\n'), /\0/, '');
  }
}

function ended(text: string, end: RegExp, instead: string): PrintablePart {
  const at = text.search(end);
  const shown = at < 0 ? text : text.slice(0, at);
  return { text: shown.replace(OTHER_CONTROLS, instead), cut: at >= 0 && at < text.length - 1 };
}
