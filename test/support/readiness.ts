import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Connects to a port of this machine and hangs up. Returns `connected`, or the message of the error. */
export function connecting(port: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      resolve('connected');
      socket.destroy();
    });
    socket.once('error', ({ message }) => resolve(message));
  });
}

/** Asks `/readyz` until the answer is 200. Returns the answers before. */
export async function untilReady(opsPort: number): Promise<{ status: number; reason: unknown }[]> {
  const before: { status: number; reason: unknown }[] = [];
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => null);
    if (answer?.status === 200) return before;
    if (answer !== null) {
      const { reason } = (await answer.json()) as { reason?: unknown };
      before.push({ status: answer.status, reason });
    }
    await delay(10);
  }
}
