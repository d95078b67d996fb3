import { expect, it } from 'vitest';
import { refuseHostCommands } from '../../../src/batch/printer/host-commands.ts';

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
