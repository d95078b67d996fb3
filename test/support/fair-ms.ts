/** A tick of the clock. Milliseconds. */
const TICK_MS = 10;

/**
 * How long work in this process takes, in milliseconds of a clock that stands still while the machine gives the process
 * no turn: what is promised within seconds is not broken by a machine that does something else for some of them. Where
 * the machine is free it is the wall's clock, some hundredths slower.
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
