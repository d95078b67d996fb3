import { describe, expect, it } from 'vitest';
import { compile } from '../../src/template/compile.ts';
import { joinFields } from '../../src/template/substitute.ts';
import { literalsOf } from '../../src/template/template.ts';
import { toByteString } from '../../src/zpl/byte-string.ts';
import { failureOf, run, templateOf } from './run.ts';

const MARKED = '^FXsvc-barcode:1;symbology=qrcode;template=TEXT;module=1^FS^FO1,1^GFA,8,8,1,FF^FS';

describe('compilation', () => {
  it('points at what cannot be substituted, whatever the values are', () => {
    const zpl = '^XA^CI17^FO1,1^FD{a}^FS^FXsvc-barcode:9;^FS^FXsvc-barcode:1;symbology=qrcode^FS^XZ';
    const found = templateOf(zpl).diagnostics.map(({ command, span, reason }) => ({
      command,
      sent: zpl.slice(span.start, span.end),
      reason,
    }));
    expect(found).toEqual([
      { command: '^FD', sent: '^FD{a}', reason: expect.stringContaining('^CI17') },
      { command: '^FX', sent: '^FXsvc-barcode:9;', reason: expect.stringContaining('unknown version') },
      {
        command: '^FX',
        sent: '^FXsvc-barcode:1;symbology=qrcode',
        reason: expect.stringContaining('damaged'),
      },
    ]);
  });

  it('finds malformed transforms, which fail once the label is used', () => {
    const transforms = [{ variable: 'v', steps: [{ op: 'trim' }, { op: 'rot13' }] }];
    const template = templateOf('^FDfixed^FS', transforms);
    expect(template.transforms.ok).toBe(false);
    expect(template.failure).toBeNull();
    const failure = failureOf(() => run('^FDfixed^FS', {}, transforms));
    expect(failure).toMatchObject({
      code: 'field_transform_invalid',
      message: expect.stringContaining('rot13'),
    });
  });

  it('tells a label that depends on the request from one that does not', () => {
    const dynamic = (zpl: string) => templateOf(zpl).isDynamic;
    expect(['^FD{v}^FS', '^FD{DATE}^FS', MARKED.replace('TEXT', '%7Bv%7D')].map(dynamic)).toEqual([
      true,
      true,
      true,
    ]);
    expect(['^FDv^FS', '^FX{v}^FS', MARKED.replace('TEXT', 'v')].map(dynamic)).toEqual([false, false, false]);
  });

  it.each([
    ['text of the encoding that the label finds', '^XA^FD\x80^FS^CI28^XZ', true],
    ['text before the encoding of a format', '^XA^DFA^CI28^FD\x80^FS^XZ^XA^FD\x80^FS^CI28^XZ', true],
    ['text after the encoding alone', '^XA^CI28^FD\x80^FS^XZ', false],
    ['no text that another encoding prints otherwise', '^XA^FDa^FS^CI28^XZ', false],
  ])('puts the encoding back where the label has %s', (_, zpl, putsBack) => {
    expect(templateOf(zpl).stateReset.includes('^CI0')).toBe(putsBack);
  });

  it('keeps the stream in pieces that make it up again', () => {
    const zpl = '^XA^FDa^FS^FD{b}^FS^BCN^FD{c}^FS^FX é^FS^XZ';
    const template = compile({
      zpl: toByteString(zpl),
      fieldTransforms: [],
      dynamicTokens: [],
    });
    const saved = template.dynamicFields.map(({ start, end }) => toByteString(zpl.slice(start, end)));
    expect(joinFields(template, saved)).toBe(toByteString(zpl));
    expect(saved).toEqual(['^FD{b}', '^FD{c}']);
    expect(literalsOf(template)).toEqual(['^XA^FDa^FS', '^FS^BCN', toByteString('^FS^FX é^FS^XZ')]);
  });
});
