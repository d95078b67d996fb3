import { afterAll, expect, test } from 'vitest';
import { keepTimeOf, wallClock } from '../../src/wall-clock.ts';
import { useDatabase, useService } from '../support/service.ts';

// Half a day from UTC, with minutes of its own.
const TIME_ZONE = 'Pacific/Chatham';
const api = useService({ TIME_ZONE }, useDatabase());
// Files of tests share a process, and a service in it sets the zone of the whole.
afterAll(() => keepTimeOf('UTC'));

const FORMAT = 'YYYY-MM-DD HH:mm';
const zpl = `^XA^FO1,1^FD{datetime:${FORMAT}}^FS^FO1,50^FD{made}^FS^XZ`;

/** The times of a stream, and whether they are all one that the zone's clock has shown since `from`. */
async function times(stream: () => Promise<string>): Promise<readonly string[]> {
  const before = shown();
  const found = (await stream()).match(/\d{4}-\d\d-\d\d \d\d:\d\d/g) ?? [];
  const after = shown();
  for (const time of found) expect([before, after]).toContain(time);
  return found;
}

function shown(): string {
  return wallClock(Date.now()).toISOString().slice(0, FORMAT.length).replace('T', ' ');
}

test('automatic tokens and the step clock show the time of TIME_ZONE, rendered and printed', async () => {
  const account = await api.account();
  const steps = [{ op: 'clock', format: FORMAT }];
  const plain = await account.label({ zpl, dynamicTokens: [] });
  const label = await account.label({
    zpl,
    dynamicTokens: [],
    fieldTransforms: [{ variable: 'made', steps }],
  });
  expect(Math.abs(wallClock(0).getTime())).toBeGreaterThan(11 * 3_600_000);
  const sent = async (path: string): Promise<string> => {
    const { status, text } = await account.post(path, {});
    expect(status, text).toBe(200);
    return text;
  };
  expect(await times(() => sent(`/labels/${plain.id}/render`))).toHaveLength(1);
  expect(await times(() => sent(`/labels/${plain.id}/print`))).toHaveLength(1);
  expect(await times(() => sent(`/labels/${label.id}/render`))).toHaveLength(2);
  expect(await times(() => sent(`/labels/${label.id}/print`))).toHaveLength(2);
});
