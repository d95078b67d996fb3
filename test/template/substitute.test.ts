import { describe, expect, it } from 'vitest';
import { joinFields, substitute, substituteFields } from '../../src/template/substitute.ts';
import { NOW, templateOf } from './run.ts';

const MARKED =
  '^FXsvc-barcode:1;symbology=qrcode;template={a};module=2^FS^FT20,90,1^GFA,20,20,2,FFFF^FS^BY2^BCN,50^FD{a}^FS';

describe('what the dynamic fields of a label send', () => {
  it.each([
    ['values', '^XA^FO1,1^FD{a}^FS^FO1,30^FH\\^FDx\\5E{b} {c}^FS^XZ', { a: '1', b: '^', c: '3' }],
    ['no value for some', '^XA^FD{a}^FS^FDx\\{b}^FS^FH^FD{b}_5E^FS^SN{a},1,Y^FS^XZ', { a: '7' }],
    ['no value at all', '^XA^FD{a}^FS^FD{b}^FS^XZ', {}],
    ['rasters', `^XA^FD{b}^FS${MARKED}^XZ`, { a: '12', b: '~' }],
    ['prefixes of its own', '^XA^CC!!CD;!FD{a}!FS!FD{DATE}{b}!FS!XZ', { a: '!;', b: '^' }],
    ['nothing', '^XA^FDfixed^FS^XZ', {}],
  ])('makes up the stream again: %s', (_, zpl, variables) => {
    const template = templateOf(zpl);
    const fields = substituteFields(template, variables, { now: NOW });
    expect(fields).toHaveLength(template.dynamicFields.length);
    expect(joinFields(template, fields)).toBe(substitute(template, variables, { now: NOW }));
  });

  it('is the field alone', () => {
    const template = templateOf('^XA^FO1,1^FD{a}^FS^FO1,30^FH^FD{b}^FS^FD{c}^FS^XZ');
    const fields = substituteFields(template, { a: '1', b: '^' }, { now: NOW });
    expect(fields).toEqual(['^FH^FD1', '^FD_5E', '^FD{c}']);
  });
});
