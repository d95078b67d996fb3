import { randomUUID } from 'node:crypto';
import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StoreRefusal } from './store.ts';

/** Who holds a directory. */
interface Holder {
  readonly pid: number;
  /** Boot and start time of the process, which a later process with the same id does not share; null where unknown. */
  readonly started: string | null;
  /** The space in which `pid` means something: containers have their own. */
  readonly pidSpace: string | null;
}

/** How often the holder touches its lock, and how long a stranger watches for that. Milliseconds. */
const TOUCH_MS = 1000;
const WATCH_MS = 5000;
const WATCH_STEP_MS = 250;

/**
 * A directory that one process at a time may use, kept in files `lock.1`, `lock.2` … of which the highest
 * counts. A successor links the next number, which only one can do, and the highest file is never removed:
 * so the number of a lock that was taken over cannot come back, however slow a rival is. An empty file is a
 * lock that was released.
 */
export class DirectoryLock {
  readonly #path: string;
  readonly #touching: NodeJS.Timeout;

  private constructor(path: string) {
    this.#path = path;
    this.#touching = setInterval(() => touch(path), TOUCH_MS).unref();
  }

  /**
   * Takes the directory, making it if need be. Throws {@link StoreRefusal} while a live process holds it; the
   * lock of a process that was killed is taken over.
   */
  static async take(directory: string): Promise<DirectoryLock> {
    makeDirectory(directory);
    for (;;) {
      const last = highestLock(directory);
      const holder = last === 0 ? null : readHolder(lockPath(directory, last));
      if (holder !== null && (await isAlive(holder, lockPath(directory, last)))) {
        throw new StoreRefusal(
          `${directory} is in use by process ${holder.pid}; stop it first, or use another DATA_DIR, or set ` +
            'DATABASE_URL to share one PostgreSQL',
        );
      }
      if (claim(directory, last + 1)) return new DirectoryLock(lockPath(directory, last + 1));
    }
  }

  release(): void {
    clearInterval(this.#touching);
    writeFileSync(this.#path, '');
  }
}

function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreRefusal(`DATA_DIR ${directory} cannot be made a directory (${code}); name another place`);
  }
}

/** Makes lock `number`, complete from its first moment, or returns false when a rival was faster. */
function claim(directory: string, number: number): boolean {
  const draft = join(directory, `lock-draft.${randomUUID()}`);
  writeFileSync(draft, JSON.stringify(self()));
  try {
    linkSync(draft, lockPath(directory, number));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft);
  }
  if (highestLock(directory) > number) {
    // We were so slow that this number had been taken over and cleared away meanwhile.
    rmSync(lockPath(directory, number));
    return false;
  }
  for (const old of lockNumbers(directory)) {
    if (old < number) rmSync(lockPath(directory, old), { force: true });
  }
  return true;
}

function lockPath(directory: string, number: number): string {
  return join(directory, `lock.${number}`);
}

function lockNumbers(directory: string): number[] {
  return readdirSync(directory)
    .filter((name) => /^lock\.\d{1,15}$/.test(name))
    .map((name) => Number(name.slice('lock.'.length)));
}

function highestLock(directory: string): number {
  return Math.max(0, ...lockNumbers(directory));
}

/** The holder that a lock names, or null for one that was released or has just been replaced. */
function readHolder(path: string): Holder | null {
  try {
    const text = readFileSync(path, 'utf8');
    return text === '' ? null : (JSON.parse(text) as Holder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new StoreRefusal(`${path} cannot be read as a lock; remove it if no process uses its directory`);
  }
}

async function isAlive(holder: Holder, path: string): Promise<boolean> {
  if (holder.pidSpace !== self().pidSpace) return isTouched(path);
  if (holder.started !== null) return holder.started === startOf(holder.pid);
  try {
    process.kill(holder.pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Watches whether a process that we cannot see, such as one in another container, keeps touching its lock. */
async function isTouched(path: string): Promise<boolean> {
  const before = touchedAt(path);
  for (let waited = 0; waited < WATCH_MS; waited += WATCH_STEP_MS) {
    await delay(WATCH_STEP_MS);
    if (touchedAt(path) !== before) return true;
  }
  return false;
}

function touchedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function touch(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // The directory is gone or full; neither is for a timer to report.
  }
}

function self(): Holder {
  return { pid: process.pid, started: startOf(process.pid), pidSpace: pidSpace() };
}

/** When a process started, as this boot of the machine counts it; null where there is no /proc or no such process. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything; the start is the 20th field after it (proc(5), field 22).
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie holds nothing any more.
    if (fields[0] === 'Z') return null;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${fields[19]}`;
  } catch {
    return null;
  }
}

function pidSpace(): string | null {
  try {
    return readlinkSync('/proc/self/ns/pid');
  } catch {
    return null;
  }
}
