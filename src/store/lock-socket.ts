import { closeSync, openSync } from 'node:fs';
import { connect, type Server, type Socket } from 'node:net';
import { basename, dirname } from 'node:path';

/** The longest address of a Unix socket: 108 bytes on Linux and 104 elsewhere, one of them for the end. */
const ADDRESS_BYTES = 103;

/** Addresses of Windows' pipes, which stand for sockets there, begin so. */
export const PIPES = '\\\\.\\pipe\\';

/** Whether a socket can have this path. */
export function canListenAt(path: string): boolean {
  return process.platform === 'linux' || Buffer.byteLength(path) <= ADDRESS_BYTES;
}

/**
 * Lets a server listen at this path, for this user only. Rejects where no socket can be: on file systems that have
 * none, and for too long a path outside of Linux.
 */
export function listenAt(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    withAddress(path, (address) => {
      // The file is made within this call, and must not be open to others for even a moment.
      const umask = process.umask(0o177);
      try {
        server.listen(address, () => {
          server.off('error', reject);
          resolve();
        });
      } finally {
        process.umask(umask);
      }
    });
  });
}

/** A connection to the process that listens at this path. Throws where the path is too long to be one's address. */
export function connectTo(path: string): Socket {
  return withAddress(path, (address) => connect(address));
}

/**
 * Whether a process listens at this path. The kernel answers for it, also while the process is stopped, and whatever
 * container it is in; it refuses from the moment on that the process is dead, or its pipe is gone. `unknown` when there
 * is no socket, or none that we may use.
 */
export function knock(path: string): Promise<'answered' | 'refused' | 'unknown'> {
  return new Promise((resolve) => {
    let socket: Socket;
    try {
      socket = connectTo(path);
    } catch {
      resolve('unknown');
      return;
    }
    socket.once('connect', () => {
      resolve('answered');
      socket.destroy();
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      // Its queue of connections is full, which that of a dead process never is.
      if (code === 'EAGAIN' || code === 'EBUSY') resolve('answered');
      else if (code === 'ECONNREFUSED' || (code === 'ENOENT' && path.startsWith(PIPES))) resolve('refused');
      else resolve('unknown');
    });
  });
}

/** Hands `use` an address for the path, which holds for that call only: both bind and connect happen within it. */
function withAddress<T>(path: string, use: (address: string) => T): T {
  if (Buffer.byteLength(path) <= ADDRESS_BYTES) return use(path);
  // Node would cut the address short without a word.
  if (!canListenAt(path)) {
    throw new Error(`${path} is longer than the ${ADDRESS_BYTES} bytes that a socket's path may have`);
  }
  const directory = openSync(dirname(path), 'r');
  try {
    return use(`/proc/self/fd/${directory}/${basename(path)}`);
  } finally {
    closeSync(directory);
  }
}
