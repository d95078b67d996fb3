import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { LightHistogram } from '../../src/telemetry/light-histogram.ts';

test.each([['stage'], [null]])('prints a histogram with the label %s as the library would', async (label) => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const light = new LightHistogram(ours, 'a_seconds', 'A', label, ['x']);
  const text = await ours.metrics();
  const buckets = [...text.matchAll(/le="([\d.e-]+)"/g)].map(([, bound]) => Number(bound));
  const histogram = new Histogram({
    name: 'a_seconds',
    help: 'A',
    labelNames: label === null ? [] : [label],
    buckets,
    registers: [theirs],
  });
  for (const seconds of [0, 0.000_03, 0.000_031, 0.5, 15, 15.1, 100]) {
    light.observe('x', seconds);
    histogram.observe(label === null ? {} : { [label]: 'x' }, seconds);
  }
  expect(await ours.metrics()).toBe(await theirs.metrics());
});
