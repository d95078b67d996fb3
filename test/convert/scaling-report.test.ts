import { expect, it } from 'vitest';
import { scaledWithReport } from '../../src/convert/scaling-report.ts';
import type { ByteString } from '../../src/zpl/byte-string.ts';

const MEDIA = { widthMm: 50.8, heightMm: 25.4 };
const notesOf = (fields: string, fromDpi: number, toDpi: number): readonly string[] =>
  scaledWithReport(`^XA${fields}^XZ` as ByteString, fromDpi, toDpi, MEDIA).notes;

it.each([
  // 2.96 dots are 3: no more than a tenth.
  ['^FO9,9^BY2^BCN,40,N^FD1234^FS', 203, 600, []],
  [
    '^FO9,9^BY2^BCN,40,N^FD1234^FS',
    203,
    152,
    ['label 1: ^BC of "1234" shrank by 33 %: its modules are whole dots'],
  ],
  [
    '^FO9,9^BY3^BCN,40,N^FD1234^FS^XZ^XA^FO9,9^BQN,2,9^FDQA,1^FS',
    600,
    152,
    [
      'label 1: ^BC of "1234" grew by 32 %: its modules are whole dots',
      'label 2: ^BQ of "QA,1" shrank by 12 %: its modules are whole dots',
    ],
  ],
  ['^FO9,9^A0N,30^FDtext^FS^FO9,50^GB100,20,2^FS', 203, 152, []],
  [
    '^FO9,9^ADN,18^FDtext^FS',
    203,
    300,
    ['label 1: the text "text" shrank by 32 %: its font has whole magnifications'],
  ],
  // Upside down the same edges are left.
  [
    '^POI^FO9,9^BY2^BCN,40,N,N,N,A^FD123456789012345678901234^FS',
    203,
    254,
    [
      'label 1: ^BC of "123456789012345678901234" grew by 20 %: its modules are whole dots',
      'label 1: ^BC of "123456789012345678901234" leaves its label',
    ],
  ],
  // 167 modules of 2 dots fit beside 9 dots, and those of 3 for 2.5 do not.
  [
    '^FO9,9^BY2^BCN,40,N,N,N,A^FD123456789012345678901234^FS',
    203,
    254,
    [
      'label 1: ^BC of "123456789012345678901234" grew by 20 %: its modules are whole dots',
      'label 1: ^BC of "123456789012345678901234" leaves its label',
    ],
  ],
] as const)('%s from %i to %i dpi', (fields, fromDpi, toDpi, expected) => {
  expect(notesOf(fields, fromDpi, toDpi)).toEqual(expected);
});

it('says no more than a hundred lines', () => {
  const codes = '^FO9,9^BY2^BCN,40,N^FD1234^FS'.repeat(110);
  const notes = notesOf(codes, 203, 152);
  expect([notes.length, notes.at(-1)]).toEqual([101, '10 more']);
});

it('does not compare labels that are too large to be drawn', () => {
  const { zpl, notes } = scaledWithReport(
    '^XA^PW30000^LL30000^FO9,9^GB9,9,1^FS^XZ' as ByteString,
    203,
    600,
    null,
  );
  expect(zpl).toContain('^FO27,27');
  expect(notes).toEqual(['the labels are too large to be drawn, so symbols were not compared']);
});
