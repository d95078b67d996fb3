import { describe, expect, it } from 'vitest';
import { dynamicTokenNames } from '../../src/template/dynamic-token-names.ts';
import { run } from './run.ts';

const namesOf = (zpl: string, saved: readonly string[]) => dynamicTokenNames(Buffer.from(zpl), saved);

describe('dynamic token names', () => {
  it('are the saved ones, then those of the label in order, each once without regard to case', () => {
    const zpl = '^XA^FD{Sku} {date:YY} {b}^FS^BCN^FD{b}{COUNTER:5}^FS^FX{no}^FS^SN{SKU}^FS^XZ';
    expect(namesOf(zpl, ['z', 'sku', '{braced}', '{time:HH}'])).toEqual([
      'z',
      'sku',
      'braced',
      'TIME',
      'DATE',
      'b',
      'COUNTER',
    ]);
  });

  it('read escapes of the field, but not a name that only looks escaped', () => {
    expect(namesOf('^FH^FD{order_5Fid} {ship_date} {gr_C3_B6_C3_9Fe}^FS', [])).toEqual([
      'order_id',
      'ship_date',
      'größe',
    ]);
  });

  it('have a colon that is part of the name of a variable, which takes its value under that name', () => {
    const zpl = '^XA^FD{order:no} {DATE:YY}^FS^XZ';
    expect(namesOf(zpl, [])).toEqual(['order:no', 'DATE']);
    expect(run(zpl, { order: 'A', 'order:no': 'B' })).toContain('^FH^FDB 26');
  });

  it('of a label that is too complex are the saved ones', () => {
    expect(namesOf('^'.repeat(10_001), ['a'])).toEqual(['a']);
  });
});
