import type { LabelMeta } from './store.ts';

/** Comes before every id that there is. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** Gives the rows after an id, by their ids; none after the last. */
type Pages<Row> = (after: string) => Promise<Row[]>;

/** The rows of all pages, those that were made first before others. */
export async function oldestFirst<Row extends { readonly id: string; readonly createdAt: Date }>(
  pages: Pages<Row>,
): Promise<Row[]> {
  const rows = await all(pages);
  return rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || byId(a, b));
}

/** The rows of all pages, those that were changed last before others. */
export async function newestFirst(pages: Pages<LabelMeta>): Promise<LabelMeta[]> {
  const rows = await all(pages);
  return rows.toSorted((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || byId(b, a));
}

async function all<Row extends { readonly id: string }>(pages: Pages<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = await pages(BEFORE_ALL); page.length > 0; page = await pages(rows.at(-1)?.id ?? '')) {
    rows.push(...page);
  }
  return rows;
}

function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}
