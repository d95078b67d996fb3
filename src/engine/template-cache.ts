import { LRUCache } from 'lru-cache';
import { compile } from '../template/compile.ts';
import type { Template } from '../template/template.ts';
import { byteStringOf, toByteString } from '../zpl/byte-string.ts';
import type { LabelSource } from './task.ts';

/** Each thread keeps at most this much of compiled labels. */
const CACHE_BYTES = 64 * 1024 * 1024;
/** What a template holds beside the bytes of the stream, by estimate: objects of a small label. */
const TEMPLATE_OVERHEAD_BYTES = 4096;
/** Slots, spans and decoded literals cost a few times the bytes that they stand for. */
const BYTES_PER_ZPL_BYTE = 4;

/** Compiled labels by id and revision; a revision never changes, so an entry is never stale. */
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
    const key = `${label.id}:${label.revision}`;
    const cached = this.#templates.get(key);
    if (cached !== undefined) return cached;
    const zpl = typeof label.zpl === 'string' ? toByteString(label.zpl) : byteStringOf(label.zpl);
    const template = compile({
      zpl,
      fieldTransforms: label.fieldTransforms,
      dynamicTokens: label.dynamicTokens,
    });
    this.#templates.set(key, template, { size: TEMPLATE_OVERHEAD_BYTES + BYTES_PER_ZPL_BYTE * zpl.length });
    return template;
  }
}
