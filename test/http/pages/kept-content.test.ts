import { expect, it } from 'vitest';
import { KeptContent } from '../../../src/http/pages/kept-content.ts';
import type { Exchange } from '../../../src/http/transport/transport.ts';

const asking = (headers: Readonly<Record<string, string>>) =>
  ({ header: (name: string) => headers[name] }) as Exchange;

it('reads its content once, whoever asks at the same time', async () => {
  let reads = 0;
  const content = new KeptContent([], async () => Buffer.from(`read ${++reads}`));
  const answers = await Promise.all(
    [{}, { 'accept-encoding': 'gzip' }, {}].map((headers) => content.answer(asking(headers))),
  );
  expect(reads).toBe(1);
  expect(answers[0]?.body).toEqual(Buffer.from('read 1'));
  expect(answers[2]?.body).toBe(answers[0]?.body);
});

it('tries again where reading failed', async () => {
  let reads = 0;
  const content = new KeptContent([], async () => {
    if (++reads === 1) throw new Error('too many open files');
    return Buffer.from('content');
  });
  const inGzip = asking({ 'accept-encoding': 'gzip' });
  await expect(content.answer(inGzip)).rejects.toThrow('too many open files');
  expect((await content.answer(inGzip)).headers).toContainEqual(['Content-Encoding', 'gzip']);
  expect((await content.answer(asking({}))).body).toEqual(Buffer.from('content'));
});
