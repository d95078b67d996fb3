import { expect, test } from 'vitest';
import { useDatabase, useService } from '../support/service.ts';

const api = useService({ POOL_THREADS: '2' }, useDatabase());

/**
 * Bytes of labels. Above 65,536 answers have memory of their own; smaller ones lie where a thread soon writes others.
 */
const SIZES = [100, 200, 5000, 32_700, 65_400, 66_000];

test('of many requests at once, each is answered with its own values', async () => {
  const ask = async (filling: string): Promise<void> => {
    const shop = await api.account();
    const zpl = (size: number, v: string) => `^XA^FX${filling.repeat(size)}^FS^FO9,9^A0N,20${v}^FS^XZ`;
    const labels = await Promise.all(SIZES.map((size) => shop.label({ zpl: zpl(size, '^FD{v}') })));
    for (let round = 0; round < 6; round++) {
      const replies = labels.map(async ({ id }, at) => {
        const v = `shop ${filling} label ${at} round ${round}`;
        const { text } = await shop.post(`/labels/${id}/render`, { variables: { v } });
        // Compared outside of `expect`, which would describe what is this long.
        if (text !== zpl(SIZES[at] as number, `^FH^FD${v}`)) return `${v}: ${text.slice(-100)}`;
        return 'its own';
      });
      expect(new Set(await Promise.all(replies))).toEqual(new Set(['its own']));
    }
  };
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(ask));
});
