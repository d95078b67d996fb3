// Takes the lock of a directory, says what came of it, and holds on until it is killed or its input ends.
import { writeSync } from 'node:fs';
import { DirectoryLock } from '../../../src/store/directory-lock.ts';

const [directory = ''] = process.argv.slice(2);
try {
  await DirectoryLock.take(directory);
  writeSync(1, 'held\n');
  process.stdin.on('end', () => process.exit(0)).resume();
} catch (error) {
  writeSync(1, `${(error as Error).message}\n`);
}
