import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { useProfile } from '../../src/engine/printer-profile.ts';
import { writeProfile } from '../../src/printer-profile/profile-folder.ts';
import { PROFILE } from '../printer-profile/small-profile.ts';
import { useDatabase, useService } from '../support/service.ts';

const PRINTER_PROFILE = mkdtempSync(join(tmpdir(), 'platen-profile-'));
writeProfile(PRINTER_PROFILE, PROFILE);
afterAll(() => {
  useProfile(null);
  rmSync(PRINTER_PROFILE, { recursive: true });
});
const api = useService({ PRINTER_PROFILE }, useDatabase());

test('draws a saved label as the printer of the profile, the same cold and prepared, in PNG and PDF', async () => {
  const account = await api.account();
  const zpl = (size: string) => `^XA^FO20,20^A0N,${size}^FD{name}^FS^XZ`;
  const sampled = await account.label({ zpl: zpl('30,25'), dynamicTokens: ['name'] });
  const draw = async (id: string, format: string, name: string) => {
    const answer = await account.post(`/labels/${id}/render`, { format, variables: { name } });
    expect(answer.status, answer.text).toBe(200);
    return { body: answer.body.toString('base64'), warnings: answer.headers['x-svc-render-warnings'] };
  };
  for (const format of ['png', 'pdf']) {
    const first = await draw(sampled.id, format, 'AA');
    expect(first.warnings).toBeUndefined();
    for (let i = 0; i < 3; i++) {
      await draw(sampled.id, format, 'é A');
      expect(await draw(sampled.id, format, 'AA')).toEqual(first);
    }
  }
  const other = await account.label({ zpl: zpl('40,40'), dynamicTokens: ['name'] });
  for (let i = 0; i < 3; i++) {
    expect((await draw(other.id, 'png', `A${i}`)).warnings).toBe(
      '"^FD font 0 at 40 x 40 dots is not in the printer\'s profile: sample it by platen profile PRINTER LABEL -o DIR"',
    );
  }
});
