import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { linkedLabel, permalink } from '../../src/studio/page/permalink.ts';
import { startStudio } from '../../src/studio/studio.ts';
import type { OpenedLabel, WorkspaceLabels } from '../../src/studio/workspace/workspace.ts';
import { DRAFT, entered, enteredInto, ZPL } from './entered.ts';

describe('labels of a folder', () => {
  it('are listed, opened, and saved with what they had besides', async () => {
    const bundle = { name: 'Shelf', width: 50, height: 25, dpi: 203, revision: 3, zpl: ZPL, note: 'kept' };
    const { folder, get, post } = await entered({ 'a.zpl': ZPL, 'b.json': JSON.stringify(bundle, null, 2) });
    const { labels } = (await (await get('/api/labels')).json()) as WorkspaceLabels;
    expect(labels.map(({ id, name, kind }) => ({ id, name, kind }))).toEqual([
      { id: 'a.zpl', name: 'a', kind: 'zpl' },
      { id: 'b.json', name: 'Shelf', kind: 'bundle' },
    ]);
    const opened = (await (await get('/api/label?id=b.json')).json()) as OpenedLabel;
    expect(opened).toMatchObject({
      zpl: ZPL,
      size: { widthMm: 50, heightMm: 25, dpi: 203 },
      encoding: 'utf-8',
    });
    const changed = {
      id: 'b.json',
      revision: opened.revision,
      zpl: '^XA^XZ',
      encoding: 'utf-8',
      size: opened.size,
      fieldTransforms: [],
    };
    expect((await post('/api/save', changed)).status).toBe(200);
    const expected = JSON.stringify({ ...bundle, revision: 4, zpl: '^XA^XZ' }, null, 2);
    expect(await readFile(join(folder, 'b.json'), 'utf8')).toBe(expected);
  });

  it('are not written over when their file was changed meanwhile', async () => {
    const { folder, get, post } = await entered({ 'a.zpl': ZPL });
    const { revision } = (await (await get('/api/label?id=a.zpl')).json()) as OpenedLabel;
    await writeFile(join(folder, 'a.zpl'), 'by somebody else');
    const answer = await post('/api/save', {
      id: 'a.zpl',
      revision,
      zpl: ZPL,
      encoding: 'utf-8',
      size: null,
      fieldTransforms: [],
    });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining('a.zpl was changed on the disk'),
    });
    expect(await readFile(join(folder, 'a.zpl'), 'utf8')).toBe('by somebody else');
  });

  it('keep bytes that are not UTF-8', async () => {
    const bytes = Buffer.from('^XA^CI27^FDZo\xeb^FS^XZ\r\n', 'latin1');
    const { folder, get, post } = await entered({ 'a.zpl': bytes });
    const opened = (await (await get('/api/label?id=a.zpl')).json()) as OpenedLabel;
    expect(opened.encoding).toBe('bytes');
    await post('/api/save', { ...opened, zpl: `${opened.zpl}^XA^XZ` });
    expect(await readFile(join(folder, 'a.zpl'))).toEqual(Buffer.concat([bytes, Buffer.from('^XA^XZ')]));
  });

  it('stay bytes while they are edited, those too that are UTF-8 by now', async () => {
    const { folder, get, post } = await entered({
      'a.zpl': Buffer.from('^XA^CI27^FDZo\xeb^FS^XZ', 'latin1'),
    });
    const opened = (await (await get('/api/label?id=a.zpl')).json()) as OpenedLabel;
    const save = async (label: OpenedLabel, data: string): Promise<OpenedLabel> => {
      const zpl = `^XA^CI27^FD${data}^FS^XZ`;
      const saved = (await (await post('/api/save', { ...label, zpl })).json()) as OpenedLabel;
      expect(saved).toMatchObject({ zpl, encoding: 'bytes' });
      expect(await readFile(join(folder, 'a.zpl'))).toEqual(Buffer.from(zpl, 'latin1'));
      return saved;
    };
    const ascii = await save(opened, 'Zoe');
    // The two bytes of another letter in UTF-8.
    const both = await save(ascii, 'Zo\xc3\xab');
    await save(both, 'Zo\xeb');
  });

  it('keep them under another name, and as a link', async () => {
    const bytes = Buffer.from('^XA^CI13^FDM\x81ller^FS^XZ\r\n', 'latin1');
    const { folder, get, post } = await entered({ 'a.zpl': bytes });
    const opened = (await (await get('/api/label?id=a.zpl')).json()) as OpenedLabel;
    const { size } = DRAFT;
    const add = (name: string, label: OpenedLabel) => post('/api/add', { ...label, name, size });
    const added = (await (await add('b', opened)).json()) as OpenedLabel;
    expect(added).toMatchObject({ id: 'b.zpl', kind: 'zpl', encoding: 'bytes', zpl: opened.zpl });
    expect(await readFile(join(folder, 'b.zpl'))).toEqual(bytes);
    const linked = await linkedLabel(
      await permalink({ label: opened, text: opened.zpl, size, variables: {} }),
    );
    await add('c', linked?.label as OpenedLabel);
    expect(await readFile(join(folder, 'c.zpl'))).toEqual(bytes);
  });

  it('are not written with a character that is no byte, nor drawn', async () => {
    const bytes = Buffer.from('^XA\n^FDM\x81ller^FS^XZ', 'latin1');
    const { folder, get, post } = await entered({ 'a.zpl': bytes });
    const opened = (await (await get('/api/label?id=a.zpl')).json()) as OpenedLabel;
    const zpl = opened.zpl.replace('ller', '€');
    for (const [path, body] of [
      ['/api/save', { ...opened, zpl }],
      ['/api/add', { ...opened, zpl, size: DRAFT.size }],
      ['/api/view', { draft: { ...DRAFT, zpl, encoding: 'bytes' } }],
    ] as const) {
      const answer = await post(path, body);
      expect(answer.status, path).toBe(422);
      expect(await answer.text(), path).toMatch(/line 2, column 6: .*€/);
    }
    expect(await readdir(folder)).toEqual(['a.zpl']);
    expect(await readFile(join(folder, 'a.zpl'))).toEqual(bytes);
  });

  it('are ZPL in a file that is named, whatever it is called', async () => {
    const { folder } = await entered({ 'label.txt': ZPL });
    const studio = await startStudio({
      paths: [join(folder, 'label.txt')],
      service: null,
      canSave: true,
      targets: [],
      port: 0,
    });
    onTestFinished(() => studio.close());
    const { get } = await enteredInto({ ...studio, url: `http://127.0.0.1:${studio.port}` });
    expect(await (await get('/api/labels')).json()).toMatchObject({
      labels: [{ name: 'label', kind: 'zpl' }],
    });
  });

  it('are added under a name that no file has', async () => {
    const { folder, post } = await entered({});
    const content = { size: DRAFT.size, zpl: ZPL, fieldTransforms: [], dynamicTokens: ['name'] };
    const label = { name: '../Box: Größe 1', encoding: 'utf-8', ...content };
    expect((await post('/api/add', label)).status).toBe(201);
    expect((await post('/api/add', label)).status).toBe(409);
    expect(await readdir(folder)).toEqual(['Box-Größe-1.json']);
    const saved = JSON.parse(await readFile(join(folder, 'Box-Größe-1.json'), 'utf8')) as object;
    expect(saved).toMatchObject({
      name: '../Box: Größe 1',
      width: 50,
      height: 25,
      dpi: 203,
      zpl: ZPL,
      dynamic_tokens: ['name'],
    });
  });

  it('are found by what was listed, never by a path', async () => {
    const { get } = await entered({ 'a.zpl': ZPL });
    for (const id of ['../a.zpl', '/etc/passwd', 'b.zpl', '']) {
      expect((await get(`/api/label?id=${encodeURIComponent(id)}`)).status, id).toBe(404);
    }
  });
});
