import { expect, it } from 'vitest';
import { StoreLabels } from '../../../src/studio/workspace/store-labels.ts';
import type { OpenedLabel } from '../../../src/studio/workspace/workspace.ts';
import { labelInput } from '../../store/label-input.ts';
import { useDatabase, useService } from '../../support/service.ts';
import { authorizationOf, openStudio } from '../open-studio.ts';

const api = useService({}, useDatabase());

/** A studio over the labels of an account, and a function that asks it. */
async function opened() {
  const { store } = api.service;
  const { id: accountId } = await store.createAccount('Shop', 'pro');
  const labels = new StoreLabels((work) => work(store), accountId);
  const { url, newAddress } = await openStudio({ service: labels });
  const authorization = await authorizationOf(newAddress());
  const ask = (path: string, body?: unknown) =>
    fetch(url + path, {
      headers: { authorization },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
  return { store, accountId, ask };
}

it('opens and saves labels of an account, each save a revision', async () => {
  const { store, accountId, ask } = await opened();
  const fieldTransforms = [{ variable: 'name', steps: [{ op: 'trim' }] }];
  const input = labelInput({ name: 'Shelf', zpl: '^XA^FD{name}^FS^XZ', fieldTransforms });
  const [saved] = await store.importLabels(accountId, [input]);
  const id = `service:${saved?.id}`;
  expect(await (await ask('/api/service-labels')).json()).toEqual([
    { id, name: 'Shelf', kind: 'service', place: saved?.id, isManaged: true },
  ]);
  const label = (await (await ask(`/api/label?id=${id}`)).json()) as OpenedLabel;
  expect(label).toMatchObject({ zpl: '^XA^FD{name}^FS^XZ', fieldTransforms, revision: '1' });
  const size = { widthMm: 60, heightMm: 30, dpi: 300 };
  const changed = await ask('/api/save', { ...label, zpl: '^XA^FDé{name}^FS^XZ', size });
  expect(await changed.json()).toMatchObject({ zpl: '^XA^FDé{name}^FS^XZ', size, revision: '2' });
  expect(await store.exportLabel(saved?.id ?? '')).toMatchObject({
    ...input,
    size,
    revision: 2,
    zpl: '^XA^FDé{name}^FS^XZ',
  });
  expect(await store.exportLabel(saved?.id ?? '', 1)).toMatchObject(input);
});

it('saves nothing over a label that somebody changed meanwhile, or deleted', async () => {
  const { store, accountId, ask } = await opened();
  const [saved] = await store.importLabels(accountId, [labelInput()]);
  const id = saved?.id ?? '';
  const label = await (await ask(`/api/label?id=service:${id}`)).json();
  await store.importLabels(accountId, [labelInput({ id, name: 'Changed' })]);
  const late = await ask('/api/save', label);
  expect([late.status, await late.text()]).toEqual([
    409,
    expect.stringContaining(`label ${id} is not at revision 1 any more`),
  ]);
  expect(await store.exportLabel(id)).toMatchObject({ name: 'Changed', revision: 2 });
  await store.deleteLabel(id);
  expect((await ask('/api/save', label)).status).toBe(404);
});

it('shows no label of another account, and takes no text that is not UTF-8', async () => {
  const { store, accountId, ask } = await opened();
  const other = await store.createAccount('Other', 'pro');
  const [foreign] = await store.importLabels(other.id, [labelInput()]);
  expect((await ask(`/api/label?id=service:${foreign?.id}`)).status).toBe(404);
  const [own] = await store.importLabels(accountId, [labelInput()]);
  const label = (await (await ask(`/api/label?id=service:${own?.id}`)).json()) as OpenedLabel;
  expect((await ask('/api/save', { ...label, encoding: 'bytes', zpl: '\u00e9' })).status).toBe(422);
  const stolen = await ask('/api/save', { ...label, id: `service:${foreign?.id}` });
  expect(stolen.status).toBe(404);
});

it('renames and deletes labels of the account, unless somebody changed them meanwhile', async () => {
  const { store, accountId, ask } = await opened();
  const [saved] = await store.importLabels(accountId, [labelInput({ name: 'Shelf' })]);
  const id = `service:${saved?.id}`;
  const renamed = await ask('/api/rename', { id, name: ' Box ', revision: '1' });
  expect(await renamed.json()).toMatchObject({ id, name: 'Box', revision: '2' });
  expect(await store.exportLabel(saved?.id ?? '')).toMatchObject({
    ...labelInput({ name: 'Box' }),
    revision: 2,
  });
  expect((await ask('/api/rename', { id, name: 'Late', revision: '1' })).status).toBe(409);
  expect((await ask('/api/delete', { id, revision: '1' })).status).toBe(409);
  expect(await (await ask('/api/service-labels')).json()).toMatchObject([{ id, name: 'Box' }]);
  expect((await ask('/api/delete', { id, revision: '2' })).status).toBe(200);
  expect(await (await ask('/api/service-labels')).json()).toEqual([]);
});

it('deletes no label that somebody changes between its comparison and the deletion', async () => {
  const { store } = api.service;
  const { id: accountId } = await store.createAccount('Shop', 'pro');
  const [saved] = await store.importLabels(accountId, [labelInput()]);
  const id = saved?.id ?? '';
  const exportLabel = async (label: string) => {
    const found = await store.exportLabel(label);
    await store.importLabels(accountId, [labelInput({ id, name: 'Changed' })]);
    return found;
  };
  const deleteLabel = (...given: Parameters<typeof store.deleteLabel>) => store.deleteLabel(...given);
  const labels = new StoreLabels((work) => work({ ...store, exportLabel, deleteLabel }), accountId);
  await expect(labels.remove(`service:${id}`, '1')).rejects.toMatchObject({ status: 409 });
  expect(await store.exportLabel(id)).toMatchObject({ name: 'Changed', revision: 2 });
});

it('renames and deletes no label of another account', async () => {
  const { store, ask } = await opened();
  const other = await store.createAccount('Other', 'pro');
  const [foreign] = await store.importLabels(other.id, [labelInput()]);
  const id = `service:${foreign?.id}`;
  expect((await ask('/api/rename', { id, name: 'Mine', revision: '1' })).status).toBe(404);
  expect((await ask('/api/delete', { id, revision: '1' })).status).toBe(404);
  expect(await store.exportLabel(foreign?.id ?? '')).toMatchObject({ revision: 1 });
});
