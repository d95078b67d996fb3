import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { freePort } from '../support/free-port.ts';

test('a store that fails while other parts are still opened is the reason that the start gives, and nothing else', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'platen-failed-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'file');
  writeFileSync(file, '');
  const unhandled: unknown[] = [];
  const hear = (reason: unknown) => unhandled.push(reason);
  process.on('unhandledRejection', hear);
  onTestFinished(() => void process.off('unhandledRejection', hear));
  const config = readConfig({
    PORT: '0',
    OPS_PORT: '0',
    POOL_THREADS: '1',
    LOG_LEVEL: 'fatal',
    DATA_DIR: join(file, 'data'),
    REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
  });
  await expect(startService(config)).rejects.toThrow('ENOTDIR');
  expect(unhandled).toEqual([]);
});
