import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDataDirectory } from '../../src/demo/data-directory.ts';

test('the wanted directory is made, and stays', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'platen-demo-test-'));
  try {
    const wanted = join(parent, 'a', 'b');
    const data = await openDataDirectory(wanted);
    expect(data).toMatchObject({ path: wanted, trouble: null });
    await data.leave();
    expect(existsSync(wanted)).toBe(true);
  } finally {
    rmSync(parent, { recursive: true });
  }
});

test.each([
  ['none is wanted', undefined, null],
  ['the wanted one cannot be made', '/dev/null/data', expect.stringContaining('/dev/null/data')],
])('where %s it is a temporary one, which goes', async (_case, wanted, trouble) => {
  const data = await openDataDirectory(wanted);
  expect(data.trouble).toEqual(trouble);
  expect(existsSync(data.path)).toBe(true);
  await data.leave();
  expect(existsSync(data.path)).toBe(false);
});
