import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { platen } from '../cli/recorder.ts';
import { type TestAccount, useDatabase, useService } from '../support/service.ts';

describe('platen load', () => {
  const api = useService({}, useDatabase());
  let shop: TestAccount;
  const folder = mkdtempSync(join(tmpdir(), 'platen-load-'));
  const keyFile = join(folder, 'key');
  beforeAll(async () => {
    shop = await api.account();
    writeFileSync(keyFile, `${shop.key}\n`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const load = (...more: readonly string[]) =>
    platen(['load', '--url', api.service.url, '--key-file', keyFile, '--duration', '0.5', ...more]);

  it('sends the mix at a rate, with values of its own, and says how it was answered', async () => {
    const labels = [await shop.label(), await shop.label()].map(({ id }) => id);
    const { stdout, stderr, status } = await load('--label', ...labels, '--rate', '40', '--json');
    expect({ status, stderr }).toMatchObject({ status: 0 });
    const report = JSON.parse(stdout);
    expect(report.answers).toEqual({ '200': report.requests });
    expect(Object.keys(report.kinds)).toEqual(['zpl', 'png', 'print']);
    expect(stderr).not.toContain(shop.key);
  });
});
