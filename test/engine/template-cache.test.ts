import { describe, expect, it } from 'vitest';
import { heapSize } from '../../src/engine/heap-size.ts';
import type { LabelSource } from '../../src/engine/task.ts';
import { TemplateCache } from '../../src/engine/template-cache.ts';

const labelOf = (contentId: string, zpl: string): LabelSource => ({
  id: 'label',
  accountId: 'account',
  contentId,
  zpl: Buffer.from(zpl),
  size: { widthMm: 100, heightMm: 100, dpi: 203 },
  dynamicTokens: [],
  fieldTransforms: [],
});

describe('the template cache', () => {
  it('compiles a content once, and another one of the same label again', () => {
    const cache = new TemplateCache();
    const first = cache.get(labelOf('a', '^FD{x}^FS'));
    expect(cache.get(labelOf('a', '^FD{x}^FS'))).toBe(first);
    expect(cache.get(labelOf('b', '^FD{y}^FS')).tokenNames).toEqual(['y']);
  });

  it('stays under its bound with more labels than it holds, and keeps those used last', () => {
    const bound = 256 * 1024;
    const cache = new TemplateCache(bound);
    for (let i = 0; i < 500; i++) {
      cache.get(labelOf(`label-${i}`, `^XA${'^FO1,1^FD{v}^FS'.repeat(20)}^XZ`));
      expect(cache.bytes).toBeLessThanOrEqual(bound);
    }
    expect(cache.bytes).toBeGreaterThan(bound * 0.9);
    const last = labelOf('label-499', '^FDanother text, which is not looked at^FS');
    expect(cache.get(last).tokenNames).toEqual(['v']);
  });

  it('counts what labels hold besides their text: fields, placeholders, transforms', () => {
    const size = (zpl: string, fieldTransforms: unknown = []) => {
      const cache = new TemplateCache();
      cache.get({ ...labelOf('a', zpl), fieldTransforms });
      return cache.bytes;
    };
    const plain = size('^FX'.padEnd(3000, 'x'));
    expect(size('^FD{v}^FS'.repeat(333))).toBeGreaterThan(plain + 333 * 200);
    const values = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}`, 'x'.repeat(1000 + i)]));
    expect(size('^FD^FS', [{ variable: 'v', steps: [{ op: 'map', values }] }])).toBeGreaterThan(100_000);
  });
});

describe('the size of a value', () => {
  it('counts what is reached twice once, and what is long by its length', () => {
    const inner = { text: 'x'.repeat(10_000) };
    expect(heapSize([inner, inner]) - heapSize([inner])).toBeLessThan(16);
    expect(heapSize(inner)).toBeGreaterThan(10_000);
    expect(heapSize(new Uint8Array(5000))).toBeGreaterThan(5000);
    expect(heapSize(null)).toBe(0);
  });
});
