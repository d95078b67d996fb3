import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli.js', import.meta.url));

test('the program ends with the status of its command and keeps its streams apart', () => {
  const run = (...argv: string[]) => spawnSync(process.execPath, [PROGRAM, ...argv], { encoding: 'utf8' });
  expect(run('render')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('FILE.zpl is missing'),
  });
  expect(run('--help')).toMatchObject({ status: 0, stderr: '' });
});
