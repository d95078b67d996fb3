import { randomUUID } from 'node:crypto';
import {
  existsSync,
  linkSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isStillHeld, type LockProof } from './lock-file.ts';
import { canListenAt, knock, listenAt, PIPES } from './lock-socket.ts';
import { makePrivateDirectory, whyExposed } from './private-files.ts';
import { StoreFailure } from './store.ts';

/** The process that holds a directory. */
interface Holder {
  readonly pid: number;
  /** The kernel that it runs on, which is the one that can tell whether it lives. */
  readonly kernel: string;
  /** Tells this lock from every other. */
  readonly token: string;
}

/** How often the holder touches its lock. Milliseconds. */
const TOUCH_MS = 500;
/**
 * How long a lock stays untouched before it is taken over from a holder that the kernel knows to be dead, or any other.
 */
const QUIET_MS = { dead: 1000, unknown: 5000 };
const WATCH_STEP_MS = 100;

/** Files that may be in a directory without belonging to another program. */
const OURS = /^(lock\.\d{1,15}(\.sock)?|lock-draft\..*|database(\.new)?)$/;

/** Somebody has the directory. */
export class DirectoryInUse extends StoreFailure {
  /** The holder's socket; null for one that is known by its touches only. */
  readonly socketPath: string | null;
  readonly pid: number;
  readonly directory: string;

  constructor(
    directory: string,
    pid: number,
    socketPath: string | null,
    advice = 'stop it first, or use another DATA_DIR, or set DATABASE_URL to share one PostgreSQL',
  ) {
    super(`${directory} is in use by process ${pid}`, advice, '; ');
    this.directory = directory;
    this.socketPath = socketPath;
    this.pid = pid;
  }
}

/**
 * A directory that one process at a time may use, kept in files `lock.1`, `lock.2` … of which the highest counts. A
 * successor links the next number, which only one can do, and the highest file is never removed: so the number of a
 * lock that was taken over cannot come back, however slow a rival is. An empty file is a lock that was released.
 *
 * A holder listens at a socket beside its lock, and touches the lock. While either shows it, no process takes over. The
 * socket shows one that is stopped, whatever its container; the touches one that another machine's kernel runs, or
 * whose file system has no sockets. A holder that finds its lock gone, or another's, ends the process at once.
 */
export class DirectoryLock {
  /** For threads that write on the holder's behalf: they must do so only while this holds. */
  readonly proof: LockProof;
  readonly #directory: string;
  readonly #socket: string;
  readonly #server: Server;
  readonly #touching: NodeJS.Timeout;

  private constructor(directory: string, proof: LockProof, socket: string, server: Server) {
    this.#directory = directory;
    this.proof = proof;
    this.#socket = socket;
    this.#server = server;
    this.#touching = setInterval(() => this.#touch(), TOUCH_MS).unref();
  }

  /**
   * Takes the directory, making it if need be. Throws {@link DirectoryInUse} while a live process holds it; the lock
   * of a process that was killed is taken over. `server` is who answers at the lock's socket; `onError` hears why
   * there is none.
   */
  static async take(
    directory: string,
    server: Server = createServer((socket) => socket.destroy()),
    onError: (error: unknown) => void = () => {},
  ): Promise<DirectoryLock> {
    prepareDirectory(directory);
    for (;;) {
      const last = highestLock(directory);
      await refuseHeld(directory, last);
      const claimed = claim(directory, last + 1);
      if (claimed === null) continue;
      const { proof, socket } = claimed;
      const lock = new DirectoryLock(directory, proof, socket, server);
      removeSocket(socket);
      await listenAt(server, socket).catch((error: Error) => {
        onError(new Error(`no socket for commands in ${directory}: ${error.message}`, { cause: error }));
      });
      // An accept that fails, where descriptors are used up, must not end the process.
      server.on('error', onError);
      server.unref();
      lock.verify();
      return lock;
    }
  }

  /** Ends the process, with the reason on standard error, if the lock is not ours any more. */
  verify(): void {
    // A successor that was killed at once may have left our file beside its own.
    if (
      isStillHeld(this.proof) &&
      lockPath(this.#directory, highestLock(this.#directory)) === this.proof.path
    ) {
      return;
    }
    writeSync(
      2,
      `platen: the lock ${this.proof.path} was removed or taken by another process; ended at once, so that two do ` +
        'not write to one database\n',
    );
    process.exit(1);
  }

  release(): void {
    clearInterval(this.#touching);
    if (isStillHeld(this.proof)) writeFileSync(this.proof.path, '');
    this.#server.close();
    removeSocket(this.#socket);
  }

  #touch(): void {
    this.verify();
    try {
      utimesSync(this.proof.path, new Date(), new Date());
    } catch {
      // Gone since, which the next look tells; or a disk in trouble, which the database tells.
    }
  }
}

/**
 * Finds the holder of an existing directory, or null; takes nothing. A lock that no sign shows to be live takes
 * seconds.
 */
export async function holderOf(directory: string): Promise<DirectoryInUse | null> {
  try {
    await refuseHeld(directory, highestLock(directory));
    return null;
  } catch (error) {
    if (error instanceof DirectoryInUse) return error;
    throw error;
  }
}

/**
 * Makes a data directory, or closes the one that exists to other users. Throws a `StoreFailure` when it cannot be made,
 * and when another user can still replace what is in it or its database.
 */
export function prepareDirectory(directory: string): void {
  try {
    makePrivateDirectory(directory, (name) => OURS.test(name));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StoreFailure(
      `the directory DATA_DIR ${directory} cannot be created (${code}); name another place`,
    );
  }
  const database = join(directory, 'database');
  for (const place of existsSync(database) ? [directory, database] : [directory]) {
    const exposed = whyExposed(place);
    if (exposed !== null) throw new StoreFailure(`DATA_DIR ${place} ${exposed.problem}`, exposed.remedy);
  }
}

/**
 * Makes lock `number`, complete from its first moment, and the address of its socket. Returns null when a rival was
 * faster.
 */
function claim(
  directory: string,
  number: number,
): { readonly proof: LockProof; readonly socket: string } | null {
  const path = lockPath(directory, number);
  const holder: Holder = { pid: process.pid, kernel: KERNEL, token: randomUUID() };
  const text = JSON.stringify(holder);
  const draft = join(directory, `lock-draft.${holder.token}`);
  writeFileSync(draft, text, { mode: 0o600 });
  try {
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return null;
    throw error;
  } finally {
    rmSync(draft);
  }
  if (highestLock(directory) > number) {
    // We were so slow that this number had been taken over and cleared away meanwhile.
    rmSync(path);
    return null;
  }
  for (const old of lockNumbers(directory)) {
    if (old >= number) continue;
    const left = lockPath(directory, old);
    removeSocket(socketOf(left, readHolder(left)?.token ?? ''));
    rmSync(left, { force: true });
  }
  return { proof: { path, text }, socket: socketOf(path, holder.token) };
}

function lockPath(directory: string, number: number): string {
  return join(directory, `lock.${number}`);
}

/**
 * The address of a lock's socket: beside the lock where that can be. A path that is too long for one, as on macOS, and
 * Windows, whose sockets are no files, take a name that only those know who can read the lock.
 */
function socketOf(lock: string, token: string): string {
  if (process.platform === 'win32') return `${PIPES}platen-${token}`;
  const beside = `${lock}.sock`;
  return canListenAt(beside) ? beside : `/tmp/platen-${token}.sock`;
}

/** Removes what is left of a socket. A pipe goes with its process. */
function removeSocket(address: string): void {
  if (!address.startsWith(PIPES)) rmSync(address, { force: true });
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
    throw new StoreFailure(`${path} cannot be read as a lock; remove it if no process uses its directory`);
  }
}

/**
 * Throws {@link DirectoryInUse} if the holder of lock `number` answers, or touches it while we watch. Touches count
 * even when the kernel says that the holder is dead: through another mount of the same files, a socket refuses though
 * its holder lives.
 */
async function refuseHeld(directory: string, number: number): Promise<void> {
  const path = lockPath(directory, number);
  const begunAt = performance.now();
  const seen = touchedAt(path);
  for (let holder = readHolder(path); holder !== null; holder = readHolder(path)) {
    const socketPath = socketOf(path, holder.token);
    const answer = await knock(socketPath);
    if (answer === 'answered') throw new DirectoryInUse(directory, holder.pid, socketPath);
    if (touchedAt(path) !== seen && readHolder(path) !== null) {
      throw new DirectoryInUse(directory, holder.pid, null);
    }
    const watchedMs = performance.now() - begunAt;
    const isDead = answer === 'refused' && holder.kernel === KERNEL;
    // Its clock was ours.
    if (isDead && Math.max(watchedMs, Date.now() - seen) >= QUIET_MS.dead) return;
    if (watchedMs >= QUIET_MS.unknown) return;
    await delay(WATCH_STEP_MS);
  }
}

/** Milliseconds since 1970; 0 for a file that is gone. */
function touchedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/**
 * This boot of this machine's kernel, the same in all of its containers; elsewhere than on Linux the machine's name.
 */
export const KERNEL = bootId() ?? hostname();

function bootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return null;
  }
}
