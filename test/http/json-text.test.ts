import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { joinJson } from '../../src/http/json-text.ts';
import { turns } from '../../src/http/transport/turns.ts';

describe('text put into JSON', () => {
  it('is read again as it was', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (text) => {
        const json = await joinJson(['{"a":', { text: Buffer.from(text) }, ',"b":1}']);
        expect(JSON.parse(json.toString())).toEqual({ a: text, b: 1 });
      }),
    );
  });

  it.each(['x', '"\\', '\u0001', '中', '😀', 'é\n'])('is so at any length: of %j', async (unit) => {
    const text = `.${unit.repeat(300_000)}`;
    const json = await joinJson([{ text: Buffer.from(text) }]);
    expect(json.equals(Buffer.from(JSON.stringify(text)))).toBe(true);
  });

  it('takes JSON as it is, however long', async () => {
    const names = Array.from({ length: 9000 }, (_, at) => `${at}${'中'.repeat(20)}`);
    const json = await joinJson(['{"a":', { json: Buffer.from(JSON.stringify(names)) }, ',"b":1}']);
    expect(JSON.parse(json.toString())).toEqual({ a: names, b: 1 });
  });

  it('leaves the event loop its turns while two million characters are escaped', async () => {
    const text = Buffer.alloc(2_097_152, 1);
    let passed = 0;
    let going = true;
    const count = (): void => {
      passed++;
      if (going) setImmediate(count);
    };
    count();
    await joinJson([{ text }]);
    going = false;
    expect(passed).toBeGreaterThan(3);
  });

  it.each([
    ['two million characters are escaped', { text: Buffer.alloc(2_097_152, 1) }],
    ['twelve million bytes are joined', { json: Buffer.alloc(12 * 2 ** 20, '1') }],
  ])('asks for a turn that has time for each piece while %s', async (_what, part) => {
    const pieces = vi.spyOn(turns, 'next');
    onTestFinished(() => pieces.mockRestore());
    await joinJson([part]);
    const bytes = 'text' in part ? part.text.length : part.json.length;
    expect(pieces.mock.calls.length).toBeGreaterThanOrEqual(bytes / 65_536);
  });
});
