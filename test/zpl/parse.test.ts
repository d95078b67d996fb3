import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { FailureError } from '../../src/errors.ts';
import { byteStringOf, toByteString } from '../../src/zpl/byte-string.ts';
import { parse } from '../../src/zpl/parse.ts';
import { runs } from '../support/runs.ts';
import { read, readElements, readLabel, readReasons, readTexts } from './commands/read.ts';

describe('labels of a stream', () => {
  it('gives one label for each ^XA…^XZ that prints something', () => {
    expect(read('^XA^FDa^FS^XZ^XA^PON^XZ^XA^FDb^FS^XZ').labels).toHaveLength(2);
  });

  it.each(['^XA^XZ', '^XA^PW400^LH1,2^XZ', '^XA^DFR:A^FO1,1^FDx^FS^XZ', '^XA~DGR:A.GRF,1,1,FF^XZ', ''])(
    'gives no label for %j',
    (zpl) => {
      expect(read(zpl).labels).toEqual([]);
    },
  );

  it('gives a blank label for a field without data to show', () => {
    expect(readLabel('^XA^FO1,1^FD^FS^XZ').elements).toEqual([]);
    expect(readLabel('^XA^FO1,1^XGNONE^FS^XZ').elements).toEqual([]);
  });

  it('drops a label that is never closed, and says so', () => {
    expect(read('^XA^FDa^FS').labels).toEqual([]);
    expect(readReasons('^XA^FDa^FS')).toEqual(['^XA the label is never closed']);
  });

  it('ignores text and fields outside labels', () => {
    expect(read('hello ^FO1,1^FDx^FS^XA^FDa^FS^XZ bye ^FDz^FS').labels[0]?.elements).toHaveLength(1);
  });

  it('goes on with an open label at a second ^XA', () => {
    expect(readTexts('^FDa^FS^XA^FDb^FS')).toEqual(['a', 'b']);
  });

  it('ends an open field at ^XZ', () => {
    expect(readTexts('^FDa')).toEqual(['a']);
  });

  it('honours changed prefixes', () => {
    expect(readTexts('^CC+^CD;+FO10;20+FDa^b+FS+CC^')).toEqual(['a^b']);
  });

  it('counts every occurrence of an unknown command', () => {
    expect(readReasons('^XA^QQ^QQ1^FDa^FS^XZ')).toHaveLength(2);
  });

  it('is silent about settings that leave the dots alone', () => {
    expect(
      readReasons('~SD15^XA^PR4^MD5^MMT^MNW^MTD^JUS^PQ1^MFN^SZ2^JZY^PA0,1^LL480^ML9^FX x^XZ~JSN~TA0'),
    ).toEqual([]);
  });

  it('is silent about a driver preamble', () => {
    expect(readReasons('CT~~CD,~CC^~CT~^XA^FDa^FS^XZ')).toEqual([]);
  });

  it('keeps nothing between calls', () => {
    read('^XA^CF0,50^LH100,100^FWR^POI^XZ');
    const [label] = read('^XA^FDa^FS^XZ').labels;
    expect(label?.inverted).toBe(false);
    expect(label?.elements[0]).toMatchObject({
      origin: { x: 0, y: 0 },
      font: { name: 'A', height: 9, width: 5 },
      orientation: 'N',
    });
  });
});

describe('bounds', () => {
  it('returns every label of a long stream', () => {
    const { labels, diagnostics } = read('^XA^FDa^FS^XZ'.repeat(153));
    expect(labels).toHaveLength(153);
    expect(diagnostics).toHaveLength(0);
  });

  it('stops after the commands it is allowed', () => {
    const { labels, diagnostics } = read('^XA^FDa^FS^XZ'.repeat(5001));
    expect(labels).toHaveLength(5000);
    expect(diagnostics.map(({ reason }) => reason)).toContain(
      'only the first 20000 commands are carried out',
    );
  });

  it('counts the commands that ^XF repeats', () => {
    const format = `^XA^DFR:F${'^FO1,1^FDa^FS'.repeat(10)}^XZ`;
    const { diagnostics, labels } = read(`${format}^XA${'^XFR:F'.repeat(1000)}^XZ`);
    expect(labels).toEqual([]);
    expect(diagnostics.filter(({ reason }) => reason.includes('20000 commands'))).not.toEqual([]);
  });

  it('fails as busy when the deadline has passed', () => {
    expect(() => read('^XA^FDa^FS^XZ', { deadline: () => true })).toThrow(FailureError);
  });

  it('bounds what one long value of a slot grows to', () => {
    const slots = '^FO1,1^FN1^FS'.repeat(3000);
    const label = readLabel(`^XA${slots}^FN1^FD${'x'.repeat(100_000)}^FS^XZ`);
    const characters = label.elements.reduce((sum, e) => sum + (e.kind === 'text' ? e.text.length : 0), 0);
    expect(characters).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(characters).toBeGreaterThan(0);
  });

  it('bounds the pictures of one stream together', () => {
    const label = readLabel(`^XA${'^GFA,4,4000000,1000,FF^FS'.repeat(20)}^XZ`);
    expect(label.elements).toHaveLength(2);
  });
});

describe('any stream', () => {
  const names =
    'XA XZ FO FT FW LH LS LT PO PM PW LR JM MC MU CV PQ A0 AA A@ CF CW FB TB FP FD FV SN FS FH FE FC FN FR CI SO ' +
    'GB GC GE GD GF GS B3 BC BQ BX B7 BY XG IM IL ID IS DF XF CC CD CT FX ZZ';
  const command = fc
    .tuple(
      fc.constantFrom(...names.split(' ').map((name) => `^${name}`), '~DG', '~DY', '~DU', '~EG'),
      fc.array(
        fc.oneof(
          fc.integer({ min: -5, max: 40_000 }).map(String),
          fc.constantFrom(
            '',
            'N',
            'R',
            'I',
            'B',
            'Y',
            'R:A.GRF',
            'A',
            'C',
            ':Z64:eJzt:0000',
            '_5E',
            '#1#',
            '%Y',
            '1.5',
          ),
          fc.string({ maxLength: 6 }),
        ),
        { maxLength: 6 },
      ),
    )
    .map(([name, params]) => name + params.join(','));

  it('never throws on commands in any order', () => {
    fc.assert(
      fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
        const { labels } = read(`^XA${commands.join('')}^XZ`, { now: new Date(0) });
        expect(labels.length).toBeLessThanOrEqual(50);
      }),
      { numRuns: runs(300) },
    );
  });

  it('never throws on arbitrary bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        parse(byteStringOf(bytes), { dotsPerMm: 12 });
      }),
      { numRuns: runs(300) },
    );
  });

  it('gives spans inside the stream', () => {
    const source = toByteString('^XA^FO1,1^GB5,5^FS^FDa^FS^QQ^XZ');
    const { labels, diagnostics } = parse(source, { dotsPerMm: 8 });
    const cut = ({ start, end }: { start: number; end: number }): string => source.slice(start, end);
    expect(labels[0]?.elements.map(({ span }) => cut(span))).toEqual(['^GB5,5', '^FDa']);
    expect(diagnostics.map(({ span }) => cut(span))).toEqual(['^QQ']);
  });
});

describe('elements', () => {
  it('keeps the order of the stream', () => {
    const kinds = readElements('^FDa^FS^GB9,9^FS^BCN,9^FDb^FS^GSN,9^FDA^FS^GD9,9^FS^GC9^FS^GFA,1,1,1,FF^FS');
    expect(kinds.map(({ kind }) => kind)).toEqual([
      'text',
      'box',
      'barcode',
      'symbol',
      'diagonal',
      'ellipse',
      'graphic',
    ]);
  });
});
