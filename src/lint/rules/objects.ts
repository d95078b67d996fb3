import type { Rule } from '../rule.ts';

/** Pictures, fonts and formats, sent or stored. */
export const OBJECT_RULES = {
  'picture-unknown': {
    severity: 'warning',
    title: 'The stream does not carry this picture',
    wrong: 'It is printed only by printers that hold it already; others leave its place blank.',
    example: '^XA^FO50,50^XG«R:LOGO.GRF»,1,1^FS^XZ',
    mended: '~DGR:LOGO.GRF,2,1,FFFF\n^XA^FO50,50^XGR:LOGO.GRF,1,1^FS^XZ',
    instead: 'send it with ~DG before the label, or as ^GF',
  },
  'format-unknown': {
    severity: 'warning',
    title: 'The stream does not carry this format',
    wrong: 'It is printed only by printers that hold it already; others print nothing of it.',
    example: '^XA^XF«R:SHIP.ZPL»^FS^FN1^FDPrice^FS^XZ',
    mended: '^XA^DFR:SHIP.ZPL^FS^FO50,50^A0N,30^FN1^FS^XZ\n^XA^XFR:SHIP.ZPL^FS^FN1^FDPrice^FS^XZ',
    instead: 'send it with ^DF before the label',
  },
  'format-nested': {
    severity: 'error',
    title: 'A stored format recalls another',
    wrong: 'Printers do not carry out `^XF` within a format.',
    example:
      '^XA^DFR:A.ZPL^FS^FO50,50^A0N,30^FDA^FS^XZ\n^XA^DFR:B.ZPL^FS^XF«R:A.ZPL»^FS^XZ\n^XA^XFR:B.ZPL^FS^FO50,90^A0N,30^FDB^FS^XZ',
    mended: '^XA^DFR:A.ZPL^FS^FO50,50^A0N,30^FDA^FS^XZ\n^XA^XFR:A.ZPL^FS^XZ',
    instead: 'recall both formats in the label',
  },
  'picture-too-large': {
    severity: 'error',
    title: 'A picture is too large',
    wrong: 'Neither printers nor this renderer have room for it.',
    example: '^XA^FO50,50«^GF»A,99999999,99999999,100,FF^FS^XZ',
    mended: '^XA^FO50,50^GFA,1,1,1,FF^FS^XZ',
    instead: 'send what fits on the label',
  },
  'picture-cut': {
    severity: 'warning',
    title: 'A picture is cut off by the edge of the label',
    wrong: 'What is beyond the edge is not printed.',
    example: '^XA^PW400^LL200^FO396,50«^GF»A,8,8,1,FF818181818181FF^FS^XZ',
    mended: '^XA^PW400^LL200^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
    instead: 'move it, or make the label larger',
  },
  'shape-cut': {
    severity: 'warning',
    title: 'A box or line is cut off by the edge of the label',
    wrong: 'What is beyond the edge is not printed.',
    example: '^XA^PW400^LL200^FO50,50«^GB»400,100,3^FS^XZ',
    mended: '^XA^PW400^LL200^FO50,50^GB300,100,3^FS^XZ',
    instead: 'move it, make it smaller, or make the label larger',
  },
  'picture-checksum': {
    severity: 'error',
    title: 'The checksum of a picture does not match',
    wrong: 'Printers do not print a picture that arrived damaged; viewers mostly do.',
    example: '^XA^FO50,50«^GF»A,8,8,1,:B64:/4GBgYGBgf8=:0000^FS^XZ',
    mended: '^XA^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
    instead: 'make the picture again',
  },
  'picture-short': {
    severity: 'error',
    title: 'A picture is shorter than it is declared',
    wrong:
      'Printers wait for the bytes that are missing, and take the commands behind it for them, or leave white.',
    example: '^XA^FO50,50«^GF»A,80,80,1,:B64:/4GBgYGBgf8=^FS^XZ',
    mended: '^XA^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
    instead: 'declare as many bytes as there are',
  },
  'picture-size-missing': {
    severity: 'error',
    title: 'A picture has no size',
    wrong: 'Without its bytes and those of a row a picture is not printed.',
    example: '^XA^FO50,50«^GF»A,8,,1,FF818181818181FF^FS^XZ',
    mended: '^XA^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
    instead: 'declare the bytes that are sent, all of them, and of a row',
  },
  'object-damaged': {
    severity: 'error',
    title: 'A picture or font cannot be read',
    wrong: 'What is sent is not what it is declared to be, or was damaged on its way.',
    example: '^XA^FO50,50«^GF»A,8,8,1,:Z64:////^FS^XZ',
    mended: '^XA^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
    instead: 'make it again',
  },
} as const satisfies Readonly<Record<string, Rule>>;
