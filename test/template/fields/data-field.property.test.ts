import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FailureError } from '../../../src/errors.ts';
import { substitute } from '../../../src/template/substitute.ts';
import { runs } from '../../support/runs.ts';
import { readFields } from '../read-fields.ts';
import { NOW, templateOf } from '../run.ts';

const RUNS = runs(400);

/** Any characters, with those that matter to ZPL made likely; lone surrogates included. */
const value = fc.string({
  unit: fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(...'^~_\\{}<>,&-+#|!5EF\0\x02\x03\x0f\x15\r\n\u202e€éßĲ½'.split('')),
    },
    { weight: 2, arbitrary: fc.string({ minLength: 1, maxLength: 1, unit: 'grapheme-ascii' }) },
    { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 1, unit: 'binary' }) },
    { weight: 1, arbitrary: fc.constantFrom('\ud800', '\udfff', '😀', '日') },
  ),
  maxLength: 12,
});

const literal = fc.stringMatching(/^[A-Za-z0-9 _.:\\|-]{0,8}$/);
const encoding = fc.constantFrom('28', '28', '27', ...Array.from({ length: 14 }, (_, id) => String(id)));
const indicator = fc.constantFrom(null, '_', '\\', '|', 'A', '0');
const format = fc.constantFrom('^', '^', '+', '!', '_', '|');
const control = fc.constantFrom('~', '~', '#', '-');

/** Harmless letters in the places of values, which may hold them too: both are replaced at once. */
const MARKS = new RegExp('[\x11\x12]', 'g');

describe('any value in any field', () => {
  it('is read back by an independent decoder as the template with the value in it', () => {
    const scenario = fc.record({ before: literal, between: literal, after: literal, v: value, w: value });
    fc.assert(
      fc.property(scenario, encoding, indicator, format, control, (texts, ci, hex, caret, tilde) => {
        fc.pre(hex !== caret);
        const { before, between, after, v, w } = texts;
        const literals = before + between + after;
        fc.pre(!literals.includes(caret) && !literals.includes(tilde));
        // Escapes of the literals' own that give the letters of places.
        fc.pre(hex === null || !/1[12]/.test(literals));
        const head = `^XA^CC${caret}${caret}CT${tilde}${caret}CI${ci}`;
        const open = hex === null ? '' : `${caret}FH${hex}`;
        const data = (first: string, second: string): string => before + first + between + second + after;
        const stream = `${head}${caret}FO1,1${open}${caret}FD${data('{v}', '{w}')}${caret}FS${caret}XZ`;
        // The same field with those letters.
        const marks = `${head}${open}${caret}FD${data('\x11', '\x12')}${caret}FS`;
        const expected = (readFields(marks).fields[0]?.text ?? '').replace(MARKS, (mark) =>
          mark === '\x11' ? v : w,
        );
        let output: string;
        try {
          output = substitute(templateOf(stream), { v, w }, { now: NOW });
        } catch (error) {
          expect(error).toBeInstanceOf(FailureError);
          expect((error as FailureError).failure.code).toBe('encoding_unsupported');
          const lacking = /U\+([0-9A-F]+)/.exec((error as Error).message)?.[1] as string;
          // The character that is named really is in a value, and really has no byte.
          expect(v + w).toContain(String.fromCodePoint(Number.parseInt(lacking, 16)));
          expect(canPrint(Number.parseInt(lacking, 16), ci)).toBe(false);
          return;
        }
        const { fields, names } = readFields(output);
        expect(fields.map(({ text }) => text)).toEqual([expected]);
        const added = hex === null ? ['^FH'] : [];
        expect(names.filter((name) => name !== '^FH' || hex === null)).toEqual([
          '^XA',
          '^CC',
          '^CT',
          '^CI',
          '^FO',
          ...added,
          '^FD',
          '^FS',
          '^XZ',
        ]);
      }),
      { numRuns: RUNS },
    );
  });

  it('keeps its line breaks and backslashes in a block', () => {
    fc.assert(
      fc.property(value, fc.constantFrom('FB', 'TB'), fc.constantFrom('28', '27', '13'), (v, block, ci) => {
        let output: string;
        try {
          output = substitute(templateOf(`^CI${ci}^${block}9,9^FDa{v}z^FS`), { v }, { now: NOW });
        } catch (error) {
          expect(error).toBeInstanceOf(FailureError);
          return;
        }
        expect(readFields(output).fields[0]?.text).toBe(`a${v.replaceAll('\r\n', '\n')}z`);
      }),
      { numRuns: RUNS },
    );
  });
});

/** Whether some byte prints this character, by the independent tables. */
function canPrint(code: number, ci: string): boolean {
  if (ci === '28') return code < 0xd800 || code > 0xdfff;
  return Array.from({ length: 256 }, (_, byte) => byte).some((byte) => {
    const hex = byte.toString(16).padStart(2, '0');
    const undefinedIn1252 = ci === '27' && [0x81, 0x8d, 0x8f, 0x90, 0x9d].includes(byte);
    return (
      !undefinedIn1252 &&
      readFields(`^CI${ci}^FH^FD_${hex}^FS`).fields[0]?.text === String.fromCodePoint(code)
    );
  });
}
