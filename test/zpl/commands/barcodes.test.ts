import { describe, expect, it } from 'vitest';

import { readElements, readOne, readReasons } from './read.ts';

describe('barcode fields', () => {
  it('hands over parameters, module and data', () => {
    expect(readOne('barcode', '^BY3,2.5,80^FO1,2^BCR,100,Y,N,N,A\n^FD12>6^FS')).toEqual({
      kind: 'barcode',
      command: '^BC',
      options: { height: 100, line: true, above: false, check: false, mode: 'A' },
      orientation: 'R',
      moduleWidth: 3,
      ratio: 2.5,
      height: 80,
      data: '12>6',
      font: null,
      origin: { x: 1, y: 2, command: '^FO', justify: 0 },
      reverse: false,
      span: { start: 37, end: 44 },
    });
  });

  it('knows every symbology', () => {
    const names = '0 O 1 2 3 4 5 7 8 9 A B C D E F I J K L M P Q R S T U X Z'.split(' ');
    const elements = readElements(names.map((name) => `^B${name}^FD1^FS`).join(''));
    expect(elements.map((e) => (e.kind === 'barcode' ? e.command : e.kind))).toEqual(
      names.map((n) => `^B${n}`),
    );
  });

  it('decodes ^FH in the data', () => {
    expect(readOne('barcode', '^BXN,4,200^FH^FD_1Da^FS').data).toBe('\x1da');
  });

  it('ends with the field', () => {
    expect(readElements('^BCN^FD1^FS^FD2^FS').map(({ kind }) => kind)).toEqual(['barcode', 'text']);
  });

  it('carries the font of a preceding ^A', () => {
    expect(readOne('barcode', '^A0N,30^BCN^FD1^FS').font).toEqual({ name: '0', height: 30, width: 0 });
  });

  it('marks fields under ^CVY', () => {
    const [off, on] = readElements('^BCN^FD1^FS^CVY^BCN^FD1^FS');
    expect(off).not.toHaveProperty('validated');
    expect(on).toMatchObject({ validated: true });
  });
});

describe('^BY', () => {
  it('has power-up defaults', () => {
    expect(readOne('barcode', '^BCN^FD1^FS')).toMatchObject({ moduleWidth: 2, ratio: 3, height: 10 });
  });

  it('keeps what it does not give, and stays in force', () => {
    const [first, second] = readElements('^BY4,2,70^BCN^FD1^FS^BY3^BCN^FD1^FS');
    expect(first).toMatchObject({ moduleWidth: 4, ratio: 2, height: 70 });
    expect(second).toMatchObject({ moduleWidth: 3, ratio: 2, height: 70 });
  });

  it('gives way to the magnification of a ^BQ before another barcode of the same field', () => {
    const [bars, next] = readElements('^BY3^BQN,2,5^BCN,40^FD12^FS^BCN,40^FD12^FS');
    expect(bars).toMatchObject({ command: '^BC', moduleWidth: 5 });
    expect(next).toMatchObject({ moduleWidth: 3 });
    expect(readOne('barcode', '^BY3^BQN,2^BCN^FD1^FS').moduleWidth).toBe(3);
    expect(readOne('barcode', '^BY3^BQN,2,900^BCN^FD1^FS').moduleWidth).toBe(100);
    expect(readOne('barcode', '^BQN,2,5^BY4^BCN^FD1^FS').moduleWidth).toBe(4);
    expect(readOne('barcode', '^BQN,2,5^BY,2^BCN^FD1^FS')).toMatchObject({ moduleWidth: 5, ratio: 2 });
  });

  it('keeps module and ratio in range', () => {
    expect(readOne('barcode', '^BY0,9^BCN^FD1^FS')).toMatchObject({ moduleWidth: 1, ratio: 3 });
    expect(readOne('barcode', '^BY99,1^BCN^FD1^FS')).toMatchObject({ moduleWidth: 12, ratio: 2 });
    expect(readReasons('^XA^BY0^XZ')).toEqual(['^BY parameter 1 is 0; 1 is used']);
  });
});
