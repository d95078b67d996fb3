import { createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BatchStopped } from '../../../src/batch/batch-failure.ts';
import { openPrinter, type Printer } from '../../../src/batch/printer/printer.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakePrinter, startFakePrinter } from '../../support/fake-printer.ts';

const label = (serial: number | string): string => `^XA^FO20,20^A0N,30^FD${serial}^FS^XZ`;
const bytesOf = (...labels: string[]): Buffer => Buffer.from(labels.join(''));
const printed = (serial: number | string): string => `^FO20,20^A0N,30^FD${serial}^FS`;

const never = new AbortController().signal;

let fake: FakePrinter;
let shown: (string | null)[];
let notes: string[];
let printer: Printer;

/**
 * Opens a printer that is asked again often. It is waited for without a limit, so that a slow machine breaks nothing;
 * what is to end for want of an answer is given a `silenceMs`.
 */
function open(
  patience: { silenceMs?: number; answerMs?: number; leaveMs?: number; askAgainMs?: number } = {},
): void {
  printer?.close();
  printer = openPrinter({
    address: fake.address,
    watcher: { waiting: (what) => shown.push(what), note: (line) => notes.push(line) },
    patience: { askAgainMs: 5, ...patience },
  });
}

/**
 * One that was found ready just now, so that what is sent next is not a question: its clock stands still from then on.
 */
async function openReady(patience: Parameters<typeof open>[0] = {}): Promise<void> {
  open(patience);
  vi.spyOn(performance, 'now').mockReturnValue(0);
  await printer.ready(never);
}

/** From now on each look at the clock finds a third of the time gone for which a silent printer is waited for. */
function hurry(): void {
  let now = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20_000));
}

const isDelay = (line: string | null | undefined): boolean =>
  line?.endsWith(': no answer yet') === true || line?.endsWith(': takes nothing more') === true;

/**
 * The states of the printer that were shown. On a machine that is busy for 5 ms a delay and its end may be among them.
 */
const states = (): (string | null)[] =>
  shown.filter((line, i) => !isDelay(line) && !(line === null && isDelay(shown[i - 1])));

beforeEach(async () => {
  fake = await startFakePrinter();
  shown = [];
  notes = [];
  open();
});

afterEach(async () => {
  vi.restoreAllMocks();
  printer.close();
  await fake.switchOff();
});

describe('a printer that is ready', () => {
  it('gets everything once, in order, in one connection', async () => {
    open({ askAgainMs: 60_000 });
    for (const serial of [1, 2, 3]) {
      await expect(printer.send(bytesOf(label(serial)), never)).resolves.toBe('taken');
    }
    expect(fake.labels).toEqual([1, 2, 3].map(printed));
    expect(fake.jobs).toHaveLength(1);
    expect(shown).toEqual([]);
  });

  it('has read what it is said to have taken', async () => {
    fake.bytesPerSecond = 400_000;
    const labels = Array.from({ length: 500 }, (_, serial) => label(serial));
    await printer.send(bytesOf(...labels), never);
    expect(fake.labels).toHaveLength(500);
  });

  it('is not asked twice within a second', async () => {
    open({ askAgainMs: 60_000 });
    await printer.ready(never);
    await printer.send(bytesOf(label(1)), never);
    await printer.ready(never);
    await printer.send(bytesOf(label(2)), never);
    // On connecting, to know that it is ready, and behind each label.
    expect(fake.questions).toBe(4);
  });
});

describe('a printer that cannot print', () => {
  it('is waited for, and says why', async () => {
    fake.nextStates = [
      {},
      { paperOut: true, headOpen: true },
      { headOpen: true },
      { paused: true },
      { ribbonOut: true },
      { bufferFull: true },
    ];
    await printer.send(bytesOf(label(1)), never);
    expect(states()).toEqual([
      `printer ${fake.address}: paper out, head open`,
      `printer ${fake.address}: head open`,
      `printer ${fake.address}: paused`,
      `printer ${fake.address}: ribbon out`,
      `printer ${fake.address}: buffer full`,
      null,
    ]);
    expect(fake.labels).toEqual([printed(1)]);
  });

  it('is waited for longer than a silent one', async () => {
    open({ silenceMs: 20, answerMs: 60_000 });
    fake.nextStates = Array.from({ length: 30 }, () => ({ paperOut: true }));
    await printer.ready(never);
    expect(shown).toHaveLength(30);
  });

  it('may run out of paper with what it was sent, which is taken all the same', async () => {
    await openReady();
    fake.nextStates = [{ paperOut: true }, { paperOut: true }];
    await expect(printer.send(bytesOf(label(1)), never)).resolves.toBe('taken');
    await printer.send(bytesOf(label(2)), never);
    expect(shown).toContain(`printer ${fake.address}: paper out`);
    expect(fake.labels).toEqual([printed(1), printed(2)]);
  });

  it('keeps nobody who has had enough', async () => {
    fake.state = { paused: true };
    const controller = new AbortController();
    const waiting = printer.ready(controller.signal);
    await eventually(() => expect(shown).not.toEqual([]));
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });
});

describe('a printer that is out of reach', () => {
  it('is waited for', async () => {
    await fake.switchOff();
    const sent = printer.send(bytesOf(label(1)), never);
    await eventually(() => expect(shown.length).toBeGreaterThan(2));
    await fake.switchOn();
    await expect(sent).resolves.toBe('taken');
    expect(new Set(states())).toEqual(new Set([`printer ${fake.address}: refuses connections`, null]));
    expect(fake.labels).toEqual([printed(1)]);
  });

  it('stops the batch after a while, with what to do', async () => {
    await fake.switchOff();
    open({ silenceMs: 50 });
    const error = await printer.ready(never).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(BatchStopped);
    expect((error as Error).message).toMatch(
      /^Printer 127\.0\.0\.1:\d+ has not answered for 0 s \(refuses connections\)\. .* --resume\.$/,
    );
    await fake.switchOn();
  });

  it('may have been away between two labels', async () => {
    await printer.send(bytesOf(label(1)), never);
    await fake.switchOff();
    await fake.switchOn();
    // Longer than an answer counts, so that it is asked again first.
    await delay(10);
    await expect(printer.send(bytesOf(label(2)), never)).resolves.toBe('taken');
    expect(fake.labels).toEqual([printed(1), printed(2)]);
  });

  it('is asked again when it takes connections and does not answer', async () => {
    fake.answer = () => {};
    open({ answerMs: 20 });
    const controller = new AbortController();
    const waiting = printer.ready(controller.signal);
    await eventually(() => expect(fake.jobs.length).toBeGreaterThan(1));
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    expect(fake.labels).toEqual([]);
  });

  it('stops the batch after a while without an answer', async () => {
    fake.answer = () => {};
    open({ silenceMs: 100, answerMs: 20 });
    await expect(printer.ready(never)).rejects.toThrow(/\(does not answer\)/);
    expect(fake.labels).toEqual([]);
  });
});

describe('a printer that breaks off', () => {
  it.each([1, 30, 70])(
    'within a label, leaves a doubt, and nothing is sent again: after %d bytes',
    async (count) => {
      await openReady();
      fake.breakAfterBytes = count;
      await expect(printer.send(bytesOf(label(1), label(2), label(3)), never)).resolves.toBe('doubtful');
      await printer.send(bytesOf(label(4)), never);
      const whole = Math.floor(count / label(1).length);
      expect(fake.labels).toEqual([1, 2, 3].slice(0, whole).concat(4).map(printed));
    },
  );

  it('within a label does not print its beginning with the next', async () => {
    await openReady();
    fake.breakAfterBytes = 20;
    await printer.send(bytesOf(label(1)), never);
    await printer.send(bytesOf(label(2)), never);
    expect(fake.labels).toEqual([printed(2)]);
    expect(String(fake.jobs[1])).toBe(`~HS~HS~JX~HS${label(2)}~HS`);
  });

  it('behind the last label, before it answers, leaves a doubt', async () => {
    await openReady();
    fake.breakAfterBytes = label(1).length;
    await expect(printer.send(bytesOf(label(1)), never)).resolves.toBe('doubtful');
    expect(fake.labels).toEqual([printed(1)]);
  });

  it('by ending its side is not written to', async () => {
    await openReady();
    fake.answer = (socket) => void socket.end();
    await expect(printer.send(bytesOf(label(1)), never)).resolves.toBe('doubtful');
  });
});

describe('a printer that falls silent', () => {
  it('leaves a doubt after a while', async () => {
    await openReady({ silenceMs: 30 });
    fake.answer = () => {};
    await expect(printer.send(bytesOf(label(1)), never)).resolves.toBe('doubtful');
    expect(notes).toEqual([`printer ${fake.address}: does not answer, with labels on the way`]);
  });

  it('leaves a doubt soon when the batch is to end', async () => {
    await openReady({ leaveMs: 10 });
    fake.answer = () => {};
    const controller = new AbortController();
    const sent = printer.send(bytesOf(label(1)), controller.signal);
    await eventually(() => expect(fake.labels).not.toEqual([]));
    controller.abort();
    await expect(sent).resolves.toBe('doubtful');
  });

  it('is waited for while it takes nothing more, and shown', async () => {
    // More than systems keep for a connection.
    const comments = Buffer.alloc(16 * 1024 * 1024, '^FX a comment, which prints nothing ');
    const bytes = Buffer.concat([comments, bytesOf(label(1))]);
    await openReady({ silenceMs: 50 });
    fake.bytesPerSecond = 0;
    const sent = printer.send(bytes, never);
    await eventually(() => expect(shown).toContain(`printer ${fake.address}: takes nothing more`));
    fake.bytesPerSecond = Number.POSITIVE_INFINITY;
    await expect(sent).resolves.toBe('taken');
    expect(fake.labels).toEqual([printed(1)]);
  });
});

describe('a printer that waits for the end of a label', () => {
  it('does not count as one that took it', async () => {
    await expect(printer.send(bytesOf('^XA^FO20,20^FD1^FS'), never)).resolves.toBe('open');
    expect(fake.labels).toEqual([]);
  });

  it('is given a moment', async () => {
    await openReady();
    fake.nextStates = [{ partialFormat: true }];
    await expect(printer.send(bytesOf(label(1)), never)).resolves.toBe('taken');
  });
});

describe('answers', () => {
  it('may come in pieces', async () => {
    const inPieces = async (socket: Socket, answer: string): Promise<void> => {
      for (const piece of answer.match(/\x03\r\n|./g) ?? []) {
        socket.write(piece);
        await delay(1);
      }
    };
    fake.answer = (socket, answer) => void inPieces(socket, answer);
    await expect(printer.send(bytesOf(label(1)), never)).resolves.toBe('taken');
  });

  it('may come with something else', async () => {
    fake.answer = (socket, answer) => void socket.write(`\x02PRINTER STATUS\x03\r\nhello${answer}bye`);
    await expect(printer.send(bytesOf(label(1)), never)).resolves.toBe('taken');
  });

  it('are not garbage, which leaves a doubt and stops the batch', async () => {
    await openReady();
    fake.answer = (socket) => void socket.write('?'.repeat(5000));
    await expect(printer.send(bytesOf(label(1)), never)).resolves.toBe('doubtful');
    await expect(printer.send(bytesOf(label(2)), never)).rejects.toThrow(
      /^Printer 127\.0\.0\.1:\d+ does not answer as a Zebra printer does/,
    );
    expect(fake.labels).toEqual([printed(1)]);
  });

  it('that nobody asked for are trusted no more', async () => {
    await openReady();
    fake.answer = (socket, answer) => void socket.write(answer + answer);
    await expect(printer.send(bytesOf(label(1)), never)).resolves.toBe('doubtful');
    await expect(printer.ready(never)).rejects.toThrow(BatchStopped);
  });

  it('that come late are of a connection that is no more', async () => {
    open({ answerMs: 20, silenceMs: 60_000 });
    const late: (() => void)[] = [];
    fake.answer = (socket, answer) => late.push(() => socket.write(answer));
    const sent = printer.send(bytesOf(label(1)), never);
    await eventually(() => expect(late.length).toBeGreaterThan(1));
    fake.answer = (socket, answer) => void socket.write(answer);
    for (const answer of late) answer();
    await expect(sent).resolves.toBe('taken');
    expect(fake.labels).toEqual([printed(1)]);
  });

  it('of a server that is no printer do not count', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const other = openPrinter({
      address: `127.0.0.1:${port}`,
      watcher: { waiting: () => {}, note: () => {} },
      patience: { askAgainMs: 5, silenceMs: 50 },
    });
    await expect(other.ready(never)).rejects.toThrow(/closes the connection/);
    server.close();
  });
});

describe('finishing', () => {
  it('waits for what is left, and shows it', async () => {
    await printer.send(bytesOf(label(1)), never);
    fake.nextStates = [
      { formats: 2, labelsLeft: 1 },
      { paperOut: true, labelsLeft: 1 },
      { labelWaiting: true, labelsLeft: 1 },
    ];
    await printer.finish(never);
    expect(states()).toEqual([
      `printer ${fake.address}: 3 left to print`,
      `printer ${fake.address}: paper out`,
      `printer ${fake.address}: a label waits to be taken`,
      null,
    ]);
    expect(notes).toEqual([]);
  });

  it('ends with a printer that does not count down', async () => {
    await printer.send(bytesOf(label(1)), never);
    fake.state = { formats: 1 };
    hurry();
    await printer.finish(never);
    expect(notes).toEqual([
      `printer ${fake.address} has taken all labels, but no longer answers (1 left to print): check whether the last ones came out.`,
    ]);
  });

  it('ends with a printer that is gone', async () => {
    await printer.send(bytesOf(label(1)), never);
    await fake.switchOff();
    hurry();
    await printer.finish(never);
    expect(notes).toHaveLength(1);
    await fake.switchOn();
  });

  it('asks nothing when nothing was sent', async () => {
    await printer.finish(never);
    expect(fake.jobs).toEqual([]);
  });
});
