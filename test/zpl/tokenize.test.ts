import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ByteString, byteStringOf } from '../../src/zpl/byte-string.ts';
import { commandsOf, keepCommands, lineAndColumn, tokenize } from '../../src/zpl/tokenize.ts';
import { runs } from '../support/runs.ts';

function read(zpl: string): (readonly [name: string, params: string])[] {
  return [...tokenize(zpl as ByteString)].map(({ name, params }) => [name, params]);
}

describe('the tokenizer', () => {
  it('reads names in any case, and parameters as sent', () => {
    expect(read('^xa^Fo1,2^fdHi there^fs\r\n^XZ')).toEqual([
      ['^XA', ''],
      ['^FO', '1,2'],
      ['^FD', 'Hi there'],
      ['^FS', '\r\n'],
      ['^XZ', ''],
    ]);
  });

  it('takes one letter as the name of ^A, with the font in front of its parameters', () => {
    expect(read('^A0N,30^ab,9^A@N,9,9,R:X.TTF')).toEqual([
      ['^A', '0N,30'],
      ['^A', 'b,9'],
      ['^A', '@N,9,9,R:X.TTF'],
    ]);
  });

  it('gives the commands of the stream that was kept last, and reads every other one', () => {
    const [one, other] = ['^XA^FDone^FS^XZ', '^XA^FDtwo^FS^XZ'] as ByteString[] as [ByteString, ByteString];
    const commands = [...tokenize(one)];
    keepCommands(one, commands);
    expect(commandsOf(one)).toBe(commands);
    expect([...commandsOf(other)]).toEqual([...tokenize(other)]);
    const long = `^XA^FX${'x'.repeat(65_536)}^XZ` as ByteString;
    keepCommands(long, []);
    expect([...commandsOf(long)]).toHaveLength(3);
  });

  it('reads the preamble of a driver as no change', () => {
    expect(read('CT~~CD,~CC^~CT~^XA')).toEqual([
      ['~CD', ','],
      ['~CC', '^'],
      ['~CT', '~'],
      ['^XA', ''],
    ]);
  });

  it('follows changed prefixes and delimiters from where they change', () => {
    const commands = [...tokenize('^XA^CC+^x+FO1,2+CD;+FO1;2~CT#~#HS+CC^^XZ' as ByteString)];
    expect(commands.map(({ name, params, delimiter }) => [name, params, delimiter])).toEqual([
      ['^XA', '', ','],
      ['^CC', '+', ','],
      ['^FO', '1,2', ','],
      ['^CD', ';', ';'],
      ['^FO', '1;2', ';'],
      ['~CT', '#', ';'],
      ['~HS', '', ';'],
      ['^CC', '^', ';'],
      ['^XZ', '', ';'],
    ]);
  });

  it('takes ~ in data for data unless it begins a known command', () => {
    expect(read('^FDa~b~~~JAx^FS')).toEqual([
      ['^FD', 'a~b~~'],
      ['~JA', 'x'],
      ['^FS', ''],
    ]);
  });

  it('passes over text and incomplete commands between commands', () => {
    expect(read('junk^F^XA^^~^XZ^')).toEqual([
      ['^XA', ''],
      ['^XZ', ''],
    ]);
  });

  it('reads the control bytes as commands', () => {
    expect(read('\x02^FDx\x0f\x03')).toEqual([
      ['^XA', ''],
      ['^FD', 'x'],
      ['^FS', ''],
      ['^XZ', ''],
    ]);
  });

  it('reads counted payloads whatever they hold', () => {
    expect(read('^GFB,4,4,1,^X~\x03^FS~DYR:A,B,G,3,1,^^^^XZ')).toEqual([
      ['^GF', 'B,4,4,1,^X~\x03'],
      ['^FS', ''],
      ['~DY', 'R:A,B,G,3,1,^^^'],
      ['^XZ', ''],
    ]);
    expect(read('^GFB,9,9,1,ab')).toEqual([['^GF', 'B,9,9,1,ab']]);
  });

  it('gives offsets that cover the stream in order without overlap, for any bytes', () => {
    const unit = fc.constantFrom(...'^~,ACFDGXZBJ;19\x02\x03\x0f '.split(''), 'é');
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 80 }), (text) => {
        const source = byteStringOf(Buffer.from(text));
        let at = 0;
        for (const command of tokenize(source)) {
          expect(command.start).toBeGreaterThanOrEqual(at);
          expect(command.paramsStart).toBeGreaterThan(command.start);
          expect(command.end).toBeGreaterThanOrEqual(command.paramsStart);
          expect(source.slice(command.paramsStart, command.end)).toBe(command.params);
          at = command.end;
        }
        expect(at).toBeLessThanOrEqual(source.length);
      }),
      { numRuns: runs(500) },
    );
  });

  it('names lines and columns from 1', () => {
    expect(lineAndColumn('ab\ncd', 0)).toEqual({ line: 1, column: 1 });
    expect(lineAndColumn('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
    expect(lineAndColumn('\n\n', 2)).toEqual({ line: 3, column: 1 });
  });
});
