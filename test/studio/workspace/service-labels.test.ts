import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import type { OpenedLabel } from '../../../src/studio/workspace/workspace.ts';
import { freePort } from '../../support/free-port.ts';
import { KEPT_ALIVE } from '../../support/kept-alive.ts';
import { useDatabase, useService } from '../../support/service.ts';
import { authorizationOf, openStudio } from '../open-studio.ts';

const api = useService({}, useDatabase());

it('shows files beside a service that does not answer, and says that it does not', async () => {
  const service = { url: `http://127.0.0.1:${await freePort()}`, key: `svc_${'0'.repeat(48)}` };
  const { url, newAddress } = await openStudio({ files: { 'a.zpl': '^XA^XZ' }, service });
  const authorization = await authorizationOf(newAddress());
  const ask = (path: string) => fetch(url + path, { headers: { authorization } });
  expect(await (await ask('/api/labels')).json()).toMatchObject({
    labels: [{ id: 'a.zpl' }],
    hasService: true,
    canSave: true,
  });
  const answer = await ask('/api/service-labels');
  expect(answer.status).toBe(502);
  expect(await answer.json()).toMatchObject({ error: expect.stringMatching(/^the service: .+/) });
});

it('takes the key nowhere but to the service, and tells it nobody, when that redirects', async () => {
  const asked: string[] = [];
  const listening = async (answer: RequestListener) => {
    const server = createServer(KEPT_ALIVE, answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const elsewhere = await listening((request, response) => {
    asked.push(JSON.stringify(request.rawHeaders));
    response.end('{}');
  });
  const redirecting = await listening((request, response) => {
    response.writeHead(307, { Location: elsewhere + (request.url ?? '') }).end();
  });
  const service = { url: redirecting, key: `svc_${'a'.repeat(48)}` };
  const { url, newAddress } = await openStudio({ files: { 'a.zpl': '^XA^XZ' }, service });
  const headers = { authorization: await authorizationOf(newAddress()) };
  const texts = await Promise.all(
    ['/api/service-labels', '/api/label?id=service:x'].map(async (path) =>
      (await fetch(url + path, { headers })).text(),
    ),
  );
  expect(texts[0]).toContain('is a redirect');
  expect(texts.join('\n')).not.toContain(service.key);
  expect(asked).toEqual([]);
});

it('shows the labels of a service, which it does not save, and never its key', async () => {
  const shop = await api.account();
  const { id } = await shop.label({ name: 'Saved', zpl: '^XA^FD{name}^FS^XZ' });
  const { url, newAddress } = await openStudio({ service: { url: api.service.url, key: shop.key } });
  const authorization = await authorizationOf(newAddress());
  const texts: string[] = [];
  const ask = async (path: string, body?: unknown) => {
    const answer = await fetch(url + path, {
      headers: { authorization },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    texts.push(await answer.clone().text());
    return answer;
  };
  expect(await (await ask('/api/labels')).json()).toMatchObject({
    labels: [],
    hasService: true,
    canSave: true,
    checksRows: true,
  });
  expect(await (await ask('/api/service-labels')).json()).toEqual([
    { id: `service:${id}`, name: 'Saved', kind: 'service', place: id, isManaged: false },
  ]);
  const label = (await (await ask(`/api/label?id=service:${id}`)).json()) as OpenedLabel;
  expect(label).toMatchObject({ zpl: '^XA^FD{name}^FS^XZ', dynamicTokens: ['name'], revision: null });
  const save = { ...label, revision: '' };
  const refused = await ask('/api/save', save);
  expect(refused.status).toBe(405);
  expect(await refused.text()).toContain('platen labels import');
  expect((await ask('/api/label?id=service:unknown')).status).toBe(502);
  expect(texts.join('\n')).not.toContain(shop.key);
});
