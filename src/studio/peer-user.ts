import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** A line of Linux's list of connections: number, address here, address there, state, queues, timer, retransmits, user. */
const LINE = /^\s*\d+: (\w+:\w+) (\w+:\w+) \w+ \S+ \S+ \S+ +(\d+) /;

/**
 * The id of the user whose program is at the other end of a connection from this machine over IPv4; null where the system
 * does not tell, which Linux alone does.
 */
export async function peerUser({
  remoteAddress,
  remotePort,
  localAddress,
  localPort,
}: Socket): Promise<number | null> {
  const list = await readFile('/proc/net/tcp', 'utf8').catch(() => '');
  const [there, here] = [written(remoteAddress, remotePort), written(localAddress, localPort)];
  for (const line of list.split('\n')) {
    const [, from, to, user] = LINE.exec(line) ?? [];
    if (from === there && to === here) return Number(user);
  }
  return null;
}

/** An address as the list has it: a number in hexadecimal digits, in the machine's order of bytes, and the port. */
function written(address: string = '', port: number = 0): string {
  const bytes = address.split('.').toReversed().map(Number);
  const digits = Buffer.from(bytes).toString('hex');
  return `${digits}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}
