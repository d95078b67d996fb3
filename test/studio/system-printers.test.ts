import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemPrinters } from '../../src/studio/system-printers.ts';
import { PATIENCE_MS } from '../support/eventually.ts';

// Commands on the PATH stand in for PowerShell: what it is given is seen here, and not what Windows makes of it.

let folder = '';
const path = process.env['PATH'];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'powershell-'));
  process.env['PATH'] = `${folder}:${path}`;
});
afterEach(async () => {
  process.env['PATH'] = path;
  await rm(folder, { recursive: true });
});

/** A PowerShell that notes its script and its values, and then does this. */
async function powerShell(does: string): Promise<void> {
  const notes = [
    `echo "$1 $2 $3" > '${folder}/words'`,
    `echo "$4" | base64 -d | iconv -f UTF-16LE -t UTF-8 > '${folder}/script'`,
    `test -z "$PLATEN_FILE" || { cp "$PLATEN_FILE" '${folder}/job'; stat -c %a "$PLATEN_FILE" > '${folder}/mode'; }`,
    `printf '%s|%s|%s' "$PLATEN_PRINTER" "$PLATEN_TITLE" "$PLATEN_FILE" > '${folder}/values'`,
  ];
  await writeFile(join(folder, 'powershell.exe'), `#!/bin/sh\n${notes.join('\n')}\n${does}\n`, {
    mode: 0o755,
  });
}

const note = (name: string) => readFile(join(folder, name), 'utf8');
const windows = (maxMs = PATIENCE_MS) => systemPrinters('win32', maxMs);
const NAME = `Zebra "Büro"; $(rm)`;

it("lists Windows' printers by Get-Printer", async () => {
  await powerShell(`printf 'Zebra B\\303\\274ro\\r\\nMicrosoft Print to PDF\\r\\n'`);
  expect(await windows().list()).toEqual(['Zebra Büro', 'Microsoft Print to PDF']);
  expect(await note('words')).toBe('-NoProfile -NonInteractive -EncodedCommand\n');
  expect(await note('script')).toContain('Get-Printer');
});

it('lists none where the command fails or is missing', async () => {
  await powerShell('exit 1');
  expect(await windows().list()).toEqual([]);
  process.env['PATH'] = folder;
  await rm(join(folder, 'powershell.exe'));
  expect(await windows().list()).toEqual([]);
});

it('gives the bytes to a queue as they are, in a file that goes, and no name is a command', async () => {
  await powerShell('exit 0');
  const bytes = Uint8Array.from({ length: 70_000 }, (_, i) => i % 256);
  expect(await windows().handOver(NAME, bytes)).toEqual({ kind: 'taken' });
  expect(Buffer.from(bytes).equals(await readFile(join(folder, 'job')))).toBe(true);
  expect(await note('mode')).toBe('600\n');
  const [name, title, file = ''] = (await note('values')).split('|');
  expect([name, title]).toEqual([NAME, 'Platen Studio']);
  await expect(readdir(join(file, '..'))).rejects.toThrow('ENOENT');
  const script = await note('script');
  expect(script).not.toContain('Büro');
  for (const part of ['"OpenPrinterW"', 'Kind = "RAW"', '$env:PLATEN_FILE', 'exit 3']) {
    expect(script).toContain(part);
  }
});

it.each([
  ['exit 1', 'refused', "the printer's name is not valid"],
  ['exit 3', 'doubtful', "the printer's name is not valid"],
  ['exec sleep 30', 'doubtful', 'powershell.exe did not end within 0.3 s'],
])('tells what became of the bytes after %s', async (does, kind, why) => {
  await powerShell(`echo "the printer's name is not valid" >&2\n${does}`);
  expect(
    await windows(does === 'exec sleep 30' ? 300 : PATIENCE_MS).handOver('Zebra', Buffer.from('a')),
  ).toEqual({
    kind,
    why,
  });
});

it('refuses where there is no PowerShell', async () => {
  process.env['PATH'] = folder;
  expect(await windows().handOver('Zebra', Buffer.from('a'))).toEqual({
    kind: 'refused',
    why: expect.stringContaining('ENOENT'),
  });
});
