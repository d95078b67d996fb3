import { describe, expect, it } from 'vitest';
import type { ImageType } from '../../../src/zpl/printer.ts';

import { read, readElements, readOne, readReasons } from './read.ts';

const IMAGE = '~DGR:LOGO.GRF,2,1,F00F';

describe('downloaded graphics', () => {
  it('draws what ~DG stored, magnified', () => {
    const graphic = readOne('graphic', `${IMAGE}^FO5,6^XGR:LOGO.GRF,2,3^FS`);
    expect(graphic).toMatchObject({ bytesPerRow: 1, rows: 2, scaleX: 2, scaleY: 3, origin: { x: 5, y: 6 } });
    expect([...graphic.data]).toEqual([0xf0, 0x0f]);
  });

  it.each(['^XGLOGO', '^XGlogo.grf', '^XGR:LOGO', '^IMR:LOGO.GRF', '^ILR:LOGO.GRF'])(
    'finds it by %s',
    (recall) => {
      expect(readOne('graphic', `${IMAGE}${recall}^FS`)).toMatchObject({ scaleX: 1, scaleY: 1 });
    },
  );

  it('looks on the named drive, or on all of them', () => {
    expect(readElements('~DGE:A.GRF,1,1,FF^XGR:A.GRF^FS')).toEqual([]);
    expect(readElements('~DGE:A.GRF,1,1,FF^XGA^FS')).toHaveLength(1);
    expect([...readOne('graphic', '~DGE:A,1,1,FF~DGR:A,1,1,0F^XGA^FS').data]).toEqual([0x0f]);
  });

  it('can be replaced, and ends with ^ID and ~EG', () => {
    const drawn = (stream: string): number =>
      read(`${IMAGE}${stream}^XA^XGLOGO^FS^XZ`).labels[0]?.elements.length ?? -1;
    expect(drawn('')).toBe(1);
    expect(drawn('^XA^IDR:LOGO.GRF^FS^XZ')).toBe(0);
    expect(drawn('^XA^IDR:*.GRF^FS^XZ')).toBe(0);
    expect(drawn('^XA^IDR:L?G*.*^FS^XZ')).toBe(0);
    expect(drawn('^XA^IDR:X*.GRF^FS^XZ')).toBe(1);
    expect(drawn('^XA^IDE:*.*^FS^XZ')).toBe(1);
    expect(drawn('~EG')).toBe(0);
    expect([...readOne('graphic', `${IMAGE}~DGR:LOGO.GRF,1,1,AA^XGLOGO^FS`).data]).toEqual([0xaa]);
  });

  it('draws nothing for a missing one, and says so', () => {
    expect(readReasons('^XA^XGNONE^FS^XZ')).toEqual(['^XG no such picture is stored']);
  });

  it('magnifies by at most ten', () => {
    expect(readOne('graphic', `${IMAGE}^XGLOGO,99,0^FS`)).toMatchObject({ scaleX: 10, scaleY: 1 });
  });

  it('refuses what does not fit into memory', () => {
    const half = (name: string): string => `~DGR:${name},2200000,100,FF`;
    expect(readReasons(`${half('A')}${half('B')}`)).toEqual(['~DG no memory left for this object']);
    expect(readReasons(`${half('A')}^XA^IDR:A.GRF^XZ${half('B')}`)).toEqual([]);
  });
});

describe('~DY', () => {
  it('stores graphics in hexadecimal and binary', () => {
    expect([...readOne('graphic', '~DYR:A,A,G,2,1,FF0F^XGA^FS').data]).toEqual([255, 15]);
    expect([...readOne('graphic', '~DYR:A,B,G,2,1,^~^XGA^FS').data]).toEqual([94, 126]);
  });

  it.each([
    ['P,P', 'PNG'],
    ['A,P', 'PNG'],
    ['P,G', 'PNG'],
    ['A,B', 'BMP'],
    ['A,X', 'PCX'],
  ])('hands the bytes of format and type %s to the decoder it was given, as %s', (sent, type) => {
    const seen: unknown[] = [];
    const decodeImage = (...[of, file]: [ImageType, Uint8Array, number]) => {
      seen.push([of, ...file]);
      return { bytesPerRow: 1, rows: 1, data: Uint8Array.of(0x81), spent: 2 };
    };
    const graphic = readOne('graphic', `~DYR:P,${sent},3,,89504E^IMR:P.${type}^FS`, { decodeImage });
    expect([...graphic.data]).toEqual([0x81]);
    expect(seen).toEqual([[type, 0x89, 0x50, 0x4e]]);
    expect(readReasons(`~DYR:P,${sent},3,,89504E`)).toEqual([`~DY the ${type} picture cannot be decoded`]);
  });

  it('exposes TrueType fonts, and refuses other bytes', () => {
    const { fonts } = read('~DYE:MINE.TTF,A,T,5,,0001000042~DUR:OLD,4,4F54544F');
    expect([...fonts].map(([name, data]) => [name, data.length])).toEqual([
      ['E:MINE.TTF', 5],
      ['R:OLD.FNT', 4],
    ]);
    expect(readReasons('~DYE:MINE,A,T,4,,FFFFFFFF')).toEqual(['~DY this is not a TrueType font']);
  });
});

describe('stored formats', () => {
  it('runs the format where it is recalled, more than once', () => {
    const { labels } = read('^XA^DFE:F.ZPL^FS^FO1,1^GB9,9^FS^XZ^XA^XFF^FS^LH50,0^XFE:F.ZPL^FS^XZ');
    expect(labels).toHaveLength(1);
    expect(labels[0]?.elements.map(({ origin }) => origin.x)).toEqual([1, 51]);
  });

  it('gives a label even if the format is missing', () => {
    expect(read('^XA^XFNONE^FS^XZ').labels).toHaveLength(1);
    expect(readReasons('^XA^XFNONE^FS^XZ')).toEqual(['^XF no such format is stored']);
  });

  it('does not nest', () => {
    const stream = '^XA^DFA^FS^FDa^FS^XFA^FS^XZ^XA^XFA^FS^XZ';
    expect(read(stream).labels[0]?.elements).toHaveLength(1);
    expect(readReasons(stream)).toEqual(['^XF a stored format cannot recall another']);
  });

  it('does not carry out what it records', () => {
    expect(read('^XA^DFA^FS^POI^LH9,9^XZ^XA^FDa^FS^XZ').labels[0]).toMatchObject({
      inverted: false,
      elements: [{ origin: { x: 0, y: 0 } }],
    });
  });
});

describe('stored labels', () => {
  it('recalls with ^IL what ^IS kept, printed or not', () => {
    const { labels } = read('^XA^FO5,5^FDa^FS^ISR:FORM,N^XZ^XA^ILR:FORM^FS^FDb^FS^XZ');
    expect(labels.map(({ elements }) => elements.length)).toEqual([2]);
    expect(read('^XA^FDa^FS^ISR:FORM,Y^XZ').labels).toHaveLength(1);
  });
});

describe('a label saved by ^IS', () => {
  it('is drawn at the place of a field that recalls it', () => {
    const saved = '^XA^FO5,6^GB9,9,9^FS^ISR:S.GRF,N^XZ';
    for (const recall of ['^XGR:S.GRF,1,1', '^IMR:S.GRF']) {
      const [label] = read(`${saved}^XA^FO100,200${recall}^FS^XZ`).labels;
      expect(label?.elements).toMatchObject([{ kind: 'box', origin: { x: 105, y: 206 } }]);
    }
  });
});
