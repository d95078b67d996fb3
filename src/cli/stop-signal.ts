import cluster from 'node:cluster';
import { CommandFailure } from './failure.ts';

/**
 * Signals that ask for an end. Windows sends SIGBREAK for Ctrl-Break and SIGHUP for a closed window, and ends the
 * process some seconds after the latter.
 */
const SIGNALS: readonly NodeJS.Signals[] = [
  'SIGTERM',
  'SIGINT',
  ...(process.platform === 'win32' ? (['SIGBREAK', 'SIGHUP'] as const) : []),
];

/** How often a program that npm started looks whether npm's shell is still there. Milliseconds. */
const LAUNCHER_LOOK_MS = 250;

const LAUNCHER_PID = process.ppid;

/**
 * Resolves at the first of {@link SIGNALS}; the second ends the process at once, whatever is in flight. A listener
 * can get one stop twice, from its supervisor and from the terminal: there only the supervisor's end is the end.
 */
export function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (asked && cluster.isPrimary) process.exit(1);
        asked = true;
        resolve();
      });
    }
    stopWithLauncher(() => asked);
  });
}

/**
 * Does work with an `AbortSignal` that is aborted at the first of {@link SIGNALS}; the second ends the process at once.
 * The reason says which it was.
 */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const heard = (name: NodeJS.Signals): void => {
    if (stop.signal.aborted) process.exit(1);
    stop.abort(new CommandFailure(`stopped by ${name}`));
  };
  for (const signal of SIGNALS) process.on(signal, heard);
  stopWithLauncher(() => stop.signal.aborted);
  try {
    return await work(stop.signal);
  } finally {
    for (const signal of SIGNALS) process.off(signal, heard);
  }
}

/**
 * Treats the end of the shell in which npm started this program as SIGTERM. npm passes SIGTERM on to that shell only,
 * which ends and leaves the program running (seen with npm 11 and dash). `isStopping` tells whether a signal
 * arrived as well: a terminal sends one to all of them, and a second one would cut short what is in flight.
 */
function stopWithLauncher(isStopping: () => boolean): void {
  if (!isRunByNpm(process.env) || !cluster.isPrimary) return;
  const looking = setInterval(() => {
    if (process.ppid === LAUNCHER_PID) return;
    clearInterval(looking);
    if (!isStopping()) process.emit('SIGTERM', 'SIGTERM');
  }, LAUNCHER_LOOK_MS).unref();
}

/**
 * Scripts of other packages may start the program and end on purpose, so only `npx platen` and our own `npm start`
 * count.
 */
function isRunByNpm(env: NodeJS.ProcessEnv): boolean {
  const { npm_lifecycle_event: event, npm_package_name: name } = env;
  return event === 'npx' || (event === 'start' && name === 'platen');
}
