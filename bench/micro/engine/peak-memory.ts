import { readFileSync, writeFileSync } from 'node:fs';
import { runTask, warm } from '../../../src/engine/run-task.ts';

/** Prints the bytes that the largest label takes above idle at the peak, as Linux counts resident memory. */
const statusBytes = (line: string): number => {
  const found = new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'));
  return Number(found?.[1]) * 1024;
};

warm();
globalThis.gc?.();
await new Promise((resolve) => setTimeout(resolve, 200));
// Sets the peak back to what is resident now.
writeFileSync('/proc/self/clear_refs', '5');
const idle = statusBytes('VmRSS');
const fields = Array.from(
  { length: 40 },
  (_, i) => `^FO${(i % 4) * 1000},${Math.floor(i / 4) * 390}^A0N,80^FD{a} ${i}^FS`,
).join('');
const label = {
  id: 'large',
  accountId: 'bench',
  contentId: 'content',
  zpl: Buffer.from(`^XA${fields}^FO0,0^GB4000,4000,20^FS^FO500,500^FR^GB3000,3000,9^FS^XZ`),
  size: { widthMm: 500, heightMm: 500, dpi: 203.2 },
  dynamicTokens: [],
  fieldTransforms: [],
};
for (let i = 0; i < 4; i++) {
  runTask({ kind: 'render', label, format: 'png', variables: { a: `value ${i}` }, now: Date.now() });
}
console.log(statusBytes('VmHWM') - idle);
