import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { PATIENCE_MS } from '../support/eventually.ts';

const LOG = new URL('../../dist/src/telemetry/log.js', import.meta.url);

const full = openSync('/dev/full', 'w');
const folder = mkdtempSync(join(tmpdir(), 'platen-log-'));
afterAll(() => {
  closeSync(full);
  rmSync(folder, { recursive: true });
});

const MUCH = `
  log.info('said before');
  flush();
  await new Promise((resolve) => setTimeout(resolve, 500));
  for (let line = 0; line < 20_000; line++) log.info('one of many lines');
  log.info('said last');`;

/** Runs a program that says `what` on a log, and then `end`s. */
function logging(stderr: number | 'pipe', what: string, end: string) {
  const program = `const { log, flush } = (await import('${LOG.href}')).openLog('info'); ${what} ${end}`;
  return spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', stderr],
    timeout: PATIENCE_MS,
    killSignal: 'SIGKILL',
    maxBuffer: 16_777_216,
  });
}

it.each(['', 'process.exit(0);'])('has every line once the program ends with %j', (end) => {
  const { status, stderr } = logging('pipe', MUCH, end);
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
  expect(logging(full, MUCH, `console.log('alive');${end}`)).toMatchObject({ status: 0, stdout: 'alive\n' });
});

it.each(['info', 'fatal'])(
  'ends though its disk turns out to be full in the very last flush, of %s',
  (level) => {
    const ended = logging(full, `log.${level}('the first and last line');`, `console.log('alive');`);
    expect(ended).toMatchObject({ status: 0, stdout: 'alive\n' });
  },
);

it('ends though nobody reads its pipe, which is full', () => {
  const name = join(folder, 'pipe');
  execFileSync('mkfifo', [name]);
  const pipe = openSync(name, constants.O_RDWR | constants.O_NONBLOCK);
  expect(logging(pipe, MUCH, `console.log('alive');`)).toMatchObject({ status: 0, stdout: 'alive\n' });
  closeSync(pipe);
});
