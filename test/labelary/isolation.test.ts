import { expect, it } from 'vitest';
import {
  FORMAT_TYPES,
  type LabelaryFormat,
  readLabelaryRequest,
} from '../../src/labelary/labelary-request.ts';
import { doLabelaryTask, type LabelaryTask } from '../../src/labelary/labelary-task.ts';
import { Chance } from '../fuzz/chance.ts';
import { BOX, trueTypeFont } from '../raster/font/made-font.ts';
import { runs } from '../support/runs.ts';

const PAIRS = runs(10_000);

const FONT = trueTypeFont([BOX, BOX], 1).toString('hex').toUpperCase();

/** Commands that change what later ones do, or leave something behind. */
const CHANGES = [
  '^CC#',
  '~CC!',
  '^CD;',
  '~CD:',
  '^CT$',
  '~CT&',
  '^CI28',
  '^CI13',
  '^CI0,65,66',
  '^CFD,60,40',
  '^CF0,9,9',
  '^CWA,R:A.TTF',
  '^CW0,E:A.TTF',
  '^FWB',
  '^FWR,1',
  '^LH40,30',
  '^LRY',
  '^LT20',
  '^LS-9',
  '^POI',
  '^PMY',
  '^PW40',
  '^LL20',
  '^MUI',
  '^MUM,200,600',
  '^BY9,3.0,60',
  '^SEE:A.DAT',
  '^FLE:B.TTF,R:A.TTF,1',
  '^PAY,Y,Y,Y',
  '^MCN',
  '^JMB',
  '^JMA',
  '^SLT',
  '^PQ5,2',
  '^KN',
  '^SZ2',
  '^XSN',
  '^FH_',
  '^FE#',
  '^FC%,{,}',
  '^SN9,9,Y',
  '^FN1^FDgone^FS',
  '^FX open',
  '^FO1,1^FDopen',
  '^FO1,1^GB9,9,9^FS',
] as const;

/** Objects that calls store under the names by which the others recall them. */
const STORED = [
  '~DGR:A.GRF,8,1,FFFFFFFFFFFFFFFF',
  '~DGE:B.GRF,8,1,8142241818244281',
  '~DYR:C,A,P,8,1,FF',
  `~DYR:A,A,T,${FONT.length / 2},,${FONT}`,
  `~DUE:B.TTF,${FONT.length / 2},${FONT}`,
  '^XA^DFR:A.ZPL^FO2,2^FN1^FS^FO9,9^GB9,9,9^FS^XZ',
  '^XA^DFE:B.ZPL^FO2,2^A0N,20^FDstored^FS^XZ',
  '^XA^FO1,1^GB50,30,9^FS^ISR:D.GRF,N^XZ',
  '~EG',
  '^XA^IDR:*.*^XZ',
  '~JA',
  '~JR',
  '^XA^JUF^XZ',
  '^XA^JUS^XZ',
] as const;

/** Labels that show whatever an earlier call has left. */
const SHOWING = [
  '^XA^FO5,5^FDplain text^FS^XZ',
  '^XA^FO5,5^A0N,20^FDscalable ä^FS^FO5,30^AAN^FDfont A^FS^XZ',
  '^XA^FO5,5^BCN,20^FDCODE^FS^XZ',
  '^XA^FO5,5^B3N,N,15^FDAB^FS^FO5,40^BXN,3^FDx^FS^XZ',
  '^XA^FO5,5^XGR:A.GRF,2,2^FS^FO30,5^XGE:B.GRF,1,1^FS^FO50,5^IMR:D.GRF^FS^FO5,40^GB9,9,2^FS^XZ',
  '^XA^XFR:A.ZPL^FN1^FDvalue^FS^XZ^XA^FO1,1^GB3,3,3^FS^XZ',
  '^XA^XFE:B.ZPL^FO1,1^GB3,3,3^FS^XZ',
  '^XA^ILR:D.GRF^FO5,5^FDover^FS^XZ',
  '^XA^FO5,5^A@N,20,20,R:A.TTF^FDA^FS^FO40,5^A@N,20,20,E:B.TTF^FDA^FS^XZ',
  '^XA^FO5,5^FH^FD_41_C3_A4^FS^FO5,30^FE#^FD#1#^FS^XZ',
  '^XA^FO5,5^FB60,3^FDa b c d e f^FS^FT5,60^FDt^FS^XZ',
  '^FO5,5^FDnot in a label^FS^XA^FO5,5^GD30,20^FS^XZ',
] as const;

const FORMATS = Object.keys(FORMAT_TYPES) as LabelaryFormat[];

function call(zpl: string, format: LabelaryFormat): LabelaryTask {
  const header = (name: string) => (name === 'accept' ? FORMAT_TYPES[format] : undefined);
  const { request } = readLabelaryRequest('POST', '/v1/printers/6dpmm/labels/0.9x0.5/', header);
  return { kind: 'labels', zpl: Buffer.from(zpl), request };
}

it(`${PAIRS} pairs of calls: the second is answered as if the first had not been`, {
  timeout: 600_000,
}, () => {
  const chance = new Chance(31);
  const alone = new Map<string, string>();
  const shownBy = (zpl: string, format: LabelaryFormat): string => {
    const { status, body, reason, labelCount } = doLabelaryTask(call(zpl, format));
    return `${status} ${labelCount} ${reason} ${Buffer.from(body).toString('latin1')}`;
  };
  for (const zpl of SHOWING) {
    for (const format of ['png', 'json'] as const) alone.set(zpl + format, shownBy(zpl, format));
  }
  // Each label shows it where something is left in the same stream, so it would show it between calls.
  for (const zpl of SHOWING) {
    const left = [...STORED, ...CHANGES.map((change) => `^XA${change}^XZ`)];
    const changed = left.filter((change) => shownBy(change + zpl, 'png') !== alone.get(`${zpl}png`));
    expect(changed.length, zpl).toBeGreaterThan(0);
  }
  for (let pair = 0; pair < PAIRS; pair++) {
    const parts = Array.from({ length: 1 + chance.below(6) }, () =>
      chance.below(3) === 0 ? chance.of(STORED) : chance.of(CHANGES),
    );
    const stream = chance.below(2) === 0 ? `^XA${parts.join('')}` : `${parts.join('')}^XA^FO1,1^FDx^FS^XZ`;
    shownBy(stream, chance.of(FORMATS));
    const zpl = chance.of(SHOWING);
    const format = chance.below(4) === 0 ? 'json' : 'png';
    if (shownBy(zpl, format) !== alone.get(zpl + format)) expect.fail(`${zpl} as ${format} after ${stream}`);
  }
});
