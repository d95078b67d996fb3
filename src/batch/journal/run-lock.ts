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
/** How long a lock stays untouched before it counts as left behind: by a process of this kernel, or by any other. */
const QUIET_MS = { dead: 1000, unknown: 5000 };
const WATCH_STEP_MS = 100;
/** Two runs that begin together give way to each other, and come back after up to so long. */
const GIVE_WAY_MS = 500;
/** The mode of a shared folder in which only owners may remove files. */
const STICKY = 0o1000;

/** This boot of this kernel, in the name of a lock. */
const OWN_KERNEL = createHash('sha256').update(KERNEL).digest('hex').slice(0, 8);

/**
 * Keeps other runs from a journal: a listening socket beside it, `OUT.journal.lock-…`, of a name that no other lock
 * ever had.
 *
 * The kernel refuses connections to a socket whose process is dead, however that ended, so a lock of this kernel that
 * refuses is removed. Of a lock of another machine, of a boot before this one, or on a file system without sockets (it
 * is a plain file there), touches tell whether its run lives. Who may not write to the folder can make no lock in it,
 * and a lock that another user puts into a shared folder with the sticky bit does not count.
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

  /** Puts a lock beside the journal. It has its name only once its socket listens: one that refuses is dead. */
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
    // An accept that fails, where descriptors are used up, must not end the process.
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
      // Gone; the journal notices when another run writes to it.
    }
  }
}

/** Whether a run has the journal by another lock than its own. Locks that were left behind are removed. */
async function isHeld(journal: string, own: string | null): Promise<boolean> {
  const others = (await locksOf(journal)).filter((path) => path !== own);
  const live = await Promise.all(
    others.map(async (path) => {
      if (await isLive(path)) return true;
      await rm(path, { force: true }).catch(() => {});
      return false;
    }),
  );
  return live.includes(true);
}

/** The paths of the locks beside a journal that count. */
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

/** Whether the process that put a lock there lives. */
async function isLive(path: string): Promise<boolean> {
  const isOwnKernel = path.slice(0, -17).endsWith(OWN_KERNEL);
  const first = (await seen(path))?.mtimeMs;
  const from = performance.now();
  for (let file = await seen(path); file !== null; file = await seen(path)) {
    const answer = file.isSocket() ? await knock(path) : 'unknown';
    // Through another mount of the same files a socket refuses though its process lives: touches count as well.
    if (answer === 'answered' || file.mtimeMs !== first) return true;
    const watchedMs = performance.now() - from;
    const isDead = answer === 'refused' && isOwnKernel;
    // Its clock was this one.
    if (isDead && Math.max(watchedMs, Date.now() - file.mtimeMs) >= QUIET_MS.dead) return false;
    if (watchedMs >= QUIET_MS.unknown) return false;
    await delay(WATCH_STEP_MS);
  }
  return false;
}

/** Null for a file that is gone. */
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
