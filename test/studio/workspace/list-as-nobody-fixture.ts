import { readdir } from 'node:fs/promises';
import { LabelFiles } from '../../../src/studio/workspace/label-files.ts';

// Root reads every folder, so the program goes on as nobody: why a folder cannot be read, and the labels beside it, as
// JSON.
const [folder = '', closed = ''] = process.argv.slice(2);
if (process.getuid?.() === 0) process.setuid?.(65_534);
const failure = await readdir(closed).catch(({ code }: NodeJS.ErrnoException) => code);
const labels = await new LabelFiles([folder], folder).list();
process.stdout.write(JSON.stringify({ failure, ids: labels.map(({ id }) => id) }));
