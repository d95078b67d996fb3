import { expect, it, onTestFinished } from 'vitest';
import { PageThread } from '../../src/renderer/page-thread.ts';
import { HALF_BLACK, slowPdf } from '../labelary/hostile-pdfs.ts';
import { eventually } from '../support/eventually.ts';

const SLOW = { kind: 'page', file: slowPdf(), format: 'zpl' } as const;
const QUICK = { ...SLOW, file: HALF_BLACK };

function started(pageMs: number): PageThread {
  const thread = new PageThread(pageMs);
  onTestFinished(() => thread.stop());
  return thread;
}

it('gives up a page that takes long, and draws the next one', async () => {
  const thread = started(500);
  await expect(thread.draw(SLOW, 'a', undefined)).rejects.toMatchObject({
    status: 413,
    message: 'the first page of file takes longer than 0.5 s',
  });
  // On a busy machine the first page of a thread may take longer than half a second.
  await eventually(async () => expect((await thread.draw(QUICK, 'a', undefined)).status).toBe(200));
});

it('refuses what waits beyond its bounds: of one client, and of all', async () => {
  const thread = started(60_000);
  const drawn: Promise<unknown>[] = [];
  const draw = (account: string): Promise<unknown> => {
    const result = thread.draw(SLOW, account, undefined);
    drawn.push(result);
    result.catch(() => {});
    return result;
  };
  for (let count = 0; count < 5; count++) void draw('a');
  await expect(draw('a')).rejects.toMatchObject({
    status: 503,
    message: 'too many PDFs of this client wait',
  });
  for (let count = 0; count < 12; count++) void draw(`b${count}`);
  await expect(draw('c')).rejects.toMatchObject({ status: 503, message: 'too many PDFs wait' });
  await thread.stop();
  await Promise.allSettled(drawn);
});

it('passes over a PDF whose client has left while it waited', async () => {
  const thread = started(60_000);
  const controller = new AbortController();
  const client = { gone: false, onGone: undefined, signal: controller.signal };
  const first = thread.draw(QUICK, 'a', undefined);
  const second = thread.draw(SLOW, 'a', client);
  controller.abort(new Error('the client left'));
  await expect(second).rejects.toThrow('the client left');
  expect((await first).status).toBe(200);
  expect((await thread.draw(QUICK, 'a', undefined)).status).toBe(200);
});
