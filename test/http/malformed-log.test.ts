import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { malformedLog } from '../../src/http/malformed-log.ts';

test('writes whose requests were malformed, a few a second, as no error', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text)) });
  const write = malformedLog(log);
  const request = { requestId: 'a-1', remoteAddress: '192.0.2.1', reason: 'it has no Host' };
  for (let time = 0; time < 1000; time++) write(request);
  vi.advanceTimersByTime(1000);
  write(request);
  vi.useRealTimers();
  const line = { level: 30, request_id: 'a-1', client: '192.0.2.1', reason: 'it has no Host' };
  expect(lines).toMatchObject([...Array.from({ length: 5 }, () => line), { ...line, sampled_out: 995 }]);
});
