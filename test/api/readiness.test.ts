import pino from 'pino';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startService } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { openStore } from '../../src/store/open.ts';
import { SERVICE_DRIVERS } from '../support/drivers.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/free-port.ts';
import { connecting, untilReady } from '../support/readiness.ts';
import { useDatabase } from '../support/service.ts';

describe.each(SERVICE_DRIVERS)('a service that starts on %s', (driver) => {
  const database = useDatabase();

  it('says that it is not ready, and why, until it listens; from then on it takes every connection', async () => {
    const [port, opsPort] = [await freePort(), await freePort()];
    const config = readConfig({
      PORT: `${port}`,
      OPS_PORT: `${opsPort}`,
      HTTP_DRIVER: driver,
      POOL_THREADS: '1',
      ...database(),
    });
    // However fast the machine is, the database opens when the test lets it.
    let letOpen = (): void => {};
    const held = new Promise<void>((resolve) => {
      letOpen = resolve;
    });
    const starting = startService(
      config,
      { log: pino({ level: 'silent' }), flush: () => {} },
      undefined,
      async () => {
        await held;
        return openStore({ ...config, onError: console.error });
      },
    );
    onTestFinished(async () => {
      letOpen();
      await (await starting).close();
    });
    const state = async (): Promise<unknown> => (await fetch(`http://127.0.0.1:${opsPort}/readyz`)).json();
    await eventually(async () =>
      expect(await state()).toMatchObject({ reason: expect.stringMatching(/^starting/) }),
    );
    expect(await connecting(port)).toContain('ECONNREFUSED');
    letOpen();
    const before = await untilReady(opsPort);
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => connecting(port)));
    expect(new Set(outcomes)).toEqual(new Set(['connected']));
    for (const { status, reason } of before) {
      expect(status).toBe(503);
      // The latter once it listens, where the database is slow.
      expect(reason).toMatch(/^starting|^no answer in time$/);
    }
  });
});
