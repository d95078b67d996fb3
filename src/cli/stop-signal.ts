/** Resolves at the first SIGTERM or SIGINT; the second ends the process at once, whatever is under way. */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (asked) process.exit(1);
        asked = true;
        resolve();
      });
    }
  });
}
