import { expect, it } from 'vitest';
import { lint } from '../../../src/lint/lint.ts';
import type { TargetPrinter } from '../../../src/lint/printer-models.ts';

const lacking = (zpl: string, printer: string | TargetPrinter) =>
  lint(Buffer.from(zpl), { printer })
    .filter(({ code }) => code === 'command-lacking')
    .map(({ offset, length, message, suggestion }) => ({ at: [offset, length], message, suggestion }));

const JOINED = '^XA^FO9,9^FE#^FD#1#^FS^FN1^FDPrice^FS^XZ';

it('reports a command that the guide has for other printers, each time', () => {
  const suggestion = "leave the command out; Zebra's guide has it for KR403 only";
  const message = 'ZT231 does not have ^CN (cuts now)';
  expect(lacking('^XA^CN1^CN0^XZ', 'ZT231')).toEqual([
    { at: [3, 3], message, suggestion },
    { at: [7, 3], message, suggestion },
  ]);
});

it('knows the printers that the guide lists', () => {
  expect(lacking(JOINED, 'ZD621d')).toEqual([]);
  expect(lacking(JOINED, 'GK420d')).toEqual([
    {
      at: [9, 3],
      message: 'GK420 does not have ^FE (values of other fields in the data that follows)',
      suggestion: expect.stringContaining('for ZD421, ZD621, ZT411, ZT421, ZT510, ZT610, ZT620 only'),
    },
  ]);
});

it('reports what a printer is said to lack, and that alone', () => {
  const dock = { name: 'Dock 3', widthsMm: { 203: 104 }, lacks: ['^BQ'] };
  expect(lacking('^XA^CN1^FO9,9^BQN,2,4^FDQA,12^FS^XZ', dock)).toEqual([
    {
      at: [13, 3],
      message: 'Dock 3 does not have ^BQ (QR Code, models 1 and 2)',
      suggestion: 'leave the command out, or use a printer that has it',
    },
  ]);
});

it('reports nothing without a printer', () => {
  expect(lacking('^XA^CN1^XZ', 'unknown')).toEqual([]);
});
