import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { decodeFrames } from '../../src/studio/frames.ts';
import { type PrinterChoice, Printing, type PrintProgress } from '../../src/studio/printing.ts';
import { eventually } from '../support/eventually.ts';
import { startFakePrinter } from '../support/fake-printer.ts';
import { DRAFT, enteredInto } from './entered.ts';
import { openStudio, useStudio } from './open-studio.ts';

const studio = useStudio();

/** Asks the studio to print, as the page does. */
async function printing(change: object, to: object) {
  const { post } = await enteredInto(studio());
  const body = { draft: DRAFT, rows: [DRAFT.variables], copies: 1, printer: to, ...change };
  const answer = await post('/api/print', body);
  if (!answer.ok) return { status: answer.status, ...((await answer.json()) as { readonly error: string }) };
  const progress: PrintProgress[] = [];
  for await (const frame of decodeFrames<PrintProgress>(
    answer.body as unknown as AsyncIterable<Uint8Array>,
  )) {
    if (frame.kind === 'message') progress.push(frame.message);
  }
  return { status: answer.status, counts: progress.map(({ taken }) => taken), ...progress.at(-1) };
}

/** The result of printing without a server. */
async function printed(printing: Printing, names: readonly string[], to: object) {
  const jobs = names.map((name) => Buffer.from(`^XA^FD${name}^FS^XZ`));
  let last: PrintProgress | null = null;
  for await (const progress of printing.print(jobs, to as PrinterChoice, new AbortController().signal)) {
    last = progress;
  }
  return last;
}

const raw = (address: string) => ({ kind: 'raw', address });

it('prints the copies of each row on a printer in the network, and waits until they are printed', async () => {
  const printer = await startFakePrinter();
  const rows = [{ name: 'one' }, { name: 'two' }];
  expect(await printing({ rows, copies: 2 }, raw(printer.address))).toEqual({
    status: 200,
    counts: [1, 2, 2],
    taken: 2,
    isDoubtful: false,
    notes: [],
  });
  expect(printer.labels).toHaveLength(4);
  expect(printer.labels.map((label) => /\^FD(\w+)/.exec(label)?.[1])).toEqual(['one', 'one', 'two', 'two']);
});

it.each([
  [{ paperOut: true, headOpen: true }, 'paper out, head open; nothing was sent'],
  [{ paused: true }, 'paused; nothing was sent'],
])('sends nothing to a printer with %j, and says why', async (state, reason) => {
  const printer = await startFakePrinter();
  printer.state = state;
  const patient = new Printing({ readyMs: 300 });
  // A busy machine may read no state within the time that is waited.
  await eventually(() =>
    expect(printed(patient, ['a'], raw(printer.address))).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining(reason),
    }),
  );
  expect(printer.labels).toEqual([]);
});

it('stops at a row that may be printed or not, and never sends it again', async () => {
  const printer = await startFakePrinter();
  printer.breakAfterBytes = '~HS~HS^XA^FDone^FS^XZ~HS'.length + 8;
  const result = await printed(new Printing(), ['one', 'two', 'three'], raw(printer.address));
  expect(result).toMatchObject({
    isDoubtful: true,
    notes: [expect.stringContaining('with labels on the way')],
  });
  expect(result?.taken).toBeLessThan(3);
  const sent = Buffer.concat(printer.jobs).toString();
  for (const name of ['one', 'two', 'three']) expect(sent.split(`^FD${name}`).length).toBeLessThanOrEqual(2);
});

it.each([
  ['a printer without an address', {}, raw('http://x/'), 422, 'give the printer as HOST'],
  [
    'a label that makes the printer answer',
    { draft: { ...DRAFT, zpl: '^XA~HS^XZ' } },
    raw('x'),
    422,
    'The label has ~HS',
  ],
  [
    'a label without an end',
    { draft: { ...DRAFT, zpl: '^XA^FDa^FS' } },
    raw('x'),
    422,
    'has no ^XZ after its ^XA',
  ],
  ['no copies', { copies: 0 }, raw('x'), 400, 'copies'],
  ['50,001 rows', { rows: Array.from({ length: 50_001 }, () => ({})) }, raw('x'), 400, 'rows'],
  [
    'a queue that is missing',
    {},
    { kind: 'system', name: 'nobody; rm' },
    422,
    'the system has no printer "nobody; rm"',
  ],
])('refuses %s', async (_, change, to, status, words) => {
  expect(await printing(change, to)).toEqual({ status, error: expect.stringContaining(words) });
});

it('names the row whose values cannot be put in, and sends none', async () => {
  const printer = await startFakePrinter();
  const zpl = '^XA^FO9,9^BEN,50^FD{ean}^FS^XZ';
  const rows = [{ ean: '4006381333931' }, { ean: 'no digits' }];
  expect(await printing({ draft: { ...DRAFT, zpl }, rows, numbers: [4, 7] }, raw(printer.address))).toEqual({
    status: 422,
    error: expect.stringMatching(/^row 7: /),
  });
  expect(printer.jobs).toEqual([]);
});

const queue = { kind: 'system', name: 'Zebra' };

/** A queue of the system that notes its last job and its options in a folder. */
async function useQueue(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'queue-'));
  const path = process.env['PATH'];
  onTestFinished(async () => {
    process.env['PATH'] = path;
    await rm(folder, { recursive: true });
  });
  await writeFile(join(folder, 'lpstat'), '#!/bin/sh\necho Zebra\n', { mode: 0o755 });
  await writeFile(
    join(folder, 'lp'),
    `#!/bin/sh\ncat > '${folder}/job'\necho "$@" > '${folder}/words'\ntest ! -e '${folder}/broken' || { echo 'not allowed' >&2; exit 1; }\n`,
    { mode: 0o755 },
  );
  process.env['PATH'] = `${folder}:${path}`;
  return folder;
}

it('hands labels over to a queue of the system as they are', async () => {
  const folder = await useQueue();
  const { get } = await enteredInto(studio());
  expect(await (await get('/api/printers')).json()).toEqual({ system: ['Zebra'] });
  expect(await printing({}, queue)).toMatchObject({ status: 200, taken: 1, isDoubtful: false });
  expect(await readFile(join(folder, 'job'), 'utf8')).toContain('^FDZo');
  expect(await readFile(join(folder, 'words'), 'utf8')).toBe('-d Zebra -o raw -t Platen Studio\n');
  await writeFile(join(folder, 'broken'), '');
  expect(await printing({}, queue)).toEqual({
    status: 503,
    error: 'the queue Zebra did not take the labels: not allowed',
  });
});

it('hands nothing over to a queue once it is stopped', async () => {
  const folder = await useQueue();
  const stopped = new AbortController();
  const progress = new Printing().print([Buffer.from('^XA^XZ')], queue as PrinterChoice, stopped.signal);
  stopped.abort();
  expect(await progress.next()).toEqual({ done: true, value: undefined });
  expect(await readdir(folder)).not.toContain('job');
});

it('does not print for a page without a session', async () => {
  const { url } = await openStudio();
  expect((await fetch(`${url}/api/print`, { method: 'POST', body: '{}' })).status).toBe(401);
});
