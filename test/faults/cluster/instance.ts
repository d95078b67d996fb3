import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';

const PROGRAM = fileURLToPath(new URL('../../../dist/src/cli.js', import.meta.url));

/** A built server in a process of its own, always at the same address. */
export interface Instance {
  readonly port: number;
  readonly opsPort: number;
  readonly process: ChildProcess;
  /** Lines of its standard error, so far. */
  readonly log: readonly string[];
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Starts it again; resolves when it listens. */
  start(): Promise<void>;
}

/** The log of each instance that was started, by its port. */
export const LOGS = new Map<number, readonly string[]>();

/**
 * Starts an instance with these settings over ones that suit tests; resolves when it listens.
 *
 * @param command the server of `platen`, with its arguments
 */
export async function startInstance(
  env: Readonly<Record<string, string>>,
  command: readonly string[] = ['serve', '--json'],
): Promise<Instance> {
  const [port, opsPort] = [await freePort(), await freePort()];
  const log: string[] = [];
  LOGS.set(port, log);
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(process.execPath, [PROGRAM, ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PORT: `${port}`,
        OPS_PORT: `${opsPort}`,
        POOL_THREADS: '1',
        LOG_LEVEL: 'warn',
        SHUTDOWN_GRACE_MS: '60000',
        ...env,
      },
    });
    createInterface({ input: child.stderr }).on('line', (line) => log.push(line));
    // Not `exit`: what it said last may still be in the pipe then.
    const ended = once(child, 'close').then(() => {
      throw new Error(`platen ${command[0]} ended; is the program built?\n${log.slice(-5).join('\n')}`);
    });
    await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended]);
    ended.catch(() => {}); // from here on an exit is the test's own doing
    return child;
  };
  let child = await start();
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    port,
    opsPort,
    get process() {
      return child;
    },
    log,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    start: async () => {
      child = await start();
    },
  };
}
