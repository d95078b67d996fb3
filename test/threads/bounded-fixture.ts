/**
 * Answers twice a number, or whether modules can be required; throws, takes all memory, or never ends. Shared memory
 * gets a 1 at the next turn of the event loop.
 */
export default function fixture(
  task: number | Int32Array<SharedArrayBuffer> | 'throw' | 'exhaust' | 'spin' | 'requires',
): number {
  if (typeof task === 'object') {
    setImmediate(() => Atomics.store(task, 0, 1));
    return 0;
  }
  switch (task) {
    case 'requires':
      return Number(process.features.require_module);
    case 'throw':
      throw new RangeError('a bug');
    case 'exhaust': {
      const kept: number[][] = [];
      for (;;) kept.push(new Array<number>(2 ** 20).fill(0.5));
    }
    case 'spin':
      for (;;);
    default:
      return 2 * task;
  }
}
