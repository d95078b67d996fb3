import pino from 'pino';
import { expect, test, vi } from 'vitest';
import type { SentTask } from '../../src/engine/task.ts';
import { poolLog } from '../../src/telemetry/pool-log.ts';
import { clientOf } from '../support/client.ts';

const label = { id: 'label', accountId: 'account', zpl: '^XA^FDsecret^FS^XZ' };
const task = { kind: 'render', label, format: 'png', body: Buffer.from('secret') } as unknown as SentTask;
const client = {
  ...clientOf(new AbortController()),
  origin: { requestId: 'a-1', keyId: 'key', labelId: 'label' },
};

function recorded() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text)) });
  return { lines, write: poolLog(log) };
}

const IDS = { request_id: 'a-1', account_id: 'account', key_id: 'key', label_id: 'label' };

test('names whose task was refused or took its thread along, and nothing of the label', () => {
  const { lines, write } = recorded();
  write.onRefused('share', { account: 'account', task, client });
  write.onRefused('jobs', { account: 'account', client });
  write.onReplaced('hung', { account: 'account', task, client });
  write.onReplaced('crashed', { account: 'account', task, client: undefined });
  write.onReplaced('recycled', undefined);
  expect(lines).toMatchObject([
    { level: 40, msg: 'the pool refused a task', reason: 'share', ...IDS },
    { level: 40, msg: 'the pool refused a task', reason: 'jobs', ...IDS },
    { level: 40, msg: 'a worker thread was replaced', reason: 'hung', ...IDS },
    { msg: 'a worker thread was replaced', reason: 'crashed', account_id: 'account', label_id: 'label' },
    { msg: 'a worker thread was replaced', reason: 'recycled' },
  ]);
  expect(JSON.stringify(lines)).not.toContain('secret');
});

test('writes no more than fifty refusals a second, and says how many had no line', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { lines, write } = recorded();
  for (let time = 0; time < 1000; time++) write.onRefused('jobs', { account: 'account', task, client });
  vi.advanceTimersByTime(1000);
  write.onRefused('jobs', { account: 'account', task, client });
  vi.useRealTimers();
  expect([lines.length, lines.at(-1)?.['sampled_out']]).toEqual([51, 950]);
});
