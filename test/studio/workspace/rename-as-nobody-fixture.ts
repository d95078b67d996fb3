import { LabelFiles } from '../../../src/studio/workspace/label-files.ts';

// Linux lets root link every file, so the program goes on as nobody: why a label cannot be renamed, and the labels
// afterwards, as JSON.
const [folder = ''] = process.argv.slice(2);
if (process.getuid?.() === 0) process.setuid?.(65_534);
const files = new LabelFiles([folder], folder);
const { revision } = await files.open('a.zpl');
const failure = await files.rename('a.zpl', 'c', revision ?? '', null).then(
  () => null,
  ({ message }: Error) => message,
);
process.stdout.write(JSON.stringify({ failure, ids: (await files.list()).map(({ id }) => id) }));
