import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderImages } from '../../src/engine/render-images.ts';
import { joinWarnings, NO_WARNINGS, warningsIn, warningsOf } from '../../src/engine/warnings.ts';
import { type ByteString, toByteString } from '../../src/zpl/byte-string.ts';
import type { Span } from '../../src/zpl/label.ts';
import { BOX_FONT_HEX } from '../raster/font/box-font.ts';
import { runs } from '../support/runs.ts';

/** Warnings about a label of 240 by 160 dots: command, the text that its span covers, reason. */
function diagnosticsOf(body: string, before = ''): string[] {
  const zpl = toByteString(`${before}^XA${body}^XZ`);
  const size = { widthMm: 30, heightMm: 20, dpi: 203.2 };
  return renderImages(zpl, size, 'all').diagnostics.map(
    ({ command, span, reason }) => `${command} [${spanned(zpl, span)}] ${reason}`,
  );
}

/** The first characters of the text that a span covers. */
function spanned(zpl: ByteString, { start, end }: Span): string {
  return Array.from(Buffer.from(zpl.slice(start, end), 'latin1').toString())
    .slice(0, 12)
    .join('');
}

const CUT = 'ink beyond the edge of the label is cut off';

const REMEDY = '; a font of FONTS_DIR that ^A@, ^CW or ^FL names may have them';

describe('warnings', () => {
  it.each<[string, string, string[]]>([
    ['an unknown command', '^QQ1^FO1,1^GB9,9^FS', ['^QQ [^QQ1] this command is not supported']],
    ['a clamped parameter', '^FO1,1^GB9,9,1,B,12^FS', ['^GB [^GB9,9,1,B,1] parameter 5 is 12; 8 is used']],
    ['a clamped ratio', '^BY2,9^FO1,1^GB9,9^FS', ['^BY [^BY2,9] parameter 2 is 9; 3 is used']],
    ['a font that is too small', '^A0N,5^FDa^FS', ['^A [^A0N,5] parameter 2 is 5; 10 is used']],
    [
      'a clamped barcode parameter',
      '^FO9,0^BY1,3,1^BFN,1,40^FDA^FS',
      ['^BF [^BFN,1,40] parameter 3 is 40; 33 is used'],
    ],
    [
      'a letter that is none of those allowed',
      '^FO1,1^GB9,9,1,Q^FS',
      ['^GB [^GB9,9,1,Q] parameter 4 is not one of B W'],
    ],
    ['a missing picture', '^FO1,1^XGNONE^FS', ['^XG [^XGNONE] no such picture is stored']],
    ['a missing format', '^XFNONE^FS', ['^XF [^XFNONE] no such format is stored']],
    ['a missing font', '^AXN,20^FDa^FS', ['^A [^AXN,20] no such font; the default font is used']],
    [
      'text that overflows ^FB',
      '^FO1,1^A0N,20^FB60,1^FDone two three^FS',
      ['^FB [^FDone two t] the text has 2 lines more than the block; they are printed over its last line'],
    ],
    [
      'text that overflows ^TB',
      '^FO1,1^A0N,20^TBN,60,20^FDone two three^FS',
      ['^TB [^FDone two t] the text has 2 lines more than the block; they are cut off'],
    ],
    [
      'a barcode that cannot be encoded',
      '^FO1,1^BY2^BRN,5^FD9112345678901^FS',
      ['^BR [^FD911234567] GS1 DataBar Limited takes 13 digits, the first 0 or 1'],
    ],
    [
      'a Data Matrix of no quality',
      '^FO1,1^BXN,3,90^FDA^FS',
      ['^BX [^FDA] a Data Matrix has quality 0, 50, 80, 100, 140 or 200; got 90; ECC 000 is drawn'],
    ],
    [
      'a MicroPDF417 with several places',
      '^FM1,1,1,90^BY1,3,1^BFN,1,33^FDA^FS',
      ['^BF [^FDA] MicroPDF417 is not split; one symbol is drawn'],
    ],
    ['text off the label', '^FO200,1^A0N,40^FDlong^FS', [`^FD [^FDlong] ${CUT}`]],
    ['text wholly off the label', '^FO900,1^A0N,40^FDa^FS', [`^FD [^FDa] ${CUT}`]],
    ['a barcode off the label', '^FO150,1^BCN,20,N^FDlong^FS', [`^BC [^FDlong] ${CUT}`]],
    ['a box off the label', '^FO1,1^GB300,9^FS', [`^GB [^GB300,9] ${CUT}`]],
    ['a rounded box off the label', '^FO1,1^GB9,300,1,B,4^FS', [`^GB [^GB9,300,1,B] ${CUT}`]],
    ['a circle off the label', '^FO200,1^GC99^FS', [`^GC [^GC99] ${CUT}`]],
    ['an ellipse off the label', '^FO1,100^GE99,99^FS', [`^GE [^GE99,99] ${CUT}`]],
    ['a diagonal off the label', '^FO1,100^GD99,99^FS', [`^GD [^GD99,99] ${CUT}`]],
    ['a picture off the label', '^FO239,1^GFA,1,1,1,C0^FS', [`^GF [^GFA,1,1,1,C] ${CUT}`]],
    ['a print width that cuts', '^PW100^FO1,1^GB120,9^FS', [`^GB [^GB120,9] ${CUT}`]],
  ])('are given for %s', (_, body, expected) => {
    expect(diagnosticsOf(body)).toEqual(expected);
  });

  it.each([
    ['a picture whose margin alone is off the label', '^FO239,1^GFA,1,1,1,80^FS'],
    ['a magnified picture whose margin alone is off the label', '^FO1,159^XGM,2,1^FS'],
    ['white paint off the label', '^FO1,1^GB300,9,9,W^FS'],
    ['what ends with the label', '^FO0,0^GB240,160,3^FS'],
    ['blanks off the label', '^FO200,1^A0N,20^FDa                  ^FS'],
  ])('are not given for %s', (_, body) => {
    expect(diagnosticsOf(body, '~DGM,2,1,8000')).toEqual([]);
  });

  it.each<[string, string, string[]]>([
    [
      'font 0',
      '^FO9,9^A0N,20^FD中文^FS',
      ['^FD [^FD中文] font 0 has no glyph for 中 (U+4E2D, Han), 文 (U+6587, Han)'],
    ],
    ['a bitmap font', '^FO9,9^ADN,18^FDa中^FS', ['^FD [^FDa中] font D has no glyph for 中 (U+4E2D, Han)']],
    ['font P', '^FO9,9^APN,20^FD中^FS', ['^FD [^FD中] font P has no glyph for 中 (U+4E2D, Han)']],
    ['font H', '^FO9,9^AHN,21^FDHab^FS', ['^FD [^FDHab] font H has no glyph for a (U+0061), b (U+0062)']],
    ['the symbol font', '^FO9,9^GSN,24^FDF^FS', ['^GS [^FDF] font GS has no glyph for F (U+0046)']],
    [
      'an interpretation line',
      '^FO9,9^AHN,21^BY1^BCN,20^FDx^FS',
      ['^BC [^FDx] font H has no glyph for x (U+0078)'],
    ],
    [
      'many characters, once for each field',
      '^FO9,9^A0N,20^FD中文字元表中^FS^FO9,60^A0N,20^FB99,3^FD中\\&中^FS',
      [
        '^FD [^FD中文字元表中] font 0 has no glyph for 中 (U+4E2D, Han), 文 (U+6587, Han), 字 (U+5B57, Han), 2 more',
        '^FD [^FD中\\&中] font 0 has no glyph for 中 (U+4E2D, Han)',
      ],
    ],
    [
      'characters that would not show, by their codes alone',
      '^FO9,9^ADN,18^FD\u{e0001}\u{1f600}^FS',
      ['^FD [^FD\u{e0001}\u{1f600}] font D has no glyph for U+E0001, 😀 (U+1F600)'],
    ],
  ])('name what %s lacks', (_, body, expected) => {
    expect(diagnosticsOf(body, '^XA^CI28^XZ')).toEqual(
      expected.map((line) => `${line}; blanks are printed${/Han|U\+1F600/.test(line) ? REMEDY : ''}`),
    );
  });

  it('name what neither a downloaded font nor its stand-in has', () => {
    const field = '^FO9,9^A@N,20,20,R:F.TTF^FDA中^FS';
    expect(diagnosticsOf(field, `^XA^CI28^XZ~DYR:F,A,T,560,,${BOX_FONT_HEX}`)).toEqual([
      '^FD [^FDA中] font R:F.TTF has no glyph for 中 (U+4E2D, Han); blanks are printed; a font of FONTS_DIR that ^A@, ^CW or ^FL names may have them',
    ]);
  });

  it.each([
    ['white space of any kind', '^FO9,9^A0N,20^FDa \u00a0\u2003\u3000b^FS'],
    ['control characters that a printer skips', '^FO9,9^A0N,20^FH^FDa_01_1b_7f_09b_c2_85^FS'],
    ['line feeds, tabs and soft hyphens in a block', '^FO9,9^A0N,20^FB200,3^FH^FDa_0a_09b_01\\-c^FS'],
    ['blanks in every font', 'ABCDEFGH0PQRSTUV'.replace(/./g, '^FO9,9^A$&N,20^FDA 1^FS')],
    ['a mark after others', '^FO9,9^GSN,24^FDA^FS^FO9,50^GSN,24^FD  B^FS'],
    ['what an RFID tag holds', '^RFW,H^FD中^FS'],
  ])('are not given for %s', (_, body) => {
    expect(diagnosticsOf(body, '^XA^CI28^XZ')).toEqual([]);
  });

  it('say what stands in for a downloaded font that is broken', () => {
    const broken = BOX_FONT_HEX.replace(Buffer.from('glyf').toString('hex').toUpperCase(), '00000000');
    expect(broken).not.toBe(BOX_FONT_HEX);
    expect(diagnosticsOf('^FO1,1^A@N,20,20,R:F.TTF^FDA^FS', `~DYR:F,A,T,560,,${broken}`)).toEqual([
      '^A [^FDA] the downloaded font R:F.TTF cannot be drawn; font 0 is used',
    ]);
    expect(diagnosticsOf('^FO1,1^A@N,20,20,R:F.TTF^FDA^FS', `~DYR:F,A,T,560,,${BOX_FONT_HEX}`)).toEqual([]);
  });

  it('say when a downloaded picture is none', () => {
    expect(diagnosticsOf('', '~DYR:P,P,P,3,,89504E')).toContainEqual(
      '~DY [~DYR:P,P,P,3] the PNG picture cannot be decoded',
    );
  });
});

describe('reported warnings', () => {
  it('is their number, and each text once', () => {
    const span = { start: 0, end: 0 };
    const code = 'block-overflow' as const;
    const diagnostics = ['b', 'a', 'b'].map((reason) => ({ code, command: '^FB', span, reason }));
    expect(warningsOf(diagnostics)).toEqual({ count: 3, texts: ['^FB a', '^FB b'] });
    expect(warningsOf([])).toBe(NO_WARNINGS);
  });

  it('is ASCII in one line, and of a long one the beginning', () => {
    const [text, long] = warningsIn(['has no glyph for 中 (U+4E2D)\r\n\x7f😀', `x${'y'.repeat(400)}`]).texts;
    expect(text).toBe('has no glyph for ? (U+4E2D)????');
    expect(long).toBe(`x${'y'.repeat(296)}...`);
  });

  it('is bounded, and the same in whatever parts and order they come', () => {
    const texts = fc.array(fc.string({ maxLength: 320, unit: fc.constantFrom('a', 'b', 'ł') }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (parts) => {
        const whole = warningsIn(parts.flat());
        expect(joinWarnings(parts.map(warningsIn))).toEqual(whole);
        expect(warningsIn(parts.flat().toReversed())).toEqual(whole);
        expect(whole.texts.join('').length).toBeLessThanOrEqual(1300);
      }),
      { numRuns: runs(100) },
    );
  });
});
