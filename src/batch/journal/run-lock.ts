import { createHash } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { knock } from '../../store/lock-socket.ts';
import { BatchStopped } from '../batch-failure.ts';

/**
 * That no other run on this machine uses a journal: a listening socket, which the kernel ends with the process, however
 * that ends. Runs elsewhere, or in another container's network, are noticed by the journal when they write.
 */
export class RunLock {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server.unref();
  }

  /**
   * Takes the journal at this path, which need not be there yet.
   *
   * @throws BatchStopped while another run has it, and where its folder is missing.
   */
  static async take(journal: string): Promise<RunLock> {
    const address = await addressOf(journal);
    const server = (await listening(address)) ?? (await afterDead(address));
    if (server === null) {
      throw new BatchStopped(`another run uses ${journal}; wait for its end, or stop it`);
    }
    return new RunLock(server);
  }

  close(): void {
    this.#server.close();
  }
}

/** The same for every path that leads to the journal. */
async function addressOf(journal: string): Promise<string> {
  const folder = await stat(dirname(journal), { bigint: true }).catch((error: NodeJS.ErrnoException) => {
    throw new BatchStopped(
      error.code === 'ENOENT'
        ? `the folder of ${journal} does not exist: make it, or name another place with -o`
        : `the folder of ${journal} cannot be used: ${error.message}`,
    );
  });
  const key = `${folder.dev}:${folder.ino}:${basename(journal)}`;
  const name = `platen-batch-${createHash('sha256').update(key).digest('hex').slice(0, 32)}`;
  if (process.platform === 'linux') return `\0${name}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`);
}

/** A server at this address; null if there is one already. */
function listening(address: string): Promise<Server | null> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(null);
      else reject(error);
    });
    server.listen(address, () => resolve(server));
  });
}

/** Where a socket is a file, it outlives its process. */
async function afterDead(address: string): Promise<Server | null> {
  if (!address.startsWith('/') || (await knock(address)) !== 'refused') return null;
  await rm(address, { force: true });
  return listening(address);
}
