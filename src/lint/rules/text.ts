import type { Rule } from '../rule.ts';

/** Fonts, encodings and text in blocks. */
export const TEXT_RULES = {
  'font-unknown': {
    severity: 'warning',
    title: 'The stream does not carry this font',
    wrong:
      'Printers take another font for one that they do not hold. Letters I to O and W to Z are fonts only after `^CW`.',
    example: '^XA^FO50,50^A«J»N,30^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDPrice^FS^XZ',
    instead: 'take a resident font, A to H, P to V or 0, or send the font with the label',
  },
  'glyph-missing': {
    severity: 'warning',
    title: 'The font has no glyph for a character',
    wrong: 'Blanks are printed for characters that a font lacks.',
    example: '^XA^CI28^FO50,50^A0N,30^FD«中文»^FS^XZ',
    mended: '^XA^CI28^FO50,50^A0N,30^FDChina^FS^XZ',
    instead: 'take a font that has it',
  },
  'utf8-not-set': {
    severity: 'error',
    title: 'UTF-8 is sent, but not set',
    wrong: 'Without `^CI28` a printer reads each byte of a character as a character of its own.',
    example: '^XA^FO50,50^A0N,30^FDCaf«é»^FS^XZ',
    mended: '^XA^CI28^FO50,50^A0N,30^FDCafé^FS^XZ',
    instead: 'set ^CI28 after ^XA',
  },
  'utf8-broken': {
    severity: 'error',
    title: 'A byte is no character of UTF-8',
    wrong:
      'Under `^CI28` a printer takes data for UTF-8. Bytes of other encodings are not printed as they are meant.',
    example: '^XA^CI28^FO50,50^A0N,30^FH^FDCaf«_E9»^FS^XZ',
    mended: '^XA^CI28^FO50,50^A0N,30^FH^FDCaf_C3_A9^FS^XZ',
    instead: 'send the character in UTF-8, or set its encoding: ^CI27 is Windows-1252',
  },
  'encoding-unsupported': {
    severity: 'warning',
    title: 'This encoding is not known here',
    wrong:
      'A printer may have a table for it; those that come with printers are known when `^SE` selects one. What is said here of text under it may be wrong, and a request that has values for placeholders under it fails. It is said once for each encoding, and not of plain ASCII.',
    example: '^XA^CI24^FO50,50^A0N,30^FH^FD«_B0_A1»^FS^XZ',
    mended: '^XA^CI28^FO50,50^A0N,30^FH^FD_C3_A9^FS^XZ',
    instead: 'take ^CI28, which is UTF-8, or select a table that is known',
  },
  'control-character': {
    severity: 'warning',
    title: 'A control character ends the text',
    wrong: 'A line end or a zero byte that `^FH` writes ends a text that is in no block.',
    example: '^XA^FO50,50^A0N,30^FH^FD«One_0ATwo»^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FB400,2^FDOne\\&Two^FS^XZ',
    instead: 'use ^FB, in which \\& begins a line',
  },
  'text-cut': {
    severity: 'error',
    title: 'A text is cut off by the edge of the label',
    wrong: 'What is beyond the edge is not printed.',
    example: '^XA^PW400^LL200^FO300,50^A0N,40^FD«Too far right»^FS^XZ',
    mended: '^XA^PW400^LL200^FO50,50^A0N,40^FDToo far right^FS^XZ',
    instead: 'move it, take a smaller font or a block, or make the label larger',
  },
  'text-hidden': {
    severity: 'error',
    title: 'A text is black on black',
    wrong: 'A text on a filled box, a line or a dark picture is seen only where `^FR` inverts it.',
    example: '^XA^FO50,50^GB200,50,50^FS^FO60,60^A0N,30^FD«Fragile»^FS^XZ',
    mended: '^XA^FO50,50^GB200,50,50^FS^FO60,60^A0N,30^FR^FDFragile^FS^XZ',
    instead: 'put ^FR before its data, or move it',
  },
  'text-overlapped': {
    severity: 'warning',
    title: 'Texts are printed over each other',
    wrong:
      'Neither can be read where their letters meet. Lines that share a sixth of their height at most are left alone.',
    example: '^XA^FO50,50^A0N,30^FDOne^FS^FO60,55^A0N,30^FD«Two»^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FDOne^FS^FO50,90^A0N,30^FDTwo^FS^XZ',
    instead: 'move one of them',
  },
  'block-overflow': {
    severity: 'warning',
    title: 'A text is too long for its block',
    wrong: 'Lines beyond the last are printed over it (`^FB`), or cut off (`^TB`).',
    example: '^XA^FO50,50^A0N,30^FB120,1^FD«Two lines of text»^FS^XZ',
    mended: '^XA^FO50,50^A0N,30^FB120,3^FDTwo lines of text^FS^XZ',
    instead: 'give the block more lines or width, or a smaller font',
  },
} as const satisfies Readonly<Record<string, Rule>>;
