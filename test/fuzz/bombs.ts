import { deflateSync } from 'node:zlib';
import type { LabelSize } from '../../src/units.ts';
import {
  BOX,
  composite,
  groupsMap,
  groupsTable,
  mapOf,
  nestedFont,
  type Tables,
  trueTypeFont,
} from '../raster/font/made-font.ts';
import type { FuzzCase } from './cases.ts';

/** The largest canvas that is rendered, about square. */
const LARGEST: LabelSize = { widthMm: 169.3, heightMm: 169.3, dpi: 600 };
const ORDINARY: LabelSize = { widthMm: 101.6, heightMm: 152.4, dpi: 203 };

/** A stored label may have as many command prefixes. */
const PREFIXES = 10_000;

export interface Bomb extends FuzzCase {
  readonly name: string;
  /** Small in what it asks to draw: nothing but unpacking and repeating makes it large. */
  readonly repeatsOnly: boolean;
  /** Large in what it asks to draw. */
  readonly drawsMuch: boolean;
}

/** Zeros packed a thousand to one, as ZPL sends them. */
function packed(bytes: number): string {
  return `:Z64:${deflateSync(Buffer.alloc(bytes), { level: 9 }).toString('base64')}:`;
}

/** As many of a field as a label may hold, each made from its number. */
function flood(field: (index: number) => string, most = PREFIXES): string {
  const prefixes = field(0).match(/[\^~]/g)?.length ?? 1;
  const count = Math.min(most, Math.floor((PREFIXES - 4) / prefixes));
  return `^XA${Array.from({ length: count }, (_, i) => field(i)).join('')}^XZ`;
}

/** A label that brings so many fonts, each of other bytes, and sets a letter in each. */
function fonts(count: number, make: (index: number) => Buffer, text = 'A'): string {
  const downloads = Array.from({ length: count }, (_, i) => {
    const file = make(i);
    return `~DYR:F${i},A,T,${file.length},,${file.toString('hex').toUpperCase()}`;
  });
  const fields = downloads.map((_, i) => `^FO9,9^A@N,40,40,R:F${i}.TTF^FD${text}^FS`);
  return `${downloads.join('')}^XA${fields.join('')}^XZ`;
}

/** A font of a box, with these tables, that no other one has the bytes of. */
function ownFont(index: number, tables: Tables = {}): Buffer {
  return trueTypeFont([BOX, BOX], 1, { name: Buffer.from(`font ${index}`), ...tables });
}

/** Printable characters that are no commands. */
const LETTERS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(0x21 + i)).filter(
  (c) => !'^~_'.includes(c),
);

/** A font whose letters are each made of as many glyphs as one may be. */
function compositeLetters(last: Buffer): Buffer {
  const letters = Array.from({ length: 94 }, () => composite(...Array<number>(255).fill(0)));
  return trueTypeFont([last, ...letters], 1, { cmap: groupsMap([0x21, 0x7e, 1]) });
}

/** Small labels that ask for much: to unpack, to repeat, or to draw. */
export function bombs(): readonly Bomb[] {
  const mega = 1 << 20;
  const repeating = {
    'Z64 of 1 GiB declared small': `^XA^FO0,0^GFA,8,8,1,${packed(mega)}^FS^XZ`,
    'Z64 that unpacks to 64 MiB': `^XA^FO0,0^GFA,99999,4000000,250,${packed(64 * mega)}^FS^XZ`,
    'Z64 over and over': flood(() => `^FO0,0^GFA,99999,4000000,250,${PACKED_SMALL}^FS`, 380),
    '~DG of Z64 over and over': flood((i) => `~DGR:A${i},4000000,250,${PACKED_SMALL}`, 380),
    'run lengths': flood(() => '^FO0,0^GFA,4000000,4000000,250,zzzzzzzzF::::::^FS'),
    'rows repeated': `^XA^FO0,0^GFA,9,4000000,1,${'F,:'.repeat(300_000)}^FS^XZ`,
    'run of runs': `^XA^FO0,0^GFA,9,4000000,1,${'z'.repeat(1_000_000)}F^FS^XZ`,
    'declared bytes': flood(() => '^FO0,0^GFA,4194304,4194304,1,^FS'),
    'declared wide': flood(() => '^FO0,0^GFA,99999,99999,99999,^FS'),
    '^PQ99999999': '^XA^PQ99999999,0,99999999,Y^FO9,9^A0N,30^SN001,1,Y^FS^XZ',
    '^XF of itself': '^XA^DFR:A.ZPL^FO1,1^XFR:A.ZPL^FDx^FS^XZ^XA^XFR:A.ZPL^FS^XZ',
    '^XF repeated': `^XA^DFR:A.ZPL${'^FO1,1^FDx^FS'.repeat(1500)}^XZ^XA${'^XFR:A.ZPL'.repeat(5000)}^XZ`,
    '^XF of pictures': `^XA^DFR:A.ZPL${`^FO0,0^GFA,99999,4000000,250,${PACKED_SMALL}^FS`.repeat(380)}^XZ^XA${'^XFR:A.ZPL'.repeat(3000)}^XZ`,
    '^IS and ^IL in turn': flood((i) => `^XA^ILR:A${i % 2}^FO1,1^GB9,9^FS^ISR:A${(i + 1) % 2}^XZ`),
    '^IL doubling': `^XA^FO1,1^FDx^FS^ISR:A^XZ${`^XA${'^ILR:A'.repeat(20)}^ISR:A^XZ`.repeat(400)}`,
    '^XG of a saved label': `^XA${'^GB1,1^FS'.repeat(2000)}^ISR:A,N^XZ^XA${'^XGR:A^FS'.repeat(2900)}^XZ`,
    '^MCN background': `^XA^MCN${'^GB1,1^FS'.repeat(2500)}^XZ${'^XA^GB1,1^FS^XZ'.repeat(1200)}`,
    '^FE of itself': `^XA^FN1^FE#^FD${'#1#'.repeat(1000)}^FS${'^FO1,1^FE#^FN1^FS'.repeat(2000)}^XZ`,
    '^FE of one long value': `^XA^FN1^FD${'x'.repeat(60_000)}^FS${`^FO1,1^FE#^FD${'#1#'.repeat(100)}^FS`.repeat(2000)}^XZ`,
    '^FE of what is none': `^XA${`^FO1,1^FE#^FD${'#'.repeat(600)}^FS`.repeat(2400)}^XZ`,
    '^FE of what is hardly one': `^XA${`^FO1,1^FE#^FD${'#1,f,1,1'.repeat(80)}^FS`.repeat(2400)}^XZ`,
    '^DF of many formats': flood((i) => `^XA^DFR:A${i}^FO1,1^FDx^XZ`),
    '^ID wildcards': `${'~DGA,8,1,FF'.repeat(256)}${'^IDR:*A*A*A*A*A*A*A*A.*'.repeat(9000)}`,
    'prefixes that change': `${Array.from({ length: 4900 }, (_, i) => `~CC${String.fromCharCode(128 + (i % 128))}`).join('')}~CC^^XA^FX${'x'.repeat(2_000_000)}^XZ`,
    '~DY fonts': flood((i) => `~DYR:F${i},A,T,4000000,,00010000`),
    'declared ~DU': flood((i) => `~DUR:F${i},4000000,00010000`),
  };
  const long = {
    '^FN slots': flood((i) => `^FO1,1^FN${i}^FDx^FS`),
    'bad numbers': flood(() => '^FO99999999,99999999,9,9'),
    'bad parameters': flood(() => '^GB,,,,,,,,,,,,,,,,,,,'),
    '^FE of nothing over and over': `^XA^FN9^FD${'#1,f,1,0#'.repeat(180_000)}A^FS^FN1^FDx^FS${'^FO1,1^A0N,10^FE^FN9^FS'.repeat(2000)}^XZ`,
    labels: '^XA^FDx^FS^XZ'.repeat(2500),
    'labels never closed': '^XA'.repeat(PREFIXES),
  };
  const drawing = {
    'letters made of letters': fonts(1, () => nestedFont(10), 'AAAA'),
    'letters made of boxes': fonts(1, () => nestedFont(10, 6, BOX), 'AAAA'),
    'all letters made of boxes': fonts(1, () => compositeLetters(BOX), LETTERS.join('')),
    'all letters made of nothing': fonts(1, () => compositeLetters(Buffer.alloc(0)), LETTERS.join('')),
    '256 fonts': fonts(256, (i) => ownFont(i)),
    'fonts that claim all characters': fonts(250, (i) => ownFont(i, { cmap: groupsMap([0, 0x1ffff, 1]) })),
    'fonts of eight maps that claim all characters': fonts(100, (i) =>
      ownFont(i, { cmap: mapOf(Array.from({ length: 8 }, () => groupsTable([[0, 0x1ffff, 1]]))) }),
    ),
    'glyph of 32000 dots': '^XA^FO0,0^A0N,32000,32000^FDW^FS^XZ',
    'glyphs of 4000 dots': `^XA^FO0,0${chars((c) => `^FO0,0^A0N,4000,4000^FD${c}^FS`)}^XZ`,
    'glyphs of 1000 dots': `^XA^FO0,0${chars((c) => `^FO0,0^A0B,1000,1000^FD${c}^FS`)}^XZ`,
    'glyphs of ever new sizes': flood((i) => `^A0N,${100 + (i % 60)},${100 + i / 60}^FDW^FS`),
    'glyphs of ever new small sizes': flood((i) => `^A0N,${10 + (i % 60)},${10 + i / 60}^FDabcdef^FS`),
    'glyphs turned and new': flood((i) => `^A0${'RB'[i % 2]},${10 + (i % 60)},${10 + i / 60}^FDabcdef^FS`),
    'wide thin glyphs': flood((i) => `^A0N,10,${12000 + i}^FDM^FS`),
    symbols: flood((i) => `^GSN,${2000 + i},2000^FDE^FS`),
    'all characters': `^XA^CI28^FO0,0^A0N,300^FB4000,99^FD${unicode(6000)}^FS^XZ`,
    '20000 characters': `^XA^FO0,0^FB4000,9999^A0N,90^FD${'MW'.repeat(10_000)}^FS^XZ`,
    '20000 characters over one another': `^XA^FO0,0^FB1,1^A0N,900^FD${'MW'.repeat(10_000)}^FS^XZ`,
    '20000 large characters turned': `^XA^FO0,0^FB9000,9999^A0B,3000^FD${'MW'.repeat(10_000)}^FS^XZ`,
    '^FB of 9999 lines': `^XA^FO0,0^FB99999,9999,-9999,J^A0N,32000^FD${'a b\\&'.repeat(4000)}^FS^XZ`,
    '^TB cut': `^XA^FO0,0^TBR,9000,2001^A0N,1000^FD${'MW '.repeat(6600)}^FS^XZ`,
    '^GB32000,32000': flood(() => '^GB32000,32000,32000^FS'),
    'rounded boxes': flood(() => '^GB32000,32000,9000,B,8^FS'),
    'white boxes': flood((i) => `^GB32000,32000,32000,${'WB'[i % 2]}^FS`),
    ellipses: flood(() => '^GE4095,4095,1^FS'),
    discs: flood(() => '^GC4095,4095^FS'),
    diagonals: flood(() => '^GD32000,32000,32000^FS'),
    '^FR over all': flood(() => '^FR^GB32000,32000,32000^FS'),
    '^LR over all': `^LRY${flood(() => '^GE4095,4095,2000^FS')}`,
    'pictures magnified': `~DGA,4000000,250,${'!'.repeat(16_000)}${flood(() => '^XGA,10,10^FS')}`,
    'grey pictures magnified': `~DGA,500000,250,${'A'.repeat(500)}${':'.repeat(2000)}${flood(() => '^XGA,10,10^FS')}`,
    'pictures over one another': `~DGA,2000000,500,${'!'.repeat(4_000)}${flood(() => '^XGA^FS')}`,
    'bars of 32000 dots': flood(() => '^BY12,3,32000^BCN,32000^FD12345678901234567890^FS', 900),
    'bars turned': flood(() => '^BCR,32000,N^FD123456789012345678901234567890^FS', 600),
    'bars of much data': flood(() => `^BCN,32000,N^FD${'aB3~'.repeat(40)}^FS`, 120),
    PDF417: flood(() => `^B7N,32000,8,30,90^FD${'x'.repeat(4)}^FS`),
    'PDF417 of much data': flood((i) => `^B7N,32000,8^FD${'x1'.repeat(i < 20 ? 450 : 0)}^FS`),
    'QR Codes': flood((i) => `^BQN,2,100^FDMA,${i}^FS`, 1500),
    'QR Codes of much data': flood((i) => `^BQN,2,10^FDLM,A${i}${'x1'.repeat(1300)}^FS`, 7),
    'QR Codes of model 1': flood((i) => `^BQN,1,2^FDHA,${i}${'x'.repeat(200)}^FS`, 150),
    'Data Matrix': flood((i) => `^BXN,32000,200^FD${i}^FS`),
    'Data Matrix of much data':
      Array.from({ length: 9 }, (_, i) => `^XA^BXN,9,200^FD${i}${'aB\x80'.repeat(700)}^FS`).join('') + '^XZ',
    'Data Matrix of ECC 000': flood((i) => `^BXN,9,0^FD${i}ABC^FS`, 1500),
    Aztec: flood((i) => `^B0N,10^FD${i}^FS`),
    'Aztec of much data': flood((i) => `^B0N,10^FD${i}${'aB\x80,'.repeat(400)}^FS`, 9),
    MaxiCode: flood((i) => `^BD4^FD${i}${'aB\x80'.repeat(20)}^FS`, 300),
    MicroPDF417: flood((i) => `^BFN,9999,33^FD${i}^FS`),
    Codablock: flood((i) => `^BBN,32000,Y,62,44,F^FD${i}^FS`),
    'Codablock A': flood((i) => `^BY10,2.1^BBN,32000,Y,62,22,A^FD${i}^FS`),
    'Code 49': flood((i) => `^B4N,32000^FD${i}^FS`),
    'Code 39': flood(() => '^B3N,Y,32000,Y^FDABCDEF^FS'),
    'Code 93': flood(() => '^BAN,32000,Y^FDABCDEF^FS'),
    DataBar: flood((i) => `^BRN,6,10,2,500,22^FD0109501101${String(i).padStart(6, '0')}|x^FS`, 900),
    TLC39: flood((i) => `^BTN,10,3,9999,10,255^FD${100000 + i},A^FS`, 1500),
    postal: flood(() => '^BZN,32000,Y^FD123456789^FS', 2000),
    'validated Code 128': `^CVY${flood((i) => `^BCN,9,N,N,N,A^FD${i}${'aB3~'.repeat(40)}^FS`, 120)}`,
    'validated MaxiCode': `^CVY${flood((i) => `^BD4^FD${i}${'aB'.repeat(20)}^FS`, 300)}`,
    'Han Xin Code made again': flood((i) => marked('hanxin', `${i}${'aB3~'.repeat(240)}{v}`), 128),
    'small Han Xin Code made again': flood((i) => marked('hanxin', `${i}{v}`), 128),
    'Code One made again': flood((i) => marked('codeone', `${i}${'aB3~'.repeat(240)}{v}`), 128),
    'Channel Code made again': flood((i) => marked('channelcode', `${100_000 + i}{COUNTER}`), 128),
    'compact Aztec made again': flood((i) => marked('azteccodecompact', `${i}${'日'.repeat(900)}{v}`), 128),
    'MaxiCode made again and large': flood((i) => marked('maxicode', `${i}{v}`, 90), 9),
    EAN: flood(() => '^BEN,32000^FD123456789012^FS', 1600),
    '^JMB and ^PMY and ^POI': '^XA^JMB^PMY^POI^FO0,0^GB32000,32000,9^FS^XZ'.repeat(1000),
  };
  const all = (labels: Readonly<Record<string, string>>, more: Omit<Bomb, 'name' | 'zpl'>): Bomb[] =>
    Object.entries(labels).map(([name, zpl]) => ({ name, zpl, ...more }));
  return [
    ...all(repeating, { size: ORDINARY, repeatsOnly: true, drawsMuch: false }),
    ...all(long, { size: ORDINARY, repeatsOnly: false, drawsMuch: false }),
    ...all(drawing, { size: LARGEST, repeatsOnly: false, drawsMuch: true }),
  ];
}

const PACKED_SMALL = packed(4_000_000);

/** A raster barcode that is encoded again for every request. */
function marked(symbology: string, template: string, module = 1): string {
  const text = encodeURIComponent(template);
  return `^FXsvc-barcode:1;symbology=${symbology};template=${text};module=${module}^FS^FO1,1^GFA,1,1,1,80^FS`;
}

function chars(field: (character: string) => string): string {
  return Array.from({ length: 90 }, (_, i) => field(String.fromCharCode(35 + i).replace(/[\^~]/, 'x'))).join(
    '',
  );
}

/** Characters from the Latin ones on, in UTF-8, a character a byte. */
function unicode(count: number): string {
  const text = Array.from({ length: count }, (_, i) => String.fromCodePoint(0xa0 + i)).join('');
  return Buffer.from(text, 'utf8').toString('latin1');
}
