import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withJsonString } from '../../src/http/json-text.ts';

describe('text put into JSON', () => {
  it('is read again as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const json = await withJsonString('{"a":', Buffer.from(text), ',"b":1}');
        expect(JSON.parse(json.toString())).toEqual({ a: text, b: 1 });
      }),
    );
  });

  it.each(['x', '"\\', '\u0001', '中', '😀', 'é\n'])('is so at any length: of %j', async (unit) => {
    const text = `.${unit.repeat(300_000)}`;
    const json = await withJsonString('', Buffer.from(text), '');
    expect(json.equals(Buffer.from(JSON.stringify(text)))).toBe(true);
  });

  it('leaves the event loop its turns while two million characters are escaped', async () => {
    const text = Buffer.alloc(2_097_152, 1);
    let turns = 0;
    let going = true;
    const count = (): void => {
      turns++;
      if (going) setImmediate(count);
    };
    count();
    await withJsonString('', text, '');
    going = false;
    expect(turns).toBeGreaterThan(3);
  });
});
