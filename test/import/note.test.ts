import { expect, it } from 'vitest';
import { Notes } from '../../src/import/note.ts';
import { SourceStream } from '../../src/import/source-stream.ts';
import { byteStringOf } from '../../src/zpl/byte-string.ts';
import { tokenize } from '../../src/zpl/tokenize.ts';

it('reports the most severe remark that is left out', () => {
  const bytes = Buffer.from('^XA^MD1^XZ');
  const notes = new Notes(new SourceStream([{ name: 'stream.zpl', bytes }]));
  const [first, second] = [...tokenize(byteStringOf(bytes))];
  if (first === undefined || second === undefined) throw new Error('the stream has two commands');
  for (let i = 0; i < 1002; i++) notes.add('info', 'setup', first, `remark ${i}`);
  expect(notes.all().at(-1)).toMatchObject({ code: 'more', severity: 'info', command: '^XA' });
  notes.add('error', 'missing-format', second, 'an error');
  notes.add('info', 'setup', first, 'one more');
  expect(notes.all()).toHaveLength(1001);
  expect(notes.all().at(-1)).toMatchObject({ code: 'more', severity: 'error', command: '^MD' });
});
