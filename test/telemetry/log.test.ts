import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { afterAll, expect, it } from 'vitest';
import { PATIENCE_MS } from '../support/eventually.ts';

const LOG = new URL('../../dist/src/telemetry/log.js', import.meta.url);

const full = openSync('/dev/full', 'w');
afterAll(() => closeSync(full));

/** Runs a program that says something on a log, and then `end`s. */
function logging(stderr: number | 'pipe', end: string) {
  const program = `
    const { log, flush } = (await import('${LOG.href}')).openLog('info');
    log.info('said before');
    flush();
    await new Promise((resolve) => setTimeout(resolve, 500));
    for (let line = 0; line < 20_000; line++) log.info('one of many lines');
    log.info('said last');
    ${end}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', stderr],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 16_777_216,
  });
}

it.each(['', 'process.exit(0);'])('has every line once the program ends with %j', (end) => {
  const { status, stderr } = logging('pipe', end);
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).msg);
  expect({ status, lines: lines.length, first: lines[0], last: lines.at(-1) }).toEqual({
    status: 0,
    lines: 20_002,
    first: 'said before',
    last: 'said last',
  });
});

it.each(['', 'process.exit(0);'])('holds up nothing while its disk is full, before %j', (end) => {
  expect(logging(full, `console.log('alive');${end}`)).toMatchObject({ status: 0, stdout: 'alive\n' });
});
