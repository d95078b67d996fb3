import { expect, it } from 'vitest';
import { peerUser } from '../../src/studio/peer-user.ts';

const PEER = { remoteAddress: '127.0.0.1', remotePort: 40_000, localAddress: '127.0.0.1', localPort: 8080 };
const [THERE, HERE] = ['0100007F:9C40', '0100007F:1F90'];
const MAPPED = '0000000000000000FFFF0000';

const list = (from: string, to: string, state = '01', user = 1234): string =>
  `  sl  local_address rem_address   st\n   0: ${from} ${to} ${state} 00000000:00000000 00:00000000 00000000  ${user}        0 99 1\n`;

it.each([
  ['over IPv4', [list(THERE, HERE), '']],
  ['by a socket for IPv6', ['', list(MAPPED + THERE, MAPPED + HERE)]],
])('finds the user of a connection %s', async (_, lists) => {
  expect(await peerUser(PEER, lists)).toBe(1234);
  expect(await peerUser({ ...PEER, remoteAddress: '::ffff:127.0.0.1' }, lists)).toBe(1234);
});

it.each([
  ['is in no list', ['', '']],
  ['is another one', [list(HERE, THERE), list(THERE, '0100007F:1F91')]],
  ["is closed by the other end, which the kernel lists as root's", [list(THERE, HERE, '05', 0), '']],
])('knows no user of a connection that %s', async (_, lists) => {
  expect(await peerUser(PEER, lists)).toBeNull();
});
