import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../src/limits.ts';
import {
  joinFields,
  substitute,
  substituteFields,
  substituteRecords,
} from '../../src/template/substitute.ts';
import { failureOf, NOW, templateOf } from './run.ts';

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
    const fields = substituteFields(template, variables, { now: NOW }).output;
    expect(fields).toHaveLength(template.dynamicFields.length);
    expect(joinFields(template, fields)).toBe(substitute(template, variables, { now: NOW }));
  });

  it('is the field alone', () => {
    const template = templateOf('^XA^FO1,1^FD{a}^FS^FO1,30^FH^FD{b}^FS^FD{c}^FS^XZ');
    const fields = substituteFields(template, { a: '1', b: '^' }, { now: NOW }).output;
    expect(fields).toEqual(['^FH^FD1', '^FD_5E', '^FD{c}']);
  });
});

describe('placeholders without a value', () => {
  const count = (zpl: string, records: readonly Record<string, string>[], copies = 1): number =>
    substituteRecords(templateOf(zpl), records, copies, { now: NOW }).unresolved;

  it.each([
    ['each place where one stands', '^XA^FD{a} {b} {a}^FS^FD{A}^FS^XZ', { b: '1' }, 3],
    ['fields in which nothing is inserted', '^XA^FD{a}^FS^FD{b}^FS^XZ', {}, 2],
    ['the parameters of ^SN', '^XA^SN{a},{b},Y^FS^XZ', { a: '1' }, 1],
    ['data that several fields show, once', '^XA^FN1^FS^FO9,9^FN1^FS^FN1^FD{a}^FS^XZ', {}, 1],
    ['empty values for values', '^XA^FD{a}^FS^XZ', { a: '' }, 0],
    ['no automatic tokens', '^XA^FD{DATE} {counter:7} {TIME:HH}^FS^XZ', {}, 0],
    ['nothing outside of data', '^XA^FX{a}^FS^FD{}{ }x^FS^XZ', {}, 0],
  ])('are counted: %s', (_, zpl, variables, expected) => {
    expect(count(zpl, [variables])).toBe(expected);
    expect(substituteFields(templateOf(zpl), variables, { now: NOW }).unresolved).toBe(expected);
  });

  it('are counted in each record, whatever the copies are', () => {
    expect(count('^XA^FD{a}{b}^FS^XZ', [{}, { a: '1' }, { a: '1', b: '2' }], 4)).toBe(3);
  });

  it('are refused in barcodes', () => {
    expect(failureOf(() => count('^XA^BCN,50^FD{a}^FS^FD{b}^FS^XZ', [{}])).code).toBe('barcode_invalid');
  });
});

describe('a value that only a picture may have', () => {
  const picture = `iVBORw0KGgo${'A'.repeat(LIMITS.variableValueUnits)}`;
  const template = templateOf('^XA^FD{a}^FS^XZ');

  it.each([
    ['in a record', { a: picture }],
    ['in a variable that the label lacks', { a: 'x', b: picture }],
    ['in what a record inherits', Object.create({ a: picture })],
  ])('is refused %s', (_, variables) => {
    expect(failureOf(() => substitute(template, variables, { now: NOW }))).toMatchObject({
      code: 'invalid_request',
      message: expect.stringContaining(' has a value longer than '),
    });
  });

  it('is looked for in texts alone', () => {
    const record = Object.assign(Object.create({ toLocale: null, many: Array(100_000) }), { a: 'x' });
    expect(substitute(template, record, { now: NOW })).toBe('^XA^FH^FDx^FS^XZ');
  });
});
