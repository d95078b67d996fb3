import { expect, it } from 'vitest';
import { isLoopback } from '../../src/load/loopback.ts';

it.each(['localhost', '127.0.0.1', '127.9.8.7', '[::1]', '[::ffff:127.0.0.1]', '0x7f000001'])(
  'knows that %s is this machine',
  async (host) => {
    expect(await isLoopback(new URL(`http://${host}:8080/`))).toBe(true);
  },
);

it.each(['192.0.2.1', '128.0.0.1', '0.0.0.0', '[2001:db8::1]', '[::]', '[::ffff:192.0.2.1]'])(
  'takes %s for another machine',
  async (host) => {
    expect(await isLoopback(new URL(`http://${host}:8080/`))).toBe(false);
  },
);

it('says that a name has no address', async () => {
  await expect(isLoopback(new URL('http://nowhere.invalid/'))).rejects.toThrow(
    /nowhere\.invalid has no address .*check --url/,
  );
});
