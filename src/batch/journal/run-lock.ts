import { createHash, randomBytes } from 'node:crypto';
import { renameSync, rmSync, type Stats, utimesSync, writeFileSync } from 'node:fs';
import { lstat, readdir, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { KERNEL } from '../../store/directory-lock.ts';
import { knock, listenAt } from '../../store/lock-socket.ts';
import { BatchStopped } from '../batch-failure.ts';
import { isTrusted } from '../output/own-file.ts';

/** How often a lock is touched. Milliseconds. */
const TOUCH_MS = 500;
/** Time without a touch after which a lock counts as abandoned, by a process of this kernel or of any other. */
const QUIET_MS = { dead: 1000, unknown: 5000 };
const WATCH_STEP_MS = 100;
/** The longest pause after which a run tries again if another one locked at the same time. */
const GIVE_WAY_MS = 500;
/** The mode of a shared folder in which only owners may remove files. */
const STICKY = 0o1000;

/** This boot of this kernel, in the name of a lock. */
const OWN_KERNEL = createHash('sha256').update(KERNEL).digest('hex').slice(0, 8);

/**
 * Keeps other runs from a journal: a listening socket next to it, `OUT.journal.lock-…`, with a name that no other lock
 * ever had.
 *
 * The kernel refuses connections to a socket whose process is dead, so a lock of this kernel that refuses is removed. A
 * lock of another machine, of an earlier boot, or on a file system without sockets (a plain file there) counts as
 * abandoned when its run no longer touches it. Another user's lock in a shared folder with the sticky bit does not
 * count.
 */
export class RunLock {
  readonly #path: string;
  readonly #server: Server;
  readonly #touching: NodeJS.Timeout;

  private constructor(path: string, server: Server) {
    this.#path = path;
    this.#server = server.unref();
    this.#touching = setInterval(() => this.#touch(), TOUCH_MS).unref();
  }

  /**
   * Takes the journal at this path, which need not be there yet.
   *
   * @throws BatchStopped while another run has it, and where its folder is missing or cannot be written.
   */
  static async take(journal: string): Promise<RunLock> {
    for (;;) {
      if (await isHeld(journal, null)) {
        throw new BatchStopped(`another run uses ${journal}; wait for its end, or stop it`);
      }
      const lock = await RunLock.#put(journal);
      // If two runs lock at once, the one that looks last sees the other's lock.
      if (!(await isHeld(journal, lock.#path))) return lock;
      lock.close();
      await delay(Math.random() * GIVE_WAY_MS);
    }
  }

  /** Puts a lock next to the journal. The lock gets its name when its socket listens, so one that refuses is dead. */
  static async #put(journal: string): Promise<RunLock> {
    const path = `${prefixOf(journal)}${OWN_KERNEL}-${randomBytes(8).toString('hex')}`;
    const draft = `${path}.new`;
    const server = createServer((socket) => socket.destroy());
    try {
      await listenAt(server, draft).catch(() => writeFileSync(draft, '', { flag: 'wx', mode: 0o600 }));
      renameSync(draft, path);
    } catch (error) {
      server.close();
      throw unusable(journal, error as Error);
    }
    // A failing accept, when no file descriptor is left, must not end the process.
    server.on('error', () => {});
    return new RunLock(path, server);
  }

  close(): void {
    clearInterval(this.#touching);
    this.#server.close();
    rmSync(this.#path, { force: true });
  }

  #touch(): void {
    try {
      utimesSync(this.#path, new Date(), new Date());
    } catch {
      // The lock is missing; the journal notices it when another run writes to it.
    }
  }
}

/** Whether another run has the journal, by a lock other than `own`. Abandoned locks are removed. */
async function isHeld(journal: string, own: string | null): Promise<boolean> {
  const foreign = (await locksOf(journal)).filter((path) => path !== own);
  const live = await Promise.all(
    foreign.map(async (path) => {
      if (await isLive(path)) return true;
      await rm(path, { force: true }).catch(() => {});
      return false;
    }),
  );
  return live.includes(true);
}

/** The paths of the locks of a journal that count. */
async function locksOf(journal: string): Promise<string[]> {
  const folder = dirname(journal);
  const prefix = basename(prefixOf(journal));
  const { mode } = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    throw unusable(journal, error);
  });
  const names = await readdir(folder).catch((error: Error) => {
    throw unusable(journal, error);
  });
  const paths = names
    .filter((name) => name.startsWith(prefix) && /^[0-9a-f]{8}-[0-9a-f]{16}$/.test(name.slice(prefix.length)))
    .map((name) => join(folder, name));
  if ((mode & STICKY) === 0) return paths;
  const trusted = await Promise.all(
    paths.map(async (path) => {
      const file = await seen(path);
      return file !== null && (await isTrusted(path, file));
    }),
  );
  return paths.filter((_, index) => trusted[index]);
}

/** Whether the process of a lock lives. */
async function isLive(path: string): Promise<boolean> {
  const isOwnKernel = path.slice(0, -17).endsWith(OWN_KERNEL);
  const first = (await seen(path))?.mtimeMs;
  const from = performance.now();
  for (let file = await seen(path); file !== null; file = await seen(path)) {
    const answer = file.isSocket() ? await knock(path) : 'unknown';
    // Through another mount of the same files, the socket of a living process refuses: touches count as well.
    if (answer === 'answered' || file.mtimeMs !== first) return true;
    const watchedMs = performance.now() - from;
    const isDead = answer === 'refused' && isOwnKernel;
    // The lock was touched by this machine's clock, so its age is known.
    if (isDead && Math.max(watchedMs, Date.now() - file.mtimeMs) >= QUIET_MS.dead) return false;
    if (watchedMs >= QUIET_MS.unknown) return false;
    await delay(WATCH_STEP_MS);
  }
  return false;
}

/** The status of a lock; null if it is gone. */
async function seen(path: string): Promise<Stats | null> {
  return await lstat(path).catch(() => null);
}

function prefixOf(journal: string): string {
  return `${journal}.lock-`;
}

function unusable(journal: string, { code, message }: NodeJS.ErrnoException): BatchStopped {
  return new BatchStopped(
    code === 'ENOENT'
      ? `the folder of ${journal} does not exist: make it, or name another place with -o`
      : `the folder of ${journal} cannot be used: ${message}`,
  );
}
