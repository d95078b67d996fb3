import { expect, test } from 'vitest';
import type { ByteReader, Queryable } from '../../src/store/database.ts';
import { selectPersonal } from '../../src/store/queries/labels.ts';

const [ACCOUNT, LABEL] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];

/** A label whose text is too long for its row, and whose content is another each time that the row is read. */
function changing(changes: number) {
  let reads = 0;
  const row = () => ({
    id: LABEL,
    contentId: `content ${++reads}`,
    zplBytes: 100_000,
    zpl: null,
    nameBytes: 2,
    tokenNames: '[]',
    dynamicTokens: '[]',
    fieldTransforms: '[]',
  });
  const db: Pick<Queryable, 'query'> & ByteReader = {
    query: async <Row extends object>() => [row()] as unknown as Row[],
    // By the time that it is asked for, the label has been changed so often.
    bytes: async (_text, [, contentId]) =>
      contentId === `content ${changes + 1}` ? Buffer.from('^XA^XZ') : null,
  };
  return { db, reads: () => reads };
}

test('a label that changes between its row and its text is read again', async () => {
  const { db, reads } = changing(2);
  const found = await selectPersonal(db, ACCOUNT, LABEL);
  expect(found).toMatchObject({ contentId: 'content 3', zpl: Buffer.from('^XA^XZ') });
  expect(reads()).toBe(3);
});

test('a label that changes each time is given up', async () => {
  const { db, reads } = changing(Infinity);
  await expect(selectPersonal(db, ACCOUNT, LABEL)).rejects.toThrow('was changed each time');
  expect(reads()).toBe(5);
});
