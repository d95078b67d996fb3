import { describe, expect, it } from 'vitest';
import { readSamples } from '../../src/demo/samples.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import type { Example, Operation, Ref, Response } from '../../src/http/openapi/model.ts';
import type { LabelChanges } from '../store/label-input.ts';
import { BASE, type Reply, useDatabase, useService } from '../support/service.ts';

const { paths, components } = openApiDocument(BASE);

const resolved = (response: Response | Ref): Response =>
  '$ref' in response ? (components.responses[response.$ref.split('/').at(-1) ?? ''] as Response) : response;

const examplesOf = (content: Response['content']): Readonly<Record<string, Example>> =>
  content?.['application/json']?.examples ?? {};

/** The status and body that answer a refused example, which is called by its failure. */
function failureOf({ responses }: Operation, name: string): { status: number; body: unknown } {
  for (const [status, response] of Object.entries(responses)) {
    const example = examplesOf(resolved(response).content)[name];
    if (example !== undefined) return { status: Number(status), body: example.value };
  }
  throw new Error(`no answer has the example ${name}`);
}

const json = (reply: Reply): unknown => JSON.parse(reply.text);

const database = useDatabase();

describe('examples of the API’s description', () => {
  const api = useService({ RATE_UNITS_PER_MINUTE: '60' }, database);
  /** An account with the demonstration's labels, whose ids only one account can have. */
  const demo = once(async () => {
    const account = await api.account();
    for (const { label } of readSamples()) await api.service.store.importLabels(account.id, [label]);
    return account;
  });

  /** The examples of all bodies under this name. */
  const requests = (kind: 'examples' | 'x-refused-examples') =>
    Object.entries(paths).flatMap(([path, { post }]) =>
      Object.entries(post?.requestBody?.content['application/json']?.[kind] ?? {}).map(
        ([name, { value }]) => ({ path, name, operation: post as Operation, body: value as object }),
      ),
    );
  const exampleId = String(components.parameters['LabelId']?.example);
  const post = async (path: string, body: object) =>
    (await demo()).post(path.replace('{label_id}', exampleId), body);

  it.each(requests('examples'))('POST $path, $name, is answered 200', async ({ path, body }) => {
    const reply = await post(path, body);
    expect(reply).toMatchObject({ status: 200, headers: { 'x-svc-output-format': 'vector' } });
    expect(reply.headers).not.toHaveProperty('x-svc-unresolved-count');
  });

  it.each(requests('x-refused-examples'))(
    'POST $path, $name, is refused as described',
    async ({ path, name, operation, body }) => {
      const reply = await post(path, body);
      expect({ status: reply.status, body: json(reply) }).toEqual(failureOf(operation, name));
    },
  );

  it('GET /labels, GET /labels/{label_id} and its ZPL are answered as described', async () => {
    const account = await demo();
    const list = json(await account.get('/labels')) as { data: { id: string }[] };
    const listed = successOf('/labels').value as { data: { id: string; created_at: string }[] };
    const detailed = successOf('/labels/{label_id}').value as { data: { id: string; created_at: string } };
    const moment = { created_at: expect.any(String), updated_at: expect.any(String) };
    for (const example of listed.data) {
      expect(list.data.find(({ id }) => id === example.id)).toEqual({ ...example, ...moment });
    }
    const { data: detail } = detailed;
    expect(json(await account.get(`/labels/${detail.id}`))).toEqual({ data: { ...detail, ...moment } });
    expect((await account.get(`/labels/${detail.id}/zpl`)).text).toBe(
      successOf('/labels/{label_id}/zpl').value,
    );
  });

  const refused: readonly [answer: string, code: string, provoke: () => Promise<Reply>][] = [
    ['InvalidPage', 'invalid_request', async () => (await demo()).get('/labels?limit=0')],
    ['InvalidLabelId', 'invalid_request', async () => (await demo()).get('/labels/none')],
    ['Unauthorized', 'key_missing', () => api.request('GET', `${BASE}/labels`)],
    ['Unauthorized', 'key_unknown', async () => (await demo()).get('/labels', `svc_${'0'.repeat(48)}`)],
    ['Forbidden', 'entitlement_inactive', async () => (await api.account('free')).get('/labels')],
    [
      'Forbidden',
      'scope_missing',
      async () => {
        const { post, renderKey } = await demo();
        return post(`/labels/${exampleId}/print`, {}, renderKey);
      },
    ],
    ['LabelNotFound', 'label_not_found', async () => (await api.account()).get(`/labels/${exampleId}`)],
    ['RouteNotFound', 'route_not_found', () => api.request('GET', `${BASE}/label`)],
    ['MethodNotAllowed', 'method_not_allowed', () => api.request('PUT', `${BASE}/`)],
    ['NoSavedZpl', 'zpl_not_saved', () => render({ zpl: null }, {})],
    ['NotRenderable', 'dimensions_invalid', () => render({ size: { widthMm: 5 } }, { format: 'png' })],
    ['NotRenderable', 'bitmap_dynamic_output_incompatible', () => render({ outputFormat: 'bitmap' }, {})],
    ['TooLarge', 'too_large', () => render({}, ' '.repeat(65_537))],
    [
      'ContentInvalid',
      'encoding_unsupported',
      () => render({ zpl: '^XA^CI27^FD{name}^FS^XZ' }, { variables: { name: 'ł' } }),
    ],
    [
      'TooManyRequests',
      'budget_exceeded',
      async () => {
        const account = await api.account();
        const attempts = Array.from({ length: 60 }, () => account.get('/labels'));
        await Promise.all(attempts);
        return account.get('/labels');
      },
    ],
  ];

  it.each(refused)('the example in %s of %s is what is answered', async (answer, code, provoke) => {
    const response = components.responses[answer] as Response;
    expect(json(await provoke())).toEqual(examplesOf(response.content)[code]?.value);
  });

  /** The answer to a render of a label of its own. */
  async function render(label: LabelChanges, body: object | string): Promise<Reply> {
    const account = await api.account();
    const { id } = await account.label(label);
    return account.post(`/labels/${id}/render`, body);
  }
});

/** The example of what a `GET` of the path is answered. */
function successOf(path: string): Example {
  const response = paths[path]?.get?.responses[200];
  const [media] = response === undefined ? [] : Object.values(resolved(response).content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  if (example === undefined) throw new Error(`GET ${path} has no example`);
  return example;
}

/** Does it when it is first asked to. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
