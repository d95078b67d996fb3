import type { Rule } from '../rule.ts';

/** Barcodes and what they hold. */
export const BARCODE_RULES = {
  'barcode-not-printed': {
    severity: 'error',
    title: 'A barcode cannot be made of its data',
    wrong: 'Printers leave the field blank, or print nothing that a reader could read.',
    example: '^XA^FO50,50^BY2^B9N,80^FD«1234567890»^FS^XZ',
    mended: '^XA^FO50,50^BY2^B9N,80^FD1234500006^FS^XZ',
    instead: 'send data that the symbology takes',
  },
  'barcode-data-changed': {
    severity: 'error',
    title: 'A barcode does not hold its data as it is sent',
    wrong:
      'Printers leave out characters that a symbology lacks, fill up with zeros, or cut off what is too long.',
    example: '^XA^FO50,50^BY2^BEN,80^FD«12345»^FS^XZ',
    mended: '^XA^FO50,50^BY2^BEN,80^FD400638133393^FS^XZ',
    instead: 'send data that the symbology takes as it is',
  },
  'barcode-frame': {
    severity: 'error',
    title: 'No value makes a barcode valid',
    wrong:
      'What the label has around a placeholder is nothing that the symbology takes: every request fails.',
    example: '^XA^FO50,50^BY2^BEN,80^FD«{ean}-X»^FS^XZ',
    mended: '^XA^FO50,50^BY2^BEN,80^FD{ean}^FS^XZ',
    instead: 'leave only what the symbology takes around the placeholder',
  },
  'itf-odd-digits': {
    severity: 'error',
    title: 'Interleaved 2 of 5 has an odd number of digits',
    wrong: 'It holds pairs of digits; printers put a 0 before an odd number of them, and readers read it.',
    example: '^XA^FO50,50^BY2^B2N,80^FD«12345»^FS^XZ',
    mended: '^XA^FO50,50^BY2^B2N,80^FD012345^FS^XZ',
    instead: 'send an even number of digits, the check digit of the printer counted',
  },
  'codabar-start-stop': {
    severity: 'info',
    title: 'Codabar data repeats its start and stop letters',
    wrong: 'They come from the parameters of `^BK`; in the data they are left out.',
    example: '^XA^FO50,50^BY2^BKN,N,80^FD«A12345A»^FS^XZ',
    mended: '^XA^FO50,50^BY2^BKN,N,80^FD12345^FS^XZ',
    instead: 'leave the letters out of the data',
  },
  'gs1-without-fnc1': {
    severity: 'warning',
    title: 'GS1 data has no FNC1',
    wrong:
      'Without FNC1 in its first place a symbol is not read as GS1, and parentheses are read as they stand. It is looked for where data has identifiers in parentheses, or is a shipping code or an item number with its identifier and the right check digit.',
    example: '^XA^FO50,50^BY2^BCN,80,Y,N,N,N^FD«(01)09501101530003»^FS^XZ',
    mended: '^XA^FO50,50^BY2^BCN,80,Y,N,N,D^FD(01)09501101530003^FS^XZ',
    instead: 'use mode D of ^BC, or write >;>8 and no parentheses; in ^BX write _1 with _ as its escape',
  },
  'module-too-small': {
    severity: 'warning',
    title: 'The modules of a symbol are too small',
    wrong: 'Below 0.16 mm printers smear modules and readers miss them.',
    example: '^XA^FO50,50^BY1^BCN,80^FD«12345»^FS^XZ',
    mended: '^XA^FO50,50^BY2^BCN,80^FD12345^FS^XZ',
    instead: 'give ^BY, or the magnification, more dots',
  },
  'barcode-cut': {
    severity: 'error',
    title: 'A barcode is cut off by the edge of the label',
    wrong: 'A symbol of which a part is missing cannot be read.',
    example: '^XA^PW400^LL200^FO300,50^BY2^BCN,80^FD«12345»^FS^XZ',
    mended: '^XA^PW400^LL200^FO50,50^BY2^BCN,80^FD12345^FS^XZ',
    instead: 'move it, make it smaller, or make the label larger',
  },
  'barcode-overlapped': {
    severity: 'warning',
    title: 'Something is printed over a symbol',
    wrong: 'Readers fail where too many bars or modules are covered.',
    example: '^XA^FO50,50^BY2^BCN,80^FD«12345»^FS^FO60,80^A0N,30^FDPrice^FS^XZ',
    mended: '^XA^FO50,50^BY2^BCN,80^FD12345^FS^FO60,200^A0N,30^FDPrice^FS^XZ',
    instead: 'move one of them',
  },
  'quiet-zone': {
    severity: 'warning',
    title: 'The quiet zone of a symbol is not white',
    wrong:
      'Readers find where a symbol begins by the white around it: 10 modules before and behind bars, 4 around a QR Code.',
    example: '^XA^FO50,50^BY2^BCN,80^FD«12345»^FS^FO40,50^GB2,80,2^FS^XZ',
    mended: '^XA^FO50,50^BY2^BCN,80^FD12345^FS^FO20,50^GB2,80,2^FS^XZ',
    instead: 'leave more white around it',
  },
  'drawn-otherwise': {
    severity: 'info',
    title: 'The picture is not what a printer prints',
    wrong: 'A printer does here what the renderer does not.',
    // What it says of the renderer it has no name for yet.
    example: null,
    mended: null,
    instead: 'compare it with a printed label',
  },
  'raster-marker': {
    severity: 'warning',
    title: 'A marked raster barcode cannot be drawn anew',
    wrong: 'It keeps what was saved, whatever values a request has.',
    example: '^XA^FO9,9«^FX»svc-barcode:9;symbology=qrcode^FS^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
    mended: '^XA^FXA frame^FS^FO50,50^GFA,8,8,1,FF818181818181FF^FS^XZ',
    instead: 'save the barcode again, or leave out the marker',
  },
} as const satisfies Readonly<Record<string, Rule>>;
