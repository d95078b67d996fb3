import { expect, it } from 'vitest';
import { refuseHostCommands, refuseOpenFormat } from '../../../src/batch/printer/check-label.ts';

it.each([
  ['^XA^FDä^FS^XZ~HS', '~HS', 14],
  ['~HI^XA^XZ', '~HI', 0],
  ['^XA^HH^XZ', '^HH', 3],
  ['~CC!!XA!HFx^XZ', '^HF', 7],
])('refuses a label that makes the printer answer: %s', (zpl, name, start) => {
  expect(() => refuseHostCommands(zpl)).toThrow(`The label has ${name} at byte ${start},`);
});

it('lets a label print what looks like such a command', () => {
  expect(() => refuseHostCommands('^XA^FH^FD_7EHS ^FS^FO1,1^GFB,3,3,3,~HS^FS^FX HH^FS^XZ')).not.toThrow();
});

it.each([
  ['^XA^FDa^FS', 0],
  ['^XA^FDä^FS^XZ^XA^FDb^FS', 14],
  ['^XA^FO1,1^GFB,3,3,3,^XZ^FS', 0],
  ['^CC!!XA^XZ', 4],
])('refuses a label that leaves a format open: %s', (zpl, start) => {
  expect(() => refuseOpenFormat(zpl)).toThrow(`The label has no ^XZ after its ^XA at byte ${start}:`);
});

it.each(['^FO9,9^FDa^FS', '^FDa^FS^XZ', '~JA'])('refuses ZPL that prints no label: %s', (zpl) => {
  expect(() => refuseOpenFormat(zpl)).toThrow('The label has no ^XA with a ^XZ after it');
});

it.each(['^XA^FDa^FS^XZ', '\x02^FDa^FS\x03', '^XA^CC!!XZ!XA!FDa!FS!XZ', '^XA^XA^FDa^FS^XZ'])(
  'lets pass a label that has its end: %j',
  (zpl) => {
    expect(() => refuseOpenFormat(zpl)).not.toThrow();
  },
);
