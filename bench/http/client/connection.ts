import { connect, type Socket } from 'node:net';

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = Buffer.from('\r\nContent-Length: ');

/** Events of a connection. `lost`: it went while a request was in flight, or could not be made. */
export interface ConnectionEvents {
  onAnswer(connection: Connection, status: number): void;
  onLost(connection: Connection): void;
}

/**
 * A connection that sends one request at a time and reads no more of the answers than it must: status and
 * length. It connects again by itself.
 */
export class Connection {
  readonly #port: number;
  readonly #events: ConnectionEvents;
  #socket: Socket;
  /** Resolves when it can send, or could not be made. */
  readonly made: Promise<void>;
  #busy = false;
  /** The part of an answer's head that has come. */
  #head: Buffer | null = null;
  #status = 0;
  #bodyLeft = 0;
  #closed = false;

  constructor(port: number, events: ConnectionEvents) {
    this.#port = port;
    this.#events = events;
    this.#socket = this.#connect();
    this.made = new Promise((resolve) =>
      this.#socket.once('connect', resolve).once('close', () => resolve()),
    );
  }

  send(request: Uint8Array): void {
    this.#busy = true;
    this.#socket.write(request);
  }

  close(): void {
    this.#closed = true;
    this.#socket.destroy();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    socket.on('data', (chunk) => this.#receive(chunk));
    // 'close' follows and has all there is to do.
    socket.on('error', () => {});
    socket.on('close', () => {
      if (this.#closed) return;
      this.#head = null;
      this.#bodyLeft = 0;
      // Ended while idle: that is the server's right.
      const lost = this.#busy;
      this.#busy = false;
      this.#socket = this.#connect();
      if (lost) this.#events.onLost(this);
    });
    return socket;
  }

  #receive(chunk: Buffer): void {
    if (this.#bodyLeft > 0) {
      this.#bodyLeft -= chunk.length;
    } else {
      const received = this.#head === null ? chunk : Buffer.concat([this.#head, chunk]);
      const end = received.indexOf(HEAD_END);
      if (end < 0) {
        this.#head = received;
        return;
      }
      this.#head = null;
      this.#status = Number(received.toString('latin1', 9, 12));
      const length = received.indexOf(LENGTH) + LENGTH.length;
      const bytes = Number(received.toString('latin1', length, received.indexOf('\r', length)));
      this.#bodyLeft = end + HEAD_END.length + bytes - received.length;
    }
    if (this.#bodyLeft > 0) return;
    this.#busy = false;
    this.#events.onAnswer(this, this.#status);
  }
}
