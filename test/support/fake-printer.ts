import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { HostStatus } from '../../src/batch/printer/host-status.ts';
import { freePort } from './free-port.ts';

/** The state of a printer that has nothing to do and no fault. */
export const READY: HostStatus = {
  paperOut: false,
  paused: false,
  formats: 0,
  bufferFull: false,
  partialFormat: false,
  corruptMemory: false,
  tooCold: false,
  tooHot: false,
  headOpen: false,
  ribbonOut: false,
  labelWaiting: false,
  labelsLeft: 0,
};

/** Time between two reads of a slow printer. */
const TURN_MS = 5;

/**
 * A printer at a raw port, as Zebra printers have at 9100, which prints by counting labels. Its members change its
 * behaviour.
 */
export class FakePrinter {
  /** The answer to `~HS`, but for the ones in `nextStates`. */
  state: Partial<HostStatus> = {};
  /** The next answers, once each. */
  nextStates: Partial<HostStatus>[] = [];
  /** Sends an answer; may be set to send it in pieces, or anything else, or nothing. */
  answer: (socket: Socket, answer: string) => void = (socket, answer) => void socket.write(answer);
  /** Bytes that are read a second; at 0 the printer hangs. */
  bytesPerSecond = Number.POSITIVE_INFINITY;
  /** Resets one connection, after this many more bytes were read. */
  breakAfterBytes = Number.POSITIVE_INFINITY;

  /**
   * Texts between `^XA` and `^XZ` (also with `!` as the prefix) that have a field, each as often as its `^PQ` asks.
   */
  readonly labels: string[] = [];
  /** The number of questions for its status. */
  questions = 0;

  /** Bytes of each connection. */
  readonly #chunks: Buffer[][] = [];
  /** Bytes that may be the beginning of a command. */
  #unread = '';
  /** The format that has begun. As in a printer, it is kept over connections, until `^XZ` or `~JX`. */
  #format: string | null = null;
  #port = 0;
  readonly #sockets = new Set<Socket>();
  /** Connections are served one after the other, as printers do. */
  #served: Promise<void> = Promise.resolve();
  readonly #server = createServer((socket) => {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => {});
    this.#served = this.#served.then(() => this.#serve(socket));
  });

  /** Bytes that each connection sent, in order. */
  get jobs(): Buffer[] {
    return this.#chunks.map((chunks) => Buffer.concat(chunks));
  }

  get port(): number {
    return this.#port;
  }

  get address(): string {
    return `127.0.0.1:${this.#port}`;
  }

  /** Listens; the second time on the same port as before. */
  async switchOn(): Promise<void> {
    this.#unread = '';
    this.#format = null;
    this.#port ||= await freePort();
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async switchOff(): Promise<void> {
    this.breakConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  breakConnections(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async #serve(socket: Socket): Promise<void> {
    const read: Buffer[] = [];
    this.#chunks.push(read);
    try {
      for await (const chunk of socket as AsyncIterable<Buffer>) await this.#read(chunk, socket, read);
    } catch {
      // The sender broke off.
    }
  }

  async #read(chunk: Buffer, socket: Socket, read: Buffer[]): Promise<void> {
    for (let at = 0; at < chunk.length && !socket.destroyed; ) {
      const most = Math.ceil((this.bytesPerSecond * TURN_MS) / 1000);
      const bytes = chunk.subarray(at, at + Math.min(most, this.breakAfterBytes));
      at += bytes.length;
      this.breakAfterBytes -= bytes.length;
      const isLast = this.breakAfterBytes === 0;
      if (isLast) this.breakAfterBytes = Number.POSITIVE_INFINITY;
      read.push(bytes);
      this.#understand(bytes.toString('latin1'), socket);
      if (isLast) socket.resetAndDestroy();
      if (Number.isFinite(most)) await delay(TURN_MS);
    }
  }

  #understand(bytes: string, socket: Socket): void {
    const text = this.#unread + bytes;
    let read = 0;
    const readUpTo = (end: number): void => {
      if (this.#format !== null) this.#format += text.slice(read, end);
      read = end;
    };
    for (const { 0: command, index } of text.matchAll(/[!^]X[AZ]|~HS|~JX/g)) {
      readUpTo(index);
      read += command.length;
      if (command === '~HS') this.#tell(socket);
      else if (command === '~JX') this.#format = null;
      // A format within a format does not begin another one: the test then finds the incomplete one.
      else if (command.endsWith('XA')) this.#format ??= '';
      else this.#print();
    }
    readUpTo(Math.max(read, text.length - 2));
    this.#unread = text.slice(read);
  }

  #print(): void {
    const label = Buffer.from(this.#format ?? '', 'latin1').toString();
    const count = label.includes('^FS') ? Number(/\^PQ(\d+)/.exec(label)?.[1] ?? 1) : 0;
    this.labels.push(...Array<string>(count).fill(label));
    this.#format = null;
  }

  #tell(socket: Socket): void {
    this.questions++;
    const state = { ...READY, ...this.state, ...this.nextStates.shift() };
    const flag = (name: keyof HostStatus): number => Number(state[name]);
    const partial = Number(state.partialFormat || this.#format !== null);
    const strings = [
      `030,${flag('paperOut')},${flag('paused')},1218,${String(state.formats).padStart(3, '0')},${flag('bufferFull')},0,${partial},000,${flag('corruptMemory')},${flag('tooCold')},${flag('tooHot')}`,
      `001,0,${flag('headOpen')},${flag('ribbonOut')},1,2,6,${flag('labelWaiting')},${String(state.labelsLeft).padStart(8, '0')},1,000`,
      '1234,0',
    ];
    this.answer(socket, strings.map((string) => `\x02${string}\x03\r\n`).join(''));
  }
}

/** A printer that is switched on. */
export async function startFakePrinter(): Promise<FakePrinter> {
  const printer = new FakePrinter();
  await printer.switchOn();
  return printer;
}
