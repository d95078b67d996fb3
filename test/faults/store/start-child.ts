import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A program running in a process of its own, and the lines that it prints. */
export interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  /** Pieces of its standard error as they come. */
  readonly errors: string[];
  /** Its exit code, once everything that it wrote is here; null where it was killed. */
  readonly ended: Promise<number | null>;
  /** Waits until it has printed this many lines; rejects when it ends before that. */
  printed(count: number): Promise<void>;
  /** SIGKILL, and everything that it had printed is in `lines`. */
  kill(): Promise<void>;
}

const FIXTURES = '../../../dist/test/faults/store/';

/** Starts a program of this folder, by another program `within` if one is given. */
export function startChild(
  name: string,
  parameters: readonly string[],
  within: readonly string[] = [],
): Child {
  const [program = '', ...rest] = [
    ...within,
    process.execPath,
    fileURLToPath(new URL(`${FIXTURES}${name}-fixture.js`, import.meta.url)),
    ...parameters,
  ];
  const child = spawn(program, rest, { stdio: 'pipe' });
  const lines: string[] = [];
  const errors: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    errors.push(piece);
    process.stderr.write(piece);
  });
  const reader = createInterface({ input: child.stdout });
  // Not `exit`: what it wrote last may still be in the pipe then.
  const ended = once(child, 'close').then(([code]) => code as number | null);
  reader.on('line', (line) => lines.push(line));
  return {
    process: child,
    lines,
    errors,
    ended,
    printed: (count) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          if (lines.length >= count) resolve();
        };
        reader.on('line', check);
        void ended.then(() => reject(new Error(`the child ended after ${lines.length} lines`)));
        check();
      }),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
