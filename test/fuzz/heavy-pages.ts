import { deflateSync } from 'node:zlib';

/** A picture without a dot in a file of this type, packed, and a label that shows it. */
function downloaded(type: 'P' | 'X', file: Buffer): string {
  const packed = deflateSync(file).toString('base64');
  const name = type === 'P' ? 'A.PNG' : 'A.PCX';
  return `~DYR:A,${type === 'P' ? 'P' : 'A'},${type},${file.length},0,:Z64:${packed}:0000^XA^FO0,0^XGR:${name},1,1^FS^XZ`;
}

function pcx(side: number, depth: number, planes: number): Buffer {
  const planeBytes = Math.ceil((side * depth) / 8);
  const header = Buffer.alloc(128);
  header.set([10, 5, 1, depth]);
  header.writeUInt16LE(side - 1, 8);
  header.writeUInt16LE(side - 1, 10);
  header[65] = planes;
  header.writeUInt16LE(planeBytes, 66);
  return Buffer.concat([
    header,
    Buffer.alloc(2 * Math.ceil((planeBytes * planes * side) / 63), 'ff5a', 'hex'),
  ]);
}

function png(side: number): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(body.length);
    return Buffer.concat([length, Buffer.from(type, 'latin1'), body, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const lines = Buffer.alloc(side * (1 + Math.ceil(side / 8)), 4);
  const parts = [chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts]);
}

export const corners = '^FO0,0^GB20,20,20^FS^FO3500,3500^GB20,20,20^FS';

/** Streams that ask for many or large pages, for a canvas of 12.5 million dots. */
export const HEAVY_PAGES: readonly (readonly [name: string, zpl: string])[] = [
  ['many large pages', '^XA^FO10,10^GB20,20,20^FS^XZ'.repeat(1600)],
  ['as many pages as there can be', '^XA^FD^XZ'.repeat(3300)],
  ['dots at the edges of large pages', `^XA${corners}^XZ`.repeat(1100)],
  ['large pages that are turned', `^XA^POI^PMY${corners}^XZ`.repeat(900)],
  ['large pages of twice the size', `^XA^JMB${corners}^XZ`.repeat(900)],
  ['large pages printed narrow', `^XA^PW3000${corners}^XZ`.repeat(900)],
  ['large pages of ever other widths', '^XA^PW3000^FD^XZ^XA^PW2900^FD^XZ'.repeat(1200)],
  ['large pages with a reversed field', '^XA^FO0,0^FR^GB3535,3535,2^FS^XZ'.repeat(1600)],
  ['large rings', '^XA^FO0,0^GE3535,3535,9^FS^XZ'.repeat(1600)],
  ['a picture in planes', downloaded('X', pcx(5000, 1, 4))],
  ['a picture in planes that is as large as can be', downloaded('X', pcx(3990, 1, 3))],
  ['a picture of four colours', downloaded('X', pcx(5400, 2, 1))],
  ['a picture of one bit', downloaded('P', png(7000))],
];
