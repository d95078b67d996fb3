import { fsyncSync } from 'node:fs';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { isStillHeld, type LockProof } from './lock-file.ts';

type Operation = (...parameters: unknown[]) => unknown;
type Operations = Record<string, Operation>;

/** Operations that change files, by Emscripten's names. */
const CHANGES = {
  node_ops: ['mknod', 'rename', 'unlink', 'rmdir', 'symlink', 'setattr'],
  stream_ops: ['write', 'setattr'],
} as const;

/** The permission bits of a file's owner. */
const OWNER_ONLY = ~0o077;

/**
 * Node's files for PGlite, with what it lets go: a true fsync, without which a power cut could undo what was
 * committed; no access for other users, whatever mode and umask; and no change once the lock of their directory is
 * lost, as it can be while the machine stands still: the thread ends before the first.
 */
export class DatabaseFiles extends NodeFS {
  readonly #lock: LockProof;

  constructor(directory: string, lock: LockProof) {
    super(directory);
    this.#lock = lock;
  }

  override async init(...parameters: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...parameters);
    const adapt = (module: unknown): void => {
      // Emscripten's file system over Node, which its types leave out.
      const { NODEFS } = module as { NODEFS: { node_ops: Operations; stream_ops: Operations } };
      NODEFS.stream_ops['fsync'] = (stream) => {
        sync((stream as { readonly nfd: number }).nfd);
        return 0;
      };
      closeToOthers(NODEFS.node_ops);
      closeToOthers(NODEFS.stream_ops);
      for (const table of ['node_ops', 'stream_ops'] as const) {
        for (const name of CHANGES[table]) fence(NODEFS[table], name, this.#lock);
      }
    };
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...[emscriptenOpts.preRun ?? []].flat(), adapt] },
    };
  }
}

/** Windows writes out only what is open for writing, to which PostgreSQL opens files; its folders need none of it. */
function sync(file: number): void {
  try {
    fsyncSync(file);
  } catch (error) {
    if (process.platform !== 'win32' || (error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Emscripten sets the mode that PGlite asks for, which is everybody's, past the umask. */
function closeToOthers(operations: Operations): void {
  const { mknod, setattr } = operations as { mknod?: Operation; setattr: Operation };
  if (mknod !== undefined) {
    operations['mknod'] = (parent, name, mode, ...more) =>
      mknod(parent, name, (mode as number) & OWNER_ONLY, ...more);
  }
  operations['setattr'] = (file, given) => {
    const attributes = given as { readonly mode?: number };
    return attributes.mode === undefined
      ? setattr(file, attributes)
      : setattr(file, { ...attributes, mode: attributes.mode & OWNER_ONLY });
  };
}

/** Looked at before every change, not now and then: no clock tells how long a machine stood still. */
function fence(operations: Operations, name: string, lock: LockProof): void {
  const change = operations[name] as Operation;
  operations[name] = (...parameters) => {
    if (!isStillHeld(lock)) process.exit(1);
    return change(...parameters);
  };
}
