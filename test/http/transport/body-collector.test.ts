import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodyCollector } from '../../../src/http/transport/body-collector.ts';
import { runs } from '../../support/runs.ts';

/** Does at once what a driver does at the end of a turn of the event loop. */
const AT_ONCE = (work: () => void): void => work();

const CHUNKED = { kind: 'chunked' } as const;

describe('a request body', () => {
  it('is what was sent, however it came and whenever it is asked for', async () => {
    const chunk = fc.uint8Array({ maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(chunk, { minLength: 1, maxLength: 12 }),
        fc.nat(12),
        async (chunks, asked) => {
          const body = new BodyCollector(CHUNKED, 200);
          let reading: ReturnType<BodyCollector['read']> | undefined;
          for (const [at, bytes] of chunks.entries()) {
            if (at === asked) reading = body.read(150, 1000, AT_ONCE);
            body.push(bytes, at === chunks.length - 1);
            // Drivers use the memory again.
            bytes.slice().fill(0);
          }
          const whole = Buffer.concat(chunks);
          const expected = whole.length > 150 ? { kind: 'too_large' } : { kind: 'read', bytes: whole };
          expect(await (reading ?? body.read(150, 1000, AT_ONCE))).toEqual(expected);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('copies what it is given', async () => {
    for (const parts of [1, 3]) {
      const body = new BodyCollector(CHUNKED, 200);
      const memory = new Uint8Array(4);
      for (let part = 1; part <= parts; part++) {
        memory.fill(part);
        body.push(memory, part === parts);
      }
      memory.fill(0xee);
      const read = await body.read(200, 1000, AT_ONCE);
      expect(read.kind === 'read' && [...read.bytes].filter((_, at) => at % 4 === 0)).toEqual(
        [1, 2, 3].slice(0, parts),
      );
    }
  });

  it('is too large by its declared length before any of it has come', async () => {
    const body = new BodyCollector({ kind: 'sized', bytes: 201 }, 200);
    expect(await body.read(1000, 1000, AT_ONCE)).toEqual({ kind: 'too_large' });
    const smaller = new BodyCollector({ kind: 'sized', bytes: 101 }, 200);
    expect(await smaller.read(100, 1000, AT_ONCE)).toEqual({ kind: 'too_large' });
  });

  it('notices that the client is done with a body that nobody wants', () => {
    const body = new BodyCollector(CHUNKED, 2);
    body.push(new Uint8Array(3), false);
    expect(body.received).toBe(false);
    body.push(new Uint8Array(3), true);
    expect(body.received).toBe(true);
  });

  it('gives a reader whose time is over only what is there', async () => {
    const whole = new BodyCollector(CHUNKED, 200);
    whole.push(new Uint8Array(3), true);
    expect((await whole.read(200, -1, AT_ONCE)).kind).toBe('read');
    const half = new BodyCollector(CHUNKED, 200);
    half.push(new Uint8Array(3), false);
    expect((await half.read(200, -1, AT_ONCE)).kind).toBe('timeout');
    expect(half.timedOut).toBe(true);
  });

  it('is aborted for a reader that waits, and for one that comes later', async () => {
    const body = new BodyCollector(CHUNKED, 200);
    const reading = body.read(200, 1000, AT_ONCE);
    body.drop();
    expect(await reading).toEqual({ kind: 'aborted' });
    expect(await body.read(200, 1000, AT_ONCE)).toEqual({ kind: 'aborted' });
  });
});
