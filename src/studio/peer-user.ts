import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

/** The kernel's lists of connections. A socket for IPv6 is in the second list, even if it speaks IPv4. */
const LISTS = ['/proc/net/tcp', '/proc/net/tcp6'];

/** A line of a list: number, address here, address there, state, queues, timer, retransmits, user. */
const LINE = /^\s*\d+: (\w+:\w+) (\w+:\w+) (\w+) \S+ \S+ \S+ +(\d+) /;

/** `TCP_ESTABLISHED`. The user of a connection in any other state is not known: the kernel reports root. */
const ESTABLISHED = '01';

/** An IPv4 address as IPv6 writes it: ten zero bytes and two of ones before it. */
const MAPPED = '0000000000000000FFFF0000';

/** A connection from this machine over IPv4. */
type Peer = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

/**
 * Finds the user whose program is at the other end of a connection, by the kernel's lists, which only Linux has.
 *
 * @param lists contents of the lists; null for the kernel's own.
 * @returns the user's id; null for a connection that is in no list, or not established.
 */
export async function peerUser(peer: Peer, lists: readonly string[] | null = null): Promise<number | null> {
  const there = written(peer.remoteAddress, peer.remotePort);
  const here = written(peer.localAddress, peer.localPort);
  for (const list of lists ?? (await readLists())) {
    for (const line of list.split('\n')) {
      const [, from = '', to = '', state, user] = LINE.exec(line) ?? [];
      if (plain(from) === there && plain(to) === here) return state === ESTABLISHED ? Number(user) : null;
    }
  }
  return null;
}

function readLists(): Promise<string[]> {
  return Promise.all(LISTS.map((path) => readFile(path, 'utf8').catch(() => '')));
}

/**
 * An address and port as a list has them: a number in hexadecimal digits, in the machine's order of bytes, and the
 * port.
 */
function written(address: string = '', port: number = 0): string {
  const bytes = address
    .replace(/^::ffff:/i, '')
    .split('.')
    .toReversed()
    .map(Number);
  const digits = Buffer.from(bytes).toString('hex');
  return `${digits}:${port.toString(16).padStart(4, '0')}`.toUpperCase();
}

/** An address of the second list as the first one has it. */
function plain(address: string): string {
  return address.startsWith(MAPPED) ? address.slice(MAPPED.length) : address;
}
