import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { useDatabase, useService } from '../support/service.ts';

const FONTS_DIR = fileURLToPath(new URL('../fonts', import.meta.url));
const api = useService({ FONTS_DIR }, useDatabase());

test('draws a saved label with a font of the folder, the same cold and prepared', async () => {
  const account = await api.account();
  const zpl = (font: string) => `^XA^CI28^CW1,E:${font}^FO20,20^A1N,60,60^FD{name}^FS^XZ`;
  const label = await account.label({ zpl: zpl('NOTOSANSTHAI.TTF'), dynamicTokens: ['name'] });
  const draw = async (name: string) =>
    account.post(`/labels/${label.id}/render`, { format: 'png', variables: { name } });
  const first = await draw('สวัสดี');
  expect(first.status, first.text).toBe(200);
  expect(first.headers['x-svc-render-warnings']).toBeUndefined();
  const bytes = new Set<string>();
  for (let i = 0; i < 4; i++) {
    await draw(i % 2 === 0 ? 'ชาวโลก' : 'น้ำ');
    bytes.add((await draw('สวัสดี')).body.toString('base64'));
  }
  expect([...bytes]).toEqual([first.body.toString('base64')]);
});

test('names the character that a font lacks, its script, the font and what helps, drawn or checked', async () => {
  const account = await api.account();
  const zpl = '^XA^CI28^FO20,20^A@N,60,60,E:NOTOSANSTHAI.TTF^FD{name}^FS^XZ';
  const label = await account.label({ zpl, dynamicTokens: ['name'] });
  for (const query of ['', '?validate=true']) {
    const body = { format: 'png', variables: { name: 'ก中' } };
    const { status, text, headers } = await account.post(`/labels/${label.id}/render${query}`, body);
    expect(status, text).toBe(200);
    expect(headers['x-svc-render-warnings']).toBe(
      '"^FD font NOTOSANSTHAI.TTF has no glyph for ? (U+4E2D, Han); blanks are printed; a font of FONTS_DIR that ^A@, ^CW or ^FL names may have them"',
    );
  }
});
