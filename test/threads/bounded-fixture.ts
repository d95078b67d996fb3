/** Answers twice a number, or whether modules can be required; throws, takes all memory, or never ends. */
export default function fixture(task: number | 'throw' | 'exhaust' | 'spin' | 'requires'): number {
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
