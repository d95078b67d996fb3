import { expect, test } from 'vitest';
import { labelSource } from '../../bench/micro/engine/warm-label.ts';
import { readSamples } from '../../src/demo/samples.ts';
import { runTask } from '../../src/engine/run-task.ts';
import type { LabelSource } from '../../src/engine/task.ts';
import { corners } from '../fuzz/heavy-pages.ts';

/** 12.5 million dots. */
const LARGE = { size: { widthMm: 442.3, heightMm: 442.3, dpi: 203 } };

let drawn = 0;

function render(label: Partial<LabelSource>, variables = {}) {
  const source = { ...labelSource(), ...label, contentId: `bounds-${drawn++}` };
  return runTask({ kind: 'render', format: 'pdf', variables, now: Date.now(), label: source });
}

test('pages count together, and the failure says so', () => {
  const zpl = `^XA^POI${corners}^XZ`.repeat(500);
  expect(() => render({ ...LARGE, zpl })).toThrow('the labels take too much work to draw together');
});

test.each([203, 300])('a hundred labels at %i dpi are a PDF', (dpi) => {
  const shelf = readSamples().find(({ slug }) => slug === 'bin-location');
  const { label, variables } = shelf ?? expect.unreachable();
  const size = { widthMm: 101.6, heightMm: 152.4, dpi };
  const { body } = render({ ...label, size, zpl: String(label.zpl).repeat(100) }, variables);
  expect(Buffer.from(body).toString('latin1')).toContain('/Count 100/');
});
