import { describe, expect, it } from 'vitest';
import {
  CutAnswerError,
  ForeignAnswerError,
  MalformedAnswerError,
  OversizedAnswerError,
  RedirectError,
} from '../../src/api-client/platen-client.ts';
import { answers, cutsOff, json, LABEL_ID, page, useScriptedServer } from './scripted-server.ts';

const server = useScriptedServer();
const elsewhere = useScriptedServer();

const once = { maxAttempts: 1 };
const HTML = { 'content-type': 'text/html; charset=utf-8' };
const label = {
  id: LABEL_ID,
  name: 'Shelf',
  width: 50,
  height: 25,
  dpi: 203,
  revision: 1,
  created_at: '2026-11-22T09:30:00.000Z',
  updated_at: '2026-11-22T09:30:00.000Z',
  output_format: 'vector',
  dynamic_tokens: ['name'],
  zpl: null,
};

describe('a client', () => {
  it.each([
    ['page with status 200', 200],
    ['page with status 404', 404],
    ['page with status 502', 502],
  ])('says that a proxy answered by a %s', async (_name, status) => {
    server.plays(answers(status, HTML, '<h1>Hello</h1>'));
    const call = server.client(once).listLabels();
    await expect(call).rejects.toThrow(ForeignAnswerError);
    await expect(call).rejects.toThrow(`status ${status}, text/html`);
    await expect(call).rejects.toMatchObject({
      status,
      requestId: server.received[0]?.headers['x-request-id'],
    });
  });

  it('asks again after a page of a gateway, but not after one with status 200 or 404', async () => {
    server.plays(answers(504, HTML, 'late'), json(page));
    await expect(server.client().listLabels()).resolves.toEqual(page);
    server.plays(answers(200, HTML, 'login'), json(page));
    await expect(server.client().listLabels()).rejects.toThrow(ForeignAnswerError);
    expect(server.received).toHaveLength(3);
  });

  it('takes no text for a label that the service did not write', async () => {
    server.plays(answers(200, { 'content-type': 'text/plain' }, 'OK'));
    await expect(server.client().render(LABEL_ID)).rejects.toThrow(ForeignAnswerError);
  });

  it.each([301, 302, 303, 307, 308])('follows no redirect of status %i', async (status) => {
    const location = `${elsewhere.url}/labels`;
    server.plays(answers(status, { location }));
    const call = server.client().listLabels();
    await expect(call).rejects.toThrow(RedirectError);
    await expect(call).rejects.toMatchObject({ status, location });
    expect(elsewhere.received).toEqual([]);
  });

  it.each([
    ['a length that it does not have', { 'content-length': '500' }],
    ['chunks', { 'transfer-encoding': 'chunked' }],
  ])('says that an answer with %s was cut, and asks again', async (_name, length) => {
    const cut = cutsOff({ 'content-type': 'application/json', ...length }, '{"data":[');
    server.plays(cut, json(page));
    await expect(server.client().listLabels()).resolves.toEqual(page);
    server.plays(cut);
    const call = server.client(once).listLabels();
    await expect(call).rejects.toThrow(CutAnswerError);
    await expect(call).rejects.toThrow('broke off after 9 bytes');
  });

  it.each([
    ['no JSON', '{'],
    ['null', 'null'],
    ['a label alone', JSON.stringify(label)],
    ['a label without its ZPL', JSON.stringify({ data: { ...label, zpl: undefined } })],
    ['a label of another output format', JSON.stringify({ data: { ...label, output_format: 'png' } })],
    ['a label whose width is a text', JSON.stringify({ data: { ...label, width: '50' } })],
    ['a label with a token that is no text', JSON.stringify({ data: { ...label, dynamic_tokens: [1] } })],
  ])('says that %s is not what was asked for', async (_name, body) => {
    server.plays(answers(200, { 'content-type': 'application/json' }, body));
    await expect(server.client().getLabel(LABEL_ID)).rejects.toThrow(MalformedAnswerError);
    expect(server.received).toHaveLength(1);
  });

  it('takes a label with members that it does not know', async () => {
    const newer = { ...label, colour: 'red' };
    server.plays(json({ data: newer }));
    await expect(server.client().getLabel(LABEL_ID)).resolves.toEqual(newer);
  });

  it.each([
    ['without a pagination', { data: [label] }],
    ['of which an entry is no label', { ...page, data: [label, {}] }],
    ['that has no end', { ...page, pagination: { ...page.pagination, offset: 50, next_offset: 50 } }],
    ['whose next offset is a text', { ...page, pagination: { ...page.pagination, next_offset: '50' } }],
  ])('says that a list %s is not what was asked for', async (_name, body) => {
    server.plays(json(body));
    await expect(server.client().listLabels()).rejects.toThrow(MalformedAnswerError);
  });

  it('says that ZPL is not UTF-8, and that a count is no number', async () => {
    const headers = { 'content-type': 'text/plain', 'x-svc-output-format': 'vector' };
    server.plays(answers(200, headers, Buffer.from([0x5e, 0xff])));
    await expect(server.client().render(LABEL_ID)).rejects.toThrow('it is not UTF-8');
    server.plays(answers(200, { ...headers, 'x-svc-unresolved-count': 'many' }, '^XA^XZ'));
    await expect(server.client().render(LABEL_ID)).rejects.toThrow('x-svc-unresolved-count is no number');
  });

  it('reads no more of an answer than the service ever sends', async () => {
    server.plays(answers(200, { 'content-type': 'image/png' }, Buffer.alloc(33_554_433)));
    await expect(server.client().render(LABEL_ID, { format: 'png' })).rejects.toThrow(OversizedAnswerError);
  });

  it('reads warnings with quotes in them', async () => {
    const warnings = String.raw`"^XG no picture \"R:A.GRF\"", "a \\, b"`;
    server.plays(
      answers(200, {
        'content-type': 'image/png',
        'x-svc-output-format': 'vector',
        'x-svc-render-warnings': warnings,
        'x-svc-render-warning-count': '3',
      }),
    );
    await expect(server.client().render(LABEL_ID, { format: 'png' })).resolves.toMatchObject({
      warningCount: 3,
      warnings: ['^XG no picture "R:A.GRF"', String.raw`a \, b`],
    });
  });

  it('never asks for an offset above 10000', async () => {
    const next = (next_offset: number) =>
      json({ data: [label], pagination: { limit: 100, offset: 0, total: null, next_offset } });
    server.plays(next(10_000), next(10_100));
    const names: string[] = [];
    for await (const { name } of server.client().labels()) names.push(name);
    expect(names).toEqual(['Shelf', 'Shelf']);
    expect(server.received.map(({ path }) => path)).toEqual([
      '/label-api/labels?limit=100&offset=0',
      '/label-api/labels?limit=100&offset=10000',
    ]);
  });
});
