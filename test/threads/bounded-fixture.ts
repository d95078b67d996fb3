/** Answers twice a number, throws, takes all memory, or never ends. */
export default function fixture(task: number | 'throw' | 'exhaust' | 'spin'): number {
  switch (task) {
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
