import cluster from 'node:cluster';
import { expect, test, vi } from 'vitest';
import { Listener } from '../../src/listeners/listener.ts';
import { eventually } from '../support/eventually.ts';

/** A listener whose process runs this program. */
function listenerOf(program: string) {
  cluster.setupPrimary({ exec: '-', execArgv: ['--eval', program], silent: true });
  const stop = new AbortController();
  const onLost = vi.fn<(status: number | string) => void>();
  return { listener: new Listener({ number: 1, env: {}, stop: stop.signal, onLost }), stop, onLost };
}

test('one that ends before it serves is an error of the start, and not tried again', async () => {
  const { listener, onLost } = listenerOf('process.exit(3)');
  await expect(listener.start()).rejects.toThrow('listener 1 ended with 3 before it served');
  expect(onLost).not.toHaveBeenCalled();
});

test('one that ends later is replaced, again and again, until the stop', async () => {
  const listening = JSON.stringify({ kind: 'listening', url: 'http://here' });
  const { listener, stop, onLost } = listenerOf(`process.send(${listening}, () => process.exit(4))`);
  expect(await listener.start()).toBe('http://here');
  await eventually(() => expect(onLost).toHaveBeenCalledTimes(2));
  expect(onLost).toHaveBeenCalledWith(4);
  stop.abort();
  await listener.ended;
});

test('one that does not answer is not ready', async () => {
  const listening = JSON.stringify({ kind: 'listening', url: 'http://here' });
  const { listener, stop } = listenerOf(`process.send(${listening})`);
  await expect(listener.ask('ready')).rejects.toThrow('listener 1 does not serve yet');
  await listener.start();
  await expect(listener.ask('ready')).rejects.toThrow('listener 1: no answer');
  stop.abort();
  listener.kill('SIGKILL');
  expect(await listener.ended).toBe('SIGKILL');
});
