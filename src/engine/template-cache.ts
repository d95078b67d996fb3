import { LRUCache } from 'lru-cache';
import { compile } from '../template/compile.ts';
import type { Template } from '../template/template.ts';
import { byteStringOf } from '../zpl/byte-string.ts';
import { heapSize } from './heap-size.ts';
import type { LabelSource } from './task.ts';

/** Bytes of compiled labels that each thread keeps, at most. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** Bytes that the cache itself takes for an entry, its key included; measured. */
const ENTRY_BYTES = 256;

/** Compiled labels by their contents, none of which ever comes back, so an entry is never stale. */
export class TemplateCache {
  readonly #templates: LRUCache<string, Template>;

  constructor(maxBytes: number = CACHE_BYTES) {
    this.#templates = new LRUCache({ maxSize: maxBytes });
  }

  /** Estimated bytes in use; never above the bound. */
  get bytes(): number {
    return this.#templates.calculatedSize;
  }

  get(label: LabelSource): Template {
    const cached = this.#templates.get(label.contentId);
    if (cached !== undefined) return cached;
    const template = compile({
      zpl: byteStringOf(label.zpl),
      fieldTransforms: label.fieldTransforms,
      dynamicTokens: label.dynamicTokens,
    });
    this.#templates.set(label.contentId, template, { size: ENTRY_BYTES + heapSize(template) });
    return template;
  }
}
