/** A tick of the clock. Milliseconds. */
const TICK_MS = 10;

/**
 * The time that work in this process takes, in milliseconds of a clock that stops while the machine gives the process
 * no turn, so that a busy machine breaks no promise of some seconds. On a free machine it runs some hundredths slower
 * than the wall clock.
 */
export async function fairMs(work: () => Promise<unknown>): Promise<number> {
  let ms = 0;
  const ticking = setInterval(() => {
    ms += TICK_MS;
  }, TICK_MS);
  try {
    await work();
    return ms;
  } finally {
    clearInterval(ticking);
  }
}
