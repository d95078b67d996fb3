import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../src/errors.ts';
import { compile } from '../../src/template/compile.ts';
import { byteStringOf, toByteString } from '../../src/zpl/byte-string.ts';
import { runs } from '../support/runs.ts';
import { failureOf, NOW, print, templateOf } from './run.ts';

const SEED = Buffer.from(
  '^XA^CI28^FO1,1^A0N,30^FH^FD{a_5Fb} {DATE:YY}^FS^FO1,1^FB9,9^FDx\\{b}^FS^BY2^BCN,50^FD>:{c}^FS' +
    '^SN{d},1,Y^FS^CC+^+CD;+FD{e}+FS+CC^^BQN;2;4^FDMA,{c}^FS~CT#^FV{a}^FS^XZ' +
    '^XA^FXsvc-barcode:1;symbology=code128;template=%7Bc%7D;module=2;height=20^FS^FT9,90,1^GFA,8,8,1,FF:,!^FS^XZ',
);

describe('damaged labels', () => {
  it('fail as data or not at all, whatever bytes change', () => {
    const change = fc.record({ at: fc.nat(SEED.length - 1), byte: fc.nat(255), drop: fc.nat(3) });
    fc.assert(
      fc.property(
        fc.array(change, { minLength: 1, maxLength: 6 }),
        fc.string({ maxLength: 5 }),
        (changes, value) => {
          let bytes: Uint8Array = Uint8Array.from(SEED);
          for (const { at, byte, drop } of changes) {
            bytes[at % bytes.length] = byte;
            bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + drop)]);
          }
          const template = compile({ zpl: byteStringOf(bytes), fieldTransforms: [], dynamicTokens: [] });
          try {
            print(template, [{ a: value, b: value, c: '12', d: value, a_b: value }], 2, { now: NOW });
          } catch (error) {
            expect(error).toBeInstanceOf(FailureError);
          }
        },
      ),
      { numRuns: runs(300) },
    );
  });
});

describe('oversized labels', () => {
  const reason = (zpl: string) =>
    failureOf(() => print(templateOf(zpl), [{ a: 'x'.repeat(1000) }], 1, { now: NOW }));

  it.each(['^', '~', '^FD', '^XA~JA'])('of %j over and over are refused for their prefixes', (unit) => {
    expect(reason(unit.repeat(Math.floor(2_097_152 / unit.length)))).toMatchObject({ code: 'too_large' });
  });

  it('may have 10000 prefixes, incomplete commands included, and no more', () => {
    const run = (count: number) => print(templateOf('^'.repeat(count)), [{}], 1, { now: NOW });
    expect(run(10_000)).toHaveLength(10_000);
    expect(failureOf(() => run(10_001)).message).toContain('10000 command prefixes');
  });

  it('do not count prefixes in binary payloads or data', () => {
    const payload = '^~'.repeat(10_000);
    expect(() =>
      print(templateOf(`^XA^GFB,20000,20000,8,${payload}^FS^XZ`), [{}], 1, { now: NOW }),
    ).not.toThrow();
    expect(() => print(templateOf(`^XA^FD${'~'.repeat(20_000)}^FS`), [{}], 1, { now: NOW })).not.toThrow();
  });

  it('may have 2097152 JavaScript string units, and no more', () => {
    const run = (zpl: string) => print(templateOf(zpl), [{}], 1, { now: NOW });
    const widest = 'é'.repeat(2_097_150) + '😀';
    expect(run(widest)).toBe(toByteString(widest));
    expect(failureOf(() => run(`${widest}x`)).message).toContain('2097153');
  });

  it('are refused for their output before it is built', () => {
    expect(reason(`^XA^FD${'{a}'.repeat(3000)}^FS^XZ`)).toMatchObject({ code: 'too_large' });
    expect(reason(`^XA^FD${'{a}'.repeat(600_000)}^FS^XZ`)).toMatchObject({ code: 'too_large' });
  });
});
