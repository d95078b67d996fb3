import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BoundedThread, BoundPassed } from '../../src/threads/bounded-thread.ts';
import { bombs } from '../fuzz/bombs.ts';
import { platen } from './recorder.ts';

let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'platen-bounds-'));
  file = join(folder, 'fonts.zpl');
  const name = 'fonts of eight maps that claim all characters';
  writeFileSync(file, bombs().find((bomb) => bomb.name === name)?.zpl ?? '', 'latin1');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SIZE = ['--width-mm', '101.6', '--height-mm', '152.4', '--dpi', '203'];

const COMMANDS = [
  ['lint', () => ['lint', file, ...SIZE], '1 label: nothing found\n'],
  [
    'labels import',
    () => ['labels', 'import', file, '--name', 'A', ...SIZE, '--dry-run'],
    'Nothing was saved.\n',
  ],
  [
    'labels import --fields',
    () => ['labels', 'import', file, '--fields', ...SIZE, '--dry-run'],
    'fonts.zpl: 1 label with 1 record; no variables, since the stream has no numbered field (^FN) to fill\nNothing was saved.\n',
  ],
] as const;

describe.each(COMMANDS)('%s', (_, command, said) => {
  it('takes no more memory than a thread of the service for fonts that claim all characters', async () => {
    const { status, stdout, stderr } = await platen(command());
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout.endsWith(said)).toBe(true);
  });

  it('ends with a sentence for a label that takes more', async () => {
    const run = vi.spyOn(BoundedThread.prototype, 'run');
    onTestFinished(() => run.mockRestore());
    run.mockRejectedValue(new BoundPassed('the label', 'memory', '512 MB'));
    const { status, stderr } = await platen(command());
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining(`${file}: the label takes more than 512 MB of memory`),
    });
  });
});
