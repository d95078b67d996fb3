import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBarcode } from '../../../src/barcode/commands.ts';
import { FailureError } from '../../../src/errors.ts';
import { toByteString } from '../../../src/zpl/byte-string.ts';
import type { Element } from '../../../src/zpl/label.ts';
import { parse } from '../../../src/zpl/parse.ts';
import { undoBlock } from '../read-fields.ts';
import { failureOf, NOW, run } from '../run.ts';

const label = (fields: string) => `^XA^CI28^FO9,9${fields}^XZ`;

function elements(fields: string, v: string): readonly Element[] {
  const { labels } = parse(toByteString(run(label(fields), { v })), { dotsPerMm: 8, now: NOW });
  return labels.flatMap((each) => each.elements);
}

function firstReason(fields: string, v: string): string {
  const failure = failureOf(() => run(label(fields), { v }));
  expect(failure.code).toBe('barcode_invalid');
  return failure.fields?.[0]?.reason ?? '';
}

const TAKEN = 'a value would be read as a part of ';

describe('a value behind an unfinished code of a barcode', () => {
  it.each([
    ['^BCN^FD>{v}^FS', '512', '>5'],
    ['^BCN^FD>{v}^FS', '8', '>8'],
    ['^BCN^FD>4{v}^FS', '~', '>4>='],
    ['^BCN^FDa>6{v}^FS', 'A', '>6A'],
    ['^BCN^FD>9{v}^FS', '33', '3'],
    ['^BCN^FDa>7{v}^FS', '33', '3'],
    ['^BCN,,,,,D^FD(10)A>{v}^FS', '8(21)1', '>8'],
    ['^BCN,,,,,D^FD(10){v}8(21)1^FS', 'A>', '>8'],
    ['^BCN,,,,,D^FD(10){v}^FS', 'A>8(21)1', '>8'],
    ['^BXN,5,200,,,,_^FD_{v}^FS', '1', '_1'],
    ['^BXN,5,200,,,,_^FDa_{v}^FS', '_1', '__'],
    ['^BXN,5,200,,,,_^FD_d{v}^FS', '065', '_d065'],
    ['^BXN,5,200,,,,_^FD_d0{v}5^FS', '6', '_d065'],
    ['^BXN,5,200^FD~{v}^FS', 'A', '~A'],
    ['^B7N^FD\\{v}^FS', '&', '\\\\&'],
    ['^B7N^FDa\\{v}^FS', '\\', '\\\\\\\\'],
    ['^BFN^FD\\{v}^FS', '&', '\\\\&'],
    ['^BAN^FD&{v}^FS', 'A', '&A'],
    ['^BAN^FD{v}^FS', 'A(B', '(B'],
    ['^B4N,,,0^FD<{v}^FS', 'A', '<A'],
    ['^B4N,,,0^FDAB{v}^FS', ':', ':'],
    ['^BQN,2,4^FDQ{v}^FS', 'A,12', 'QA,'],
    ['^BQN,2,4^FDQA{v}^FS', ',12', 'QA,'],
    ['^BQN,2,4^FDQM,{v}^FS', 'A12', 'QM,A'],
    ['^BQN,2,4^FDQM,B000{v}^FS', '3abc', 'QM,B0003'],
    ['^BQN,2,4^FDD0102{v}^FS', '03,QA,x', 'D010203,QA,'],
    ['^BQN,2,4^FDD010203,QA,{v}^FS', 'a,b', ','],
    ['^BRN,11^FD{v}|10B^FS', '0109521234543213|10A', '|10A|10B'],
  ])('is refused: %s with %j', (field, v, code) => {
    expect(firstReason(field, v)).toContain(`${TAKEN}"${code}"`);
  });

  it('is refused wherever it comes from', () => {
    const slot = '^BCN^FN1^FS^FN1^FD>{v}^FS';
    expect(firstReason(slot, '512')).toContain(TAKEN);
    const embedded = '^BCN^FE^FD>#1#^FS^FN1^FD{v}^FS';
    expect(firstReason(embedded, '512')).toContain(`${TAKEN}">5"`);
    expect(firstReason('^BCN^FE^FD#1#{v}^FS^FN1^FDa>^FS', '512')).toContain(`${TAKEN}">5"`);
    expect(firstReason('^BCN^FE^FD#1#{v}^FS^FN1^FD{v}>^FS', '6')).toContain(TAKEN);
    expect(firstReason('^BXN,5,200,,,,_^FC^FD_%d{v}^FS', '1')).not.toBe('');
  });

  it.each([
    ['^BCN^FD>;>8{v}^FS', '1234'],
    ['^BCN^FD>:a{v}>6^FS', '>5<^~'],
    ['^BCN^FD>;1{v}^FS', '2'],
    ['^BCN^FD{v}>6a^FS', 'x'],
    ['^BCN^FD{v}5^FS', 'a>'],
    ['^BCN,,,,,D^FD(10){v}>8(21)1^FS', 'A>B'],
    ['^BCN,,,,,A^FD>{v}^FS', '5'],
    ['^BXN,5,200,,,,_^FD_1__{v}_d065^FS', '_1'],
    ['^BXN,5,200,,,,_^FD{v}1^FS', 'a_'],
    ['^BXN,3,200,,,,d^FDx{v}y^FS', 'ad'],
    ['^BXN,3,200,,,,2^FDx{v}y^FS', '12'],
    ['^BXN,3,200,,,,5^FDx{v}y^FS', '5'],
    ['^B7N^FD\\&{v}&^FS', '\\'],
    ['^B7N^FD\\{v}^FS', 'a'],
    ['^BAN^FD&A{v}^FS', '12'],
    ['^B4N,,,0^FD<A{v}^FS', '12'],
    ['^B4N,,,A^FD<{v}^FS', '>:;'],
    ['^BQN,2,4^FD{v}^FS', 'QA,hello'],
    ['^BQN,2,4^FDQA,{v}^FS', 'A,M,>_\\'],
    ['^BQN,2,4^FDQM,A{v}^FS', 'A12'],
    ['^BQN,2,4^FDD010203,QA,{v},b^FS', 'a'],
    ['^BRN,11^FD{v}|10B^FS', '0109521234543213'],
  ])('is taken where the code is complete: %s with %j', (field, v) => {
    expect(() => run(label(field), { v })).not.toThrow();
  });
});

/** Characters that a reader of Code 128 in subset B shows, which has no other code in these contexts. */
const CODE_128 = ['{v}', 'a{v}b', '>{v}', 'a>{v}', '{v}8', '>4{v}', '>6{v}', '>9{v}', '>{v}>{v}', '{v}{v}'];

const anyValue = fc.string({
  unit: fc.constantFrom(...'>>>><=0456789:;AZaz~^_\\&-#'.split('')),
  maxLength: 6,
});

describe('any value', () => {
  it.each(CODE_128)('in Code 128 prints as it is in %s, or is refused', (data) => {
    fc.assert(
      fc.property(anyValue, (v) => {
        let found: readonly Element[];
        try {
          found = elements(`^BCN^FD${data}^FS`, v);
        } catch (error) {
          expect(error).toBeInstanceOf(FailureError);
          return;
        }
        const [element] = found;
        const drawn = element?.kind === 'barcode' ? encodeBarcode(element) : null;
        // The literal codes print nothing; what stands alone is left out, which the check refuses.
        const printed = data.replace(/>[4-9]?/g, '').replaceAll('{v}', () => v);
        expect(drawn?.ok && drawn.line?.text).toBe(printed);
      }),
    );
  });

  it.each([
    ['^FB600,9^FD\\{v}.^FS', (v: string) => `\\${v}.`],
    ['^FB600,9^FE^FD\\#1#.^FS^FN1^FD{v}^FS', (v: string) => `\\${v}.`],
    ['^FB600,9^FE^FD#1#{v}.^FS^FN1^FDa\\^FS', (v: string) => `a\\${v}.`],
    ['^FB600,9^FE^FD(#1#)^FS^FN1^FD\\{v}^FS', (v: string) => `(\\${v})`],
    ['^TBN,600,300^FD<{v}>^FS', (v: string) => `<${v}>`],
    ['^TBN,600,300^FDa<b{v}.{v}^FS', (v: string) => `a<b${v}.${v}`],
    ['^TBN,600,300^FE^FD<#1#>^FS^FN1^FD{v}^FS', (v: string) => `<${v}>`],
    ['^TBN,600,300^FN1^FS^FN1^FD<{v}^FS', (v: string) => `<${v}`],
  ])('in a block prints as it is in %s, or is refused', (fields, printed) => {
    let taken = 0;
    const unit = fc.constantFrom(...'\\\\&-<<>>ab1'.split(''));
    const value = fc.string({ unit, minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(value, (v) => {
        let found: readonly Element[];
        try {
          found = elements(`^A0N,30${fields}`, v);
        } catch (error) {
          expect(error).toBeInstanceOf(FailureError);
          return;
        }
        const [element] = found;
        const text = element?.kind === 'text' ? element.text : '';
        const shown = fields.startsWith('^FB')
          ? undoBlock(text, 'FB')
          : text.replaceAll(/<([^>]*)>/g, (_, escape) => (escape === '<' ? '<' : ''));
        expect(shown).toBe(printed(v));
        taken++;
      }),
    );
    if (!fields.includes('>')) expect(taken).toBeGreaterThan(5);
  });

  it('is refused by name where a block would take it for an escape', () => {
    const message = (fields: string, v: string) => failureOf(() => run(label(fields), { v })).message;
    expect(message('^TBN,300,300^FDa <{v}^FS', 'x>')).toContain(`in field "a <{v}", ${TAKEN}"<x>"`);
    expect(message('^FB300,9^FE^FD\\#1#^FS^FN1^FD{v}^FS', '&')).toContain('in field "\\#1#"');
  });

  it('in a block and in plain text is refused where a backslash cannot be both', () => {
    const both = '^FB300,9^FN1^FS^FO9,99^FN1^FS^FN1^FD\\{v}^FS';
    expect(() => run(label(both), { v: '&' })).toThrow(FailureError);
    expect(run(label(both), { v: 'a' })).toContain('^FD\\a^FS');
  });
});
