import pino from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { errorLog } from '../../src/telemetry/error-log.ts';

// Lines are counted by the second: on the machine's own clock the next one could begin in the middle.
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('writes of an error only its message and stack, and not thousands of them', () => {
  const lines: unknown[] = [];
  const log = pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text)) });
  const write = errorLog(log);
  const error = Object.assign(new Error('Parse Error'), { rawPacket: Buffer.from('x-api-key: svc_') });
  for (let at = 0; at < 5000; at++) write(error);
  expect(lines).toHaveLength(50);
  expect(JSON.stringify(lines)).toContain('Parse Error');
  expect(JSON.stringify(lines)).not.toMatch(/rawPacket|svc_/);
  vi.advanceTimersByTime(1000);
  write(error);
  expect(lines.at(-1)).toMatchObject({ sampled_out: 4950 });
});
