import { expect, it } from 'vitest';
import { resizedField } from '../../../../src/studio/page/edit/resize-field.ts';
import { applied } from '../../../../src/studio/page/edit/text-changes.ts';
import { fieldAt, type SourceField } from '../../../../src/studio/page/source-fields.ts';
import { COMMAND_TABLE } from '../../../../src/zpl/command-table/command-table.ts';

it.each([
  ['^XA^FO1,2^GB100,50,3^FS^XZ', 2, 3, '^XA^FO1,2^GB200,150,3^FS^XZ'],
  ['^XA^FO1,2^GC40,3^FS^XZ', 9, 2, '^XA^FO1,2^GC80,3^FS^XZ'],
  ['^XA^FO1,2^A0N,40,30^FDa^FS^XZ', 2, 1.5, '^XA^FO1,2^A0N,60,60^FDa^FS^XZ'],
  ['^XA^FO1,2^A0R,40,30^FDa^FS^XZ', 2, 1.5, '^XA^FO1,2^A0R,80,45^FDa^FS^XZ'],
  ['^XA^FWR^FO1,2^A0,40^FDa^FS^XZ', 2, 1.5, '^XA^FWR^FO1,2^A0,80^FDa^FS^XZ'],
  ['^XA^FO1,2^A0N,40^FWR^FDa^FS^XZ', 2, 1.5, '^XA^FO1,2^A0N,80^FWR^FDa^FS^XZ'],
  ['^XA^FWR^FO1,2^GS,40^FDA^FS^XZ', 2, 1.5, '^XA^FWR^FO1,2^GS,80^FDA^FS^XZ'],
  ['^XA^FO1,2^A0N,40^TBR,300,90^FDa^FS^XZ', 2, 1, '^XA^FO1,2^A0N,80^TBR,300,180^FDa^FS^XZ'],
  ['^XA^FO1,2^BCN,100^FWR^FDa^FS^XZ', 2, 0.5, '^XA^FO1,2^BY4^BCN,50^FWR^FDa^FS^XZ'],
  ['^XA^FWR^FO1,2^BC,100^FWN^FDa^FS^XZ', 0.5, 2, '^XA^FWR^FO1,2^BY4^BC,50^FWN^FDa^FS^XZ'],
  ['^XA^BY3,3,40^FO1,2^BCN^FDa^FS^XZ', 2, 0.5, '^XA^BY6,3,20^FO1,2^BCN^FDa^FS^XZ'],
  [
    '^XA^BY3^FO1,2^BCN,9^FDa^FS^FO1,90^BCN,9^FDa^FS^XZ',
    2,
    1,
    '^XA^BY6^FO1,2^BCN,9^FDa^FS^BY3^FO1,90^BCN,9^FDa^FS^XZ',
  ],
  ['^XA^FO1,2^A0N,40,0^FDa^FS^XZ', 2, 2, '^XA^FO1,2^A0N,80,0^FDa^FS^XZ'],
  ['^XA^FO1,2^BCN,100,Y^FDa^FS^XZ', 1, 0.5, '^XA^FO1,2^BCN,50,Y^FDa^FS^XZ'],
  ['^XA^FO1,2^BQN,2,4^FDa^FS^XZ', 1.5, 1.5, '^XA^FO1,2^BQN,2,6^FDa^FS^XZ'],
  ['^XA^FO1,2^A0N,40^FB300,2^FDa^FS^XZ', 0.5, 1, '^XA^FO1,2^A0N,40^FB150,2^FDa^FS^XZ'],
  ['^XA^FO1,2^B4N,20,B^FDa^FS^XZ', 1, 2, '^XA^FO1,2^B4N,40,B^FDa^FS^XZ'],
  ['^XA^FO1,2^B5N,100^FD1^FS^XZ', 1, 2, '^XA^FO1,2^B5N,200^FD1^FS^XZ'],
  ['^XA^FO1,2^BBN,30^FDa^FS^XZ', 1, 2, '^XA^FO1,2^BBN,60^FDa^FS^XZ'],
  ['^XA^FO1,2^BFN,8,3^FDa^FS^XZ', 1, 2, '^XA^FO1,2^BFN,16,3^FDa^FS^XZ'],
  ['^XA^FO1,2^BLR,90,N^FDA^FS^XZ', 2, 1, '^XA^FO1,2^BLR,180,N^FDA^FS^XZ'],
  ['^XA^FO1,2^BMN,B,90^FD1^FS^XZ', 1, 2, '^XA^FO1,2^BMN,B,180^FD1^FS^XZ'],
  ['^XA^FO1,2^BPN,N,90^FD1^FS^XZ', 1, 2, '^XA^FO1,2^BPN,N,180^FD1^FS^XZ'],
  ['^XA^FO1,2^BRN,7,3,1,80^FD1^FS^XZ', 2, 2, '^XA^FO1,2^BRN,7,6,1,80^FD1^FS^XZ'],
  ['^XA^FO1,2^BRN,1,6^FD1^FS^XZ', 3, 3, '^XA^FO1,2^BRN,1,10^FD1^FS^XZ'],
  ['^XA^FO1,2^BSN,90^FD12^FS^XZ', 1, 2, '^XA^FO1,2^BSN,180^FD12^FS^XZ'],
  ['^XA^FO1,2^BTN,2,2,40,4,3^FD123456,A^FS^XZ', 2, 3, '^XA^FO1,2^BTN,4,2,120,12,6^FD123456,A^FS^XZ'],
  ['^XA^FO1,2^BZN,60^FD12345^FS^XZ', 1, 2, '^XA^FO1,2^BZN,120^FD12345^FS^XZ'],
  ['^XA^FWR^FO1,2^XGR:A.GRF,2,3^FS^XZ', 2, 3, '^XA^FWR^FO1,2^XGR:A.GRF,4,9^FS^XZ'],
  ['^XA^CFA,40^FO1,2^FDa 40^FS^XZ', 2, 2, '^XA^CFA,40^FO1,2^FDa 40^FS^XZ'],
])('%j %d times as wide and %d times as high is %j', (text, x, y, expected) => {
  const field = fieldAt(text, text.indexOf('^FO')) as SourceField;
  const resized = applied(text, resizedField(text, field, { x, y }));
  expect(resized).toBe(expected);
});

it('says of each barcode what makes it larger, but for MaxiCode, which has one size', () => {
  const sizeless = [...COMMAND_TABLE].filter(
    ([name, { parameters }]) => /^\^B[^Y]$/.test(name) && parameters.every(({ size }) => size === undefined),
  );
  expect(sizeless.map(([name]) => name)).toEqual(['^BD']);
});
