import { describe, expect, it } from 'vitest';

import { readElements, readOne, readReasons } from './read.ts';

describe('^FO and ^FT', () => {
  it.each([
    ['^FO10,20', { x: 10, y: 20, command: '^FO', justify: 0 }],
    ['^FO10,20,1', { x: 10, y: 20, command: '^FO', justify: 1 }],
    ['^FO', { x: 0, y: 0, command: '^FO', justify: 0 }],
    ['^FO,20', { x: 0, y: 20, command: '^FO', justify: 0 }],
    ['^FO 10 , 20 \r\n', { x: 10, y: 20, command: '^FO', justify: 0 }],
    ['^FOB50,660', { x: 50, y: 660, command: '^FO', justify: 0 }],
    ['^FO18.64,81.5', { x: 19, y: 82, command: '^FO', justify: 0 }],
    ['^FT777, -899', { x: 777, y: 899, command: '^FT', justify: 0 }],
    ['^FO7,--', { x: 7, y: 0, command: '^FO', justify: 0 }],
    ['^fo10,20', { x: 10, y: 20, command: '^FO', justify: 0 }],
    ['^FT10,20,2', { x: 10, y: 20, command: '^FT', justify: 2 }],
    ['', { x: 0, y: 0, command: '^FO', justify: 0 }],
  ])('reads %j', (zpl, origin) => {
    expect(readOne('text', `${zpl}^FDa^FS`).origin).toEqual(origin);
  });

  it('clamps to the allowed range with a diagnostic', () => {
    expect(readOne('text', '^FO5,40000^FDa^FS').origin).toMatchObject({ x: 5, y: 32_000 });
    expect(readReasons('^XA^FO5,40000^FDa^FS^XZ')).toEqual(['^FO parameter 2 is 40000; 32000 is used']);
  });

  it('marks a coordinate that follows the last text', () => {
    const at = (zpl: string) => readOne('text', `^LH7,8${zpl}^FDa^FS`).origin;
    expect(at('^FT')).toMatchObject({ x: 7, y: 8, pen: { x: true, y: true } });
    expect(at('^FT,30')).toMatchObject({ x: 7, y: 38, pen: { x: true, y: false } });
    expect(at('^FT30')).toMatchObject({ x: 37, y: 8, pen: { x: false, y: true } });
    expect(at('^FT1,1')).not.toHaveProperty('pen');
    expect(at('^FO')).not.toHaveProperty('pen');
  });

  it('holds for one field', () => {
    const [, second] = readElements('^FO10,20^FDa^FS^FDb^FS');
    expect(second?.origin).toMatchObject({ x: 0, y: 0 });
  });
});

describe('offsets', () => {
  it('adds the label home to later fields, and keeps it for the next label', () => {
    const [before, after] = readElements('^FO1,2^FDa^FS^LH100,200^FO1,2^FDb^FS');
    expect(before?.origin).toMatchObject({ x: 1, y: 2 });
    expect(after?.origin).toMatchObject({ x: 101, y: 202 });
  });

  it('shifts left by ^LS and down by ^LT', () => {
    expect(readOne('text', '^LS5^LT7^FO10,10^FDa^FS').origin).toMatchObject({ x: 5, y: 17 });
    expect(readOne('text', '^LS-5^LT-7^FO10,10^FDa^FS').origin).toMatchObject({ x: 15, y: 3 });
  });

  it('lets 600 dpi printers move twice as far down', () => {
    expect(readOne('text', '^LT120^FDa^FS').origin.y).toBe(120);
    expect(readOne('text', '^LT240^FDa^FS', { dotsPerMm: 24 }).origin.y).toBe(240);
  });

  it('ignores a ^LT beyond that', () => {
    expect(readOne('text', '^LT30^LT121^FDa^FS').origin.y).toBe(30);
    expect(readOne('text', '^LT-121^FO0,200^FDa^FS').origin.y).toBe(200);
  });

  it('brings no field across the left or the upper edge', () => {
    expect(readOne('text', '^LS50^LT-40^FO10,20^FDa^FS').origin).toMatchObject({ x: 0, y: 0 });
  });

  it('moves a field that has its place already with the label home', () => {
    expect(readOne('text', '^LH5,7^FO160,10^LH0,30^FDa^FS').origin).toMatchObject({ x: 160, y: 40 });
  });
});

describe('^FW', () => {
  it('turns and justifies only where a command does not say', () => {
    const [first, second, third] = readElements('^FWR,1^FDa^FS^A0I,20^FO1,1,0^FDb^FS^A0^FDc^FS');
    expect(first).toMatchObject({ orientation: 'R', origin: { justify: 1 } });
    expect(second).toMatchObject({ orientation: 'I', origin: { justify: 0 } });
    expect(third).toMatchObject({ orientation: 'R' });
  });

  it('turns the text of the field that is open, whatever its commands named before', () => {
    const [text, block, mark, after] = readElements(
      '^FO791,493^A0N,13,18^FWB^FDa^FS^A0N,20^TBN,90,40^FWR^FDb^FS^GSN,24^FWR^FDA^FS^A0N,9^FDc^FS',
    );
    expect(text).toMatchObject({ kind: 'text', orientation: 'B' });
    expect(block).toMatchObject({ kind: 'text', orientation: 'R' });
    expect(mark).toMatchObject({ kind: 'symbol', orientation: 'R' });
    expect(after).toMatchObject({ kind: 'text', orientation: 'N' });
  });

  it.each([
    ['^BCI,50^FWN^FD1', 'I'],
    ['^BCN,50^FWI,1^FD1', 'N'],
    ['^FWR^BCI,50^FWN^FD1', 'I'],
    ['^FWB^B3,,50^FWR^FDA', 'B'],
    ['^B3,,50^FWR^FDA', 'N'],
    ['^FWR^FWB^BX,4,200^FWI^FDA', 'B'],
    ['^BCI,50^A0N,20^FWR^FD1', 'I'],
    ['^A0N,20^FWR^BC,50^FD1', 'R'],
    ['^BCX,50^FWR^FD1', 'N'],
  ])('leaves the barcode of %s turned by %s', (commands, orientation) => {
    expect(readOne('barcode', `${commands}^FS`).orientation).toBe(orientation);
  });

  it('turns the barcodes of later fields', () => {
    const [first, second] = readElements('^BCI,50^FWR^FD1^FS^BC,50^FD1^FS');
    expect(first).toMatchObject({ orientation: 'I' });
    expect(second).toMatchObject({ orientation: 'R' });
  });

  it('turns no shape and no picture of the field that is open', () => {
    const shapes = readElements('^FO1,2^GB9,4,1^FWR^FS^FO1,2^GFA,2,2,1,FF00^FWB^FS');
    expect(shapes.map((shape) => 'orientation' in shape)).toEqual([false, false]);
  });

  it('lets a command after it turn the field once more', () => {
    expect(readOne('text', '^FWB^A0N,13^FDa^FS').orientation).toBe('N');
    expect(readOne('text', '^A0N,13^FWB^A0R,13^FDa^FS').orientation).toBe('R');
  });

  it('turns no field when it names no orientation or none that there is', () => {
    expect(readOne('text', '^FWB^FS^A0R,13^FW,1^FDa^FS').orientation).toBe('R');
    expect(readOne('text', '^A0R,13^FWX^FDa^FS').orientation).toBe('R');
  });

  it('justifies fields that get their place after it, not the open one', () => {
    expect(readOne('text', '^FO9,9^FWN,1^FDa^FS').origin.justify).toBe(0);
    expect(readOne('text', '^FWN,1^FO9,9^FDa^FS').origin.justify).toBe(1);
  });

  it('turns neither QR nor MaxiCode in an open field', () => {
    const upright = readElements('^BQN,2,5^FWB^FDQA,1^FS^BD2^FWR^FD1^FS');
    expect(upright.map((e) => (e.kind === 'barcode' ? e.orientation : null))).toEqual(['N', 'N']);
  });

  it('turns barcodes but neither QR nor MaxiCode', () => {
    const turned = readElements('^FWB^BCN^FD1^FS^B3^FD1^FS^BQ,2,5^FDQA,1^FS^BD^FD1^FS');
    expect(turned.map((e) => (e.kind === 'barcode' ? e.orientation : null))).toEqual(['N', 'B', 'N', 'N']);
  });
});
