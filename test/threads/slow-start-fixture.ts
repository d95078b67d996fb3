import { setTimeout as delay } from 'node:timers/promises';

// Longer than the test lets a task take.
await delay(1000);

/** Answers twice a number. */
export default function fixture(task: number): number {
  return 2 * task;
}
