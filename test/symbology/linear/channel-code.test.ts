import bwipjs from 'bwip-js/node';
import { describe, expect, it } from 'vitest';
import { channelCode } from '../../../src/symbology/linear/channel-code.ts';

function libraryWidths(text: string): readonly number[] {
  const [symbol] = bwipjs.raw({ bcid: 'channelcode', text } as never) as unknown as { sbs: number[] }[];
  return symbol?.sbs ?? [];
}

describe('channelCode', () => {
  it.each([
    [2, 26, 1],
    [3, 292, 5],
    [4, 3493, 97],
    [5, 44_072, 4001],
    [6, 576_688, 288_344],
  ])('has the widths that the library counts out, %s digits', (digits, largest, step) => {
    for (let value = 0; value <= largest; value += step) {
      const text = String(value).padStart(digits, '0');
      expect(channelCode(text)).toEqual(libraryWidths(text));
    }
    expect(channelCode(String(largest))).toEqual(libraryWidths(String(largest)));
    expect(channelCode(String(largest + 1))).toBeNull();
  });

  it('has no value that is not digits', () => {
    for (const text of ['', '1', '12345678', '1a', '-1', '１２']) expect(channelCode(text)).toBeNull();
  });
});
