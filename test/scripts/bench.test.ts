import { expect, onTestFinished, test, vi } from 'vitest';

test('all suites of measurements can be loaded, and one that there is not is said with those that there are', async () => {
  const { argv, exitCode } = process;
  onTestFinished(() => {
    process.argv = argv;
    process.exitCode = exitCode;
    vi.restoreAllMocks();
  });
  process.argv = [process.execPath, 'bench/run.ts', 'none-such'];
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  await import('../../bench/run.ts');
  expect(process.exitCode).toBe(2);
  expect(said.mock.calls).toEqual([
    [expect.stringMatching(/^no such suite: none-such\n[^]*suites: request, /)],
  ]);
});
