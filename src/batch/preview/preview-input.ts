import type { Chunk, Row, RowLayout } from '../stages.ts';

/** What a maker is given for some rows of an input: the values that were read of them, as JSON. */
export interface PreviewInput {
  readonly layout: RowLayout;
  chunks(): AsyncIterable<Chunk>;
}

/** An input of these rows alone. Their numbers of copies, and names of files, do not show on a sheet. */
export function previewInput(rows: readonly Row[]): PreviewInput {
  const names = [...new Set(rows.flatMap(({ variables }) => Object.keys(variables)))];
  const lines = rows.map(({ variables }) => `${JSON.stringify(variables)}\n`);
  return {
    layout: {
      kind: 'json',
      delimiter: ',',
      columns: names,
      variables: Object.fromEntries(names.map((name) => [name, name])),
      set: {},
      reportColumns: 0,
      copies: 1,
      copiesColumn: null,
      nameTemplate: null,
    },
    async *chunks() {
      // A line each, so that one does not wait for all.
      let offset = 0;
      for (const line of lines) {
        const bytes = Buffer.from(line);
        yield { offset, bytes };
        offset += bytes.length;
      }
    },
  };
}
