import { extname } from 'node:path';

/** ZPL as people save it, and as printer drivers print it to a file. */
const ZPL_ENDINGS = new Set(['.zpl', '.prn', '.zpl2']);
const BUNDLE_ENDINGS = new Set(['.json', '.jsonl', '.ndjson']);

/** The kind of a file in a folder of labels, by its name; null for other files. */
export function labelFileKind(path: string): 'zpl' | 'bundles' | null {
  const ending = extname(path).toLowerCase();
  if (ZPL_ENDINGS.has(ending)) return 'zpl';
  return BUNDLE_ENDINGS.has(ending) ? 'bundles' : null;
}
