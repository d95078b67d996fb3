import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { OpenedLabel } from '../../src/studio/workspace/workspace.ts';
import { DRAFT, enteredInto, ZPL } from './entered.ts';
import { useStudio } from './open-studio.ts';

describe('a studio that saves nothing', () => {
  const studio = useStudio(() => ({ files: { 'a.zpl': ZPL }, canSave: false }));

  it.each([
    ['/api/save', { ...DRAFT, id: 'a.zpl' }],
    ['/api/add', { ...DRAFT, name: 'b' }],
    ['/api/rename', { id: 'a.zpl', name: 'b' }],
    ['/api/delete', { id: 'a.zpl' }],
    ['/api/print', { draft: DRAFT, rows: [{}], copies: 1, printer: { kind: 'raw', address: '127.0.0.1:9' } }],
    ['/api/printer-preview', { draft: DRAFT, printer: '127.0.0.1:9' }],
  ])('refuses %s, and leaves its files', async (path, body) => {
    const { folder, get, post } = await enteredInto(studio());
    const { revision } = (await (await get('/api/label?id=a.zpl')).json()) as OpenedLabel;
    const answer = await post(path, { revision, ...body });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      { error: expect.stringContaining('this studio') },
    ]);
    expect(await readdir(folder)).toEqual(['a.zpl']);
    expect(await readFile(join(folder, 'a.zpl'), 'utf8')).toBe(ZPL);
  });

  it('has no printers', async () => {
    const { get } = await enteredInto(studio());
    expect(await (await get('/api/printers')).json()).toBeNull();
  });
});
