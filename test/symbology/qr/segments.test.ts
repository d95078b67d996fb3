import { describe, expect, it } from 'vitest';
import { type SizeClass, splitSegments } from '../../../src/symbology/qr/segments.ts';

/** The stretches of one data string, each with the first letter of its mode. */
function split(data: string, size: SizeClass = 0): readonly string[] {
  return splitSegments([{ mode: 'blocks', data }], size).map(
    (segment) => `${segment.mode.slice(0, 1)}:${segment.data}`,
  );
}

describe('QR data split into stretches of like characters', () => {
  it.each([
    [0, 'ab123', ['b:ab', 'n:123']],
    [0, 'ab12', ['b:ab12']],
    [0, 'abABC1', ['b:abABC1']],
    [0, 'abABCD', ['b:ab', 'a:ABCD']],
    [1, 'abABCD', ['b:abABCD']],
    [2, 'ab123', ['b:ab123']],
    [0, 'AB123456', ['a:AB', 'n:123456']],
    [0, 'AB12345', ['a:AB12345']],
  ] as const)('in size class %i begins a mode that need not be left again: %s', (size, data, segments) => {
    expect(split(data, size)).toEqual(segments);
  });

  it.each([
    [0, 'ab1234cd', ['b:ab', 'n:1234', 'b:cd']],
    [0, 'ab123cd', ['b:ab123cd']],
    [1, 'ab123456cd', ['b:ab123456cd']],
    [0, 'abABCDEFGcd', ['b:ab', 'a:ABCDEFG', 'b:cd']],
    [0, 'abABCDEFcd', ['b:abABCDEFcd']],
    [0, 'AB123456789CD', ['a:AB', 'n:123456789', 'a:CD']],
    [0, 'AB12345678CD', ['a:AB12345678CD']],
  ] as const)('in size class %i asks for longer ones between two of one kind: %s', (size, data, segments) => {
    expect(split(data, size)).toEqual(segments);
  });

  it('splits an identifier as the renderer does that users compare with', () => {
    expect(split('"7f9753ad-a865-4769-94e9-7b9ef3c500e9"')).toEqual([
      'b:"7f',
      'n:9753',
      'b:ad-a',
      'a:865-4769',
      'b:-94e9-7b9ef3c500e9"',
    ]);
  });
});
