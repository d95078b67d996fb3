import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { isInstalled } from '../../support/installed.ts';
import { LOCAL, rowsOf, useBatchFolder } from './batch-folder.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/src/cli.js', import.meta.url));
const folder = useBatchFolder();

test.skipIf(!isInstalled('parallel', '--version'))(
  'GNU parallel makes the parts as docs/batch.md says, and one that failed again',
  async () => {
    await folder.write('rows.csv', rowsOf(300));
    expect((await folder.batch([...LOCAL, '-o', 'one.zpl'])).status).toBe(0);
    // The first part that is begun breaks.
    await folder.write('once.sh', 'mkdir broken 2>/dev/null && exit 1\nexec "$@"\n');
    const page = await readFile('docs/batch.md', 'utf8');
    const [, recipe = ''] = /^\| GNU parallel \| `([^`]+)` \|$/m.exec(page) ?? [];
    const command = recipe
      .replace(
        'platen batch …',
        `sh once.sh ${process.execPath} ${PROGRAM} batch rows.csv ${LOCAL.join(' ')} -o parts.zpl`,
      )
      .replace('{}/16', '{}/3')
      .replace('$(seq 0 15)', '$(seq 0 2)');
    await promisify(execFile)('sh', ['-c', command], { cwd: folder.path('.') });
    expect((await readdir(folder.path('.'))).includes('broken')).toBe(true);
    const merged = await folder.run(['batch', 'merge', folder.path('parts.zpl'), '--shards', '3']);
    expect(merged.status).toBe(0);
    expect(await folder.read('parts.zpl')).toBe(await folder.read('one.zpl'));
  },
);
