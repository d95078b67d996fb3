import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A TypeScript program running in a process of its own, and the lines that it prints. */
export interface Child {
  readonly process: ChildProcess;
  readonly lines: string[];
  /** Waits until it has printed this many lines; rejects when it ends before that. */
  printed(count: number): Promise<void>;
  /** SIGKILL, and everything that it had printed is in `lines`. */
  kill(): Promise<void>;
}

/** Starts a program of ours. `script` is relative to `base`, the `import.meta.url` of the caller. */
export function startChild(script: string, base: string, parameters: readonly string[]): Child {
  const child = spawn(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), fileURLToPath(new URL(script, base)), ...parameters],
    { stdio: ['pipe', 'pipe', 'inherit'] },
  );
  const lines: string[] = [];
  const reader = createInterface({ input: child.stdout });
  const ended = once(reader, 'close');
  reader.on('line', (line) => lines.push(line));
  return {
    process: child,
    lines,
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
