import { setTimeout as delay } from 'node:timers/promises';

/** Says goodbye to the server, without waiting for one that hangs. */
export async function endInTime(connection: { end(): Promise<void> }): Promise<void> {
  await Promise.race([connection.end().catch(() => {}), delay(1000, undefined, { ref: false })]);
}
