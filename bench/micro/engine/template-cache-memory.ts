import { TemplateCache } from '../../../src/engine/template-cache.ts';

/**
 * A process of its own, started with --expose-gc: puts 10,000 labels through a cache and prints what that took,
 * as JSON. Arguments: the label's ZPL, the cache's bound in bytes.
 */
const [zpl = '', bound = ''] = process.argv.slice(2);
const { gc } = globalThis;
if (gc === undefined) throw new Error('start with --expose-gc');

const cache = new TemplateCache(Number(bound));
fill('warm', 10);
const empty = used();
const accountedBefore = cache.bytes;
fill('label', 10_000);
console.log(JSON.stringify({ used: used() - empty + accountedBefore, accounted: cache.bytes }));

function fill(name: string, count: number): void {
  for (let i = 0; i < count; i++) {
    cache.get({
      id: 'label',
      accountId: 'account',
      contentId: `${name}-${String(i).padStart(30, '0')}`,
      zpl: Buffer.from(`${zpl}^FX${i}`),
      size: { widthMm: 100, heightMm: 150, dpi: 203 },
      dynamicTokens: [],
      fieldTransforms: [],
    });
  }
}

/** Bytes of live objects and byte arrays. */
function used(): number {
  gc?.();
  gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
