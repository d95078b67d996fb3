import { expect, test } from 'vitest';
import { WORK_MAX, WorkMeter } from '../../src/bitmap/work-meter.ts';
import { FailureError } from '../../src/errors.ts';

test('refuses a label that takes too much, whatever others took', () => {
  const meter = new WorkMeter();
  meter.spend(WORK_MAX);
  expect(() => meter.spend(1)).toThrow(FailureError);
  const second = new WorkMeter();
  second.spend(WORK_MAX / 2);
  second.nextLabel();
  second.spend(WORK_MAX);
  expect(() => second.spend(1)).toThrow('the label takes too much work');
});

test('refuses labels that take too much together, each of which is no more than one may be', () => {
  const meter = new WorkMeter();
  const labels = () => {
    for (let i = 0; i < 10; i++) {
      meter.nextLabel();
      meter.spend(WORK_MAX / 2);
    }
  };
  expect(labels).toThrow('the labels take too much work to draw together');
});

test('counts what is known beforehand for all labels, and for none alone', () => {
  const meter = new WorkMeter(WORK_MAX);
  meter.spend(WORK_MAX / 2);
  expect(meter.spent).toBe(1.5 * WORK_MAX);
  expect(() => new WorkMeter(10 * WORK_MAX)).toThrow('together');
});
