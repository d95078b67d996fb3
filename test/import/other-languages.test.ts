import { expect, it } from 'vitest';
import { otherLanguage } from '../../src/import/other-languages.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';

it.each([
  ['a PDF', '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'],
  ['PostScript', '%!PS-Adobe-3.0\n'],
  ['PCL for an office printer', '\x1bE\x1b&l1O'],
  ['PCL for an office printer', '\x1b%-12345X@PJL JOB NAME="label"\r\n'],
  ['an archive, the file format of some design programs', 'PK\x03\x04\x14\0'],
  ['a picture', '\x89PNG\r\n\x1a\n'],
  ['XML or HTML', '<?xml version="1.0"?><labels/>'],
  ['CPCL', '! 0 200 200 210 1\r\nTEXT 4 0 30 40 Hello\r\nFORM\r\nPRINT\r\n'],
  ['TSPL', 'SIZE 100 mm,50 mm\r\nGAP 3 mm,0\r\nCLS\r\nTEXT 10,10,"3",0,1,1,"x"\r\nPRINT 1\r\n'],
  [
    'TSPL',
    "<xpml><page quantity='0' pitch='40.0 mm'></xpml>SIZE 97.5 mm, 40 mm\r\nGAP 3 mm, 0 mm\r\nCLS\r\n",
  ],
  ['TPCL', "<xpml><page quantity='0' pitch='74.3 mm'></xpml>{D0763,1016,0743|}\r\n{C|}\r\n"],
  ['EPL', '\r\nN\r\nq812\r\nQ1218,24\r\nA50,50,0,4,1,1,N,"Hello"\r\nP1\r\n'],
  ['EPL', 'I8,A,001\r\n\r\n\r\nQ203,024\r\nq831\r\nN\r\nB50,50,0,1,2,4,80,B,"123"\r\nP1\r\n'],
  ['SBPL', '\x1bA\x1bH0100\x1bV0100\x1bL0101\x1bMHello\x1bQ1\x1bZ'],
  ['ESC/POS for receipt printers', '\x1b@Hello\n'],
])('tells %s', (name, text) => {
  expect(otherLanguage(text as ByteString)).toMatch(new RegExp(`^${name}, not ZPL: \\w.+`));
});

it.each([
  '^XA^FO1,1^FD%PDF-1.4^FS^XZ',
  '\x10CT~~CD,~CC^~CT~\r\n^XA^XZ',
  'SIZE of ^xa^xz',
  'nothing known',
  '',
])('takes %j for ZPL, or for nothing that it knows', (text) => {
  expect(otherLanguage(text as ByteString)).toBeNull();
});
