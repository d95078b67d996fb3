// Writes labels to an embedded store until it is killed, with a line for each that was acknowledged.
import { writeSync } from 'node:fs';
import { openStore } from '../../../src/store/open.ts';

const [dataDir = '', accountId = ''] = process.argv.slice(2);
const store = await openStore({ databaseUrl: null, dataDir, onError: console.error });
for (;;) {
  const [label] = await store.importLabels(accountId, [
    {
      name: 'Written',
      size: { widthMm: 100, heightMm: 50, dpi: 203 },
      outputFormat: 'vector',
      zpl: `^XA^FD${'x'.repeat(3000)}^FS^XZ`,
      dynamicTokens: [],
      fieldTransforms: [],
      teamId: null,
    },
  ]);
  writeSync(1, `${label?.id}\n`);
}
