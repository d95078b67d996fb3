import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

test('all suites of measurements can be loaded, and one that there is not is said with those that there are', async () => {
  const bench = ['--import', 'tsx', 'bench/run.ts', 'none-such'];
  await expect(promisify(execFile)(process.execPath, bench)).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^no such suite: none-such\n[^]*suites: request, /),
  });
});
