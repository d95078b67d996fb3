import { describe, expect, it } from 'vitest';

import { read, readElements, readLabel, readOne } from './read.ts';

describe('the finished label', () => {
  it('has plain defaults', () => {
    expect(readLabel('^XA^FDa^FS^XZ')).toMatchObject({
      printWidth: null,
      inverted: false,
      mirrored: false,
      doubled: false,
      quantity: 1,
    });
  });

  it.each([
    ['^POI', { inverted: true }],
    ['^POI^PON', { inverted: false }],
    ['^POI^PO', { inverted: false }],
    ['^PMY', { mirrored: true }],
    ['^PMY^PMX', { mirrored: true }],
    ['^PMY^PM', { mirrored: false }],
    ['^PW480', { printWidth: 480 }],
    ['^PW480^PW', { printWidth: 480 }],
    ['^LL900', { labelLength: 900 }],
    ['^LL900^LL', { labelLength: 900 }],
    ['^LL900^LL0', { labelLength: 900 }],
    ['^MUM^PW50^LL25.5', { printWidth: 400, labelLength: 204 }],
    ['^MUI^PW2^LL1', { printWidth: 406, labelLength: 203 }],
    ['^MUD,150,300^PW400^LL300', { printWidth: 800, labelLength: 600 }],
    ['^JMB', { doubled: true }],
    ['^PQ7,,,Y', { quantity: 7 }],
    ['^PQ0', { quantity: 1 }],
  ])('%s', (zpl, expected) => {
    expect(readLabel(`^XA${zpl}^FDa^FS^XZ`)).toMatchObject(expected);
  });

  it('lets the last ^PO of the label win', () => {
    expect(readLabel('^XA^POI^FDa^FS^PON^XZ').inverted).toBe(false);
  });

  it('keeps settings for the next label, the quantity aside', () => {
    const [, second] = read('^XA^POI^PMY^PW99^PQ5^FDa^FS^XZ^XA^FDb^FS^XZ').labels;
    expect(second).toMatchObject({ inverted: true, mirrored: true, printWidth: 99, quantity: 1 });
  });
});

describe('^MU', () => {
  it('reads millimetres and inches with fractions', () => {
    expect(readOne('box', '^MUM^FO3.75,40^GB94,0,0.5^FS')).toMatchObject({
      origin: { x: 30, y: 320 },
      width: 752,
      thickness: 4,
    });
    expect(readOne('box', '^MUI^FO1,0.5^GB2,1^FS')).toMatchObject({ origin: { x: 203, y: 102 }, width: 406 });
    expect(readOne('box', '^MUM^FO1,1^GB2,1^FS', { dotsPerMm: 12 }).origin).toMatchObject({ x: 12, y: 12 });
  });

  it('reads text sizes, and barcode lengths but not their other parameters', () => {
    expect(readOne('text', '^MUM^A0N,8.8,5^FDa^FS').font).toEqual({ name: '0', height: 70, width: 40 });
    expect(readOne('barcode', '^MUM^BY0.35,2,10^BCN,15,Y^FD1^FS')).toMatchObject({
      options: { height: 120, line: true },
      moduleWidth: 3,
      ratio: 2,
      height: 80,
    });
    expect(readOne('barcode', '^MUM^BQN,2,4^FDQA,1^FS').options).toEqual({ model: 2, magnification: 4 });
  });

  it('reads places, offsets, blocks and gaps', () => {
    const [placed] = readElements('^MUM^LH1,2^LS1^LT3^FT10,20^FPH,0.5^FB30,2,0.5,L,2^A0N,3^FDa^FS');
    expect(placed).toMatchObject({
      origin: { x: 80, y: 200 },
      gap: 4,
      block: { width: 240, lines: 2, lineSpacing: 4, indent: 16 },
      font: { height: 24, width: 0 },
    });
  });

  it('changes the resolution until it is set again', () => {
    const [doubled, still, plain] = readElements(
      '^MUD,150,300^FO10,20^FDa^FS^MUD^FO10,20^FDb^FS^MUD,300,300^FO10,20^FDc^FS',
    );
    expect(doubled?.origin).toMatchObject({ x: 20, y: 40 });
    expect(still?.origin).toMatchObject({ x: 20, y: 40 });
    expect(plain?.origin).toMatchObject({ x: 10, y: 20 });
  });
});

describe('^MC', () => {
  it('draws later labels over a kept one, without its variable fields', () => {
    const { labels } = read('^XA^MCN^FDa^FS^FVb^FS^XZ^XA^FVc^FS^XZ^XA^MCY^FDd^FS^XZ');
    const texts = labels.map(({ elements }) => elements.map((e) => (e.kind === 'text' ? e.text : '')));
    expect(texts).toEqual([['a', 'b'], ['a', 'c'], ['d']]);
  });
});
