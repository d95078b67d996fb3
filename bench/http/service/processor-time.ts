import { readdirSync, readFileSync } from 'node:fs';

/** Processor time so far, in microseconds. */
export interface ProcessorTime {
  /** The first thread of each process: the event loop of an instance, all of Redis. */
  readonly main: number;
  /** All other threads: an instance's workers, and what collects its garbage. */
  readonly others: number;
}

/** Time that these processes and all that they started have used; Linux counts it for each thread in nanoseconds. */
export function processorTime(pids: readonly number[]): ProcessorTime {
  let main = 0;
  let others = 0;
  for (const pid of withDescendants(pids)) {
    for (const thread of list(`/proc/${pid}/task`)) {
      const used = Number(read(`/proc/${pid}/task/${thread}/schedstat`).split(' ')[0]) / 1000;
      if (Number(thread) === pid) main += used;
      else others += used;
    }
  }
  return { main, others };
}

/** Time that a process has used, threads that ended included; milliseconds, in steps of 10. */
export function processorMs(pid: number): number {
  // Behind the name, which may hold anything: user and system time are fields 14 and 15, in ticks of a hundredth.
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function withDescendants(pids: readonly number[]): number[] {
  const children = (pid: number): string[] =>
    list(`/proc/${pid}/task`).flatMap((thread) =>
      read(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean),
    );
  return pids.flatMap((pid) => [pid, ...withDescendants(children(pid).map(Number))]);
}

/** Empty for a process that has ended meanwhile. */
function list(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
