import { expect, test } from 'vitest';
import { labelSource } from '../../bench/micro/engine/warm-label.ts';
import { readSamples } from '../../src/demo/samples.ts';
import { runTask } from '../../src/engine/run-task.ts';
import { corners } from '../fuzz/heavy-pages.ts';
import { changed, type LabelText } from './label-source.ts';

/** 12.5 million dots. */
const LARGE = { widthMm: 442.3, heightMm: 442.3, dpi: 203 };

let drawn = 0;

function render(text: LabelText, variables = {}) {
  const label = changed(labelSource(), { ...text, contentId: `bounds-${drawn++}` });
  // Later than it is: the deadline of requests, which is by the clock, is left to others.
  return runTask({ kind: 'render', format: 'pdf', variables, now: Date.now() + 3_600_000, label });
}

test('pages count together, and the failure says so', () => {
  const zpl = `^XA^POI${corners}^XZ`.repeat(500);
  expect(() => render({ size: LARGE, zpl })).toThrow('the labels take too much work to draw together');
});

test.each([203, 300])('a hundred labels at %i dpi are a PDF', (dpi) => {
  const shelf = readSamples().find(({ slug }) => slug === 'bin-location');
  const { label, variables } = shelf ?? expect.unreachable();
  const { dynamicTokens, fieldTransforms } = label;
  const size = { widthMm: 101.6, heightMm: 152.4, dpi };
  const { body } = render(
    { zpl: String(label.zpl).repeat(100), size, dynamicTokens, fieldTransforms },
    variables,
  );
  expect(Buffer.from(body).toString('latin1')).toContain('/Count 100/');
});
