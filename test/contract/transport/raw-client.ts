import { connect, type Socket } from 'node:net';
import { PATIENCE_MS } from '../../support/eventually.ts';

export interface Answer {
  readonly status: number;
  /** Names in lower case; values that came more than once are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** One TCP connection on which a test says exactly what is sent, and how much of it at a time. */
export class RawClient {
  readonly socket: Socket;
  /** Resolves when the connection is gone, however it went. */
  readonly closed: Promise<void>;
  #received: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  /** How much must have come before it is worth looking at. */
  #wanted = 0;
  #changed: () => void = () => {};
  #ended = false;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.#parts.push(chunk);
      this.#changed();
    });
    this.closed = new Promise((resolve) => {
      socket.on('close', () => {
        this.#ended = true;
        this.#changed();
        resolve();
      });
    });
  }

  static async connect(port: number, host = '127.0.0.1'): Promise<RawClient> {
    const socket = connect({ port, host });
    await new Promise((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('error', reject);
    });
    return new RawClient(socket);
  }

  /** Connects, sends, and returns the client. */
  static async sending(port: number, text: string): Promise<RawClient> {
    const client = await RawClient.connect(port);
    client.write(text);
    return client;
  }

  write(text: string): void {
    this.socket.write(Buffer.from(text, 'latin1'));
  }

  /** Writes, and waits until the system has it. */
  flush(text: string): Promise<void> {
    return new Promise((resolve) => {
      this.socket.write(Buffer.from(text, 'latin1'), () => resolve());
    });
  }

  /** The next whole answer; null when the connection ends before there is one. */
  async answer(toHead = false): Promise<Answer | null> {
    for (;;) {
      const answer = this.#take(toHead);
      if (answer !== null || this.#ended) return answer;
      await this.#change();
    }
  }

  /** Resolves when there are bytes that belong to no answer taken yet, or the connection is gone. */
  async begins(): Promise<void> {
    while (!this.#ended && this.rest.length === 0) await this.#change();
  }

  /** Bytes that came and belong to no answer taken yet. */
  get rest(): Buffer {
    this.#received = Buffer.concat([this.#received, ...this.#parts.splice(0)]);
    return this.#received;
  }

  /** Whether the server ends the connection within the time a test waits. */
  async ends(): Promise<boolean> {
    return within(this.closed.then(() => true));
  }

  destroy(): void {
    this.socket.destroy();
  }

  async #change(): Promise<void> {
    await within(
      new Promise<void>((resolve) => {
        this.#changed = resolve;
      }),
    );
  }

  #take(toHead: boolean): Answer | null {
    const length = this.#parts.reduce((sum, part) => sum + part.length, this.#received.length);
    if (length < this.#wanted) return null;
    const received = this.rest;
    const headEnd = received.indexOf('\r\n\r\n');
    if (headEnd < 0) return null;
    const [statusLine = '', ...lines] = received.toString('latin1', 0, headEnd).split('\r\n');
    const headers: Record<string, string> = {};
    for (const line of lines) {
      const colon = line.indexOf(':');
      const name = line.slice(0, colon).toLowerCase();
      const value = line.slice(colon + 1).trim();
      headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
    }
    const status = Number(statusLine.split(' ')[1]);
    const isEmpty = toHead || status === 304;
    const declared = headers['content-length'];
    // The drivers' own pages have no length: they end with the connection.
    if (declared === undefined && status !== 304 && !this.#ended) return null;
    const bodyStart = headEnd + 4;
    const bodyEnd = isEmpty ? bodyStart : bodyStart + Number(declared ?? received.length - bodyStart);
    this.#wanted = bodyEnd;
    if (received.length < bodyEnd) return null;
    this.#wanted = 0;
    const body = received.subarray(bodyStart, bodyEnd);
    this.#received = received.subarray(bodyEnd);
    return { status, headers, body };
  }
}

/** The promise's value, or an error after the time a test waits for anything. */
export async function within<T>(promise: Promise<T>, ms = PATIENCE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing happened within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
