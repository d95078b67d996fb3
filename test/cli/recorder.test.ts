import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { printerFonts } from '../../src/engine/printer-fonts.ts';
import { sampledFonts } from '../../src/engine/printer-profile.ts';
import { writeProfile } from '../../src/printer-profile/profile-folder.ts';
import { timeZone } from '../../src/wall-clock.ts';
import { PROFILE } from '../printer-profile/small-profile.ts';
import { platen } from './recorder.ts';

test('a command that was run leaves no fonts, profile or time zone to the next one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-recorder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = (name: string): string => join(folder, name);
  writeProfile(path('profile'), PROFILE);
  await writeFile(path('label.zpl'), '^XA^FO4,5^A0N,30,25^FD{TIME}^FS^XZ');
  const printer = [
    '--fonts',
    fileURLToPath(new URL('../fonts', import.meta.url)),
    '--profile',
    path('profile'),
  ];
  const size = ['--width-mm', '25.4', '--height-mm', '25.4', '--dpi', '203'];
  const TIME_ZONE = 'Asia/Kolkata';
  const argv = ['render', path('label.zpl'), '-o', path('label.zpl.out.zpl'), ...size, ...printer];
  expect(await platen(argv, { TIME_ZONE })).toMatchObject({ status: 0 });
  expect(printerFonts().find('NOTOSANS.TTF')).toBeUndefined();
  expect(sampledFonts(8)).toBeNull();
  expect(timeZone()).toBe('UTC');
});
