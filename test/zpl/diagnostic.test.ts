import { expect, test } from 'vitest';
import { toByteString } from '../../src/zpl/byte-string.ts';
import { parse } from '../../src/zpl/parse.ts';

/** A stream, and the code, command and parameter of each diagnostic about it. */
const CASES: readonly (readonly [zpl: string, ...diagnosed: string[]])[] = [
  ['^XA^ZQ^XZ', 'command-unsupported ^ZQ'],
  ['^XA^FB1,2,3,X^XZ', 'parameter-not-allowed ^FB 4'],
  ['^XA^BY22^XZ', 'parameter-out-of-range ^BY 1'],
  ['^XA^LT500^XZ', 'parameter-out-of-range ^LT 1'],
  // The font is the first parameter in Zebra's guide.
  ['^XA^A0X,40000^XZ', 'parameter-not-allowed ^A 2', 'parameter-out-of-range ^A 3'],
  ['^XA^AJN,30^XZ', 'font-unknown ^A 1'],
  ['^XA^A@N,30,30,R:X.TTF^XZ', 'font-unknown ^A 5'],
  ['^XA^CFJ^XZ', 'font-unknown ^CF 1'],
  ['^XA^CWJ,R:X.TTF^XZ', 'font-unknown ^CW 2'],
  ['^XA^FLR:X.TTF,0,1^XZ', 'font-unknown ^FL 1'],
  ['~DUR:X.TTF,4,FFFFFFFF', 'font-damaged ~DU'],
  ['^XA^CI24^CI99^XZ', 'encoding-uncertain ^CI 1'],
  ['^XA^CI24^FO1,1^A0N,30^FDx^FS^XZ', 'encoding-uncertain ^FD 1'],
  [`^XA^FO1,1^FD${'x'.repeat(3073)}^FS^XZ`, 'data-too-long ^FD'],
  ['^XA^FC%^XZ', 'clock-missing ^FC'],
  ['^XA^GFA,8,,1,FF^FS^XZ', 'picture-size-missing ^GF'],
  ['^XA^GFA,99999999,99999999,100,FF^FS^XZ', 'picture-too-large ^GF'],
  ['^XA^GFA,8,8,1,:B64:/4GBgYGBgf8=:0000^FS^XZ', 'picture-checksum ^GF'],
  ['^XA^GFA,80,80,1,:B64:/4GBgYGBgf8=^FS^XZ', 'picture-short ^GF'],
  ['^XA^GFA,8,8,1,:Z64:////^FS^XZ', 'picture-damaged ^GF'],
  ['~DYR:X,P,P,4,,FFFFFFFF', 'picture-damaged ~DY'],
  ['~DYR:X,A,N,4,,FFFFFFFF', 'picture-type-unsupported ~DY'],
  ['^XA^XGR:X.GRF^FS^XZ', 'picture-unknown ^XG 1'],
  ['^XA^XFR:X.ZPL^FS^XZ', 'format-unknown ^XF 1'],
  ['^XA^DFR:A^FS^XZ^XA^DFR:B^FS^XFR:A^FS^XZ^XA^XFR:B^FS^XZ', 'format-nested ^XF 1'],
  ['^XA^FO1,1^FDx', 'label-not-closed ^XA'],
];

test.each(CASES)('%s', (zpl, ...expected) => {
  const { diagnostics } = parse(toByteString(zpl), { dotsPerMm: 8 });
  const said = diagnostics.map(({ code, command, parameter = '' }) =>
    `${code} ${command} ${parameter}`.trim(),
  );
  expect(said).toEqual(expected);
});
