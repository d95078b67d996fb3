import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { platen } from './recorder.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-lint-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function lint(zpl: string, ...options: string[]) {
  const path = join(folder, 'label.zpl');
  await writeFile(path, zpl);
  return { path, ...(await platen(['lint', path, ...options])) };
}

test('has nothing to say about a good label', async () => {
  expect(await lint('^XA^FO1,1^A0N,30^FD{name}^FS^XZ', '--strict')).toMatchObject({ status: 0, stderr: '' });
  expect((await lint('^XA^FO1,1^A0N,30^FD{name}^FS^XZ', '--json')).stdout).toBe('[]\n');
});

test('shows warnings in the order of the file, and fails for them only with --strict', async () => {
  const zpl = '^XA\n^FXsvc-barcode:9;symbology=qrcode^FS\n^FO1,1^GFA,1,1,1,FF^FS\n^ZQ^XZ';
  const { path, status, stdout } = await lint(zpl);
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(`${path}:2:1 `);
  expect(lines.at(-1)).toMatch(`${path}:4:1 ^ZQ `);
  expect(await lint(zpl, '--strict')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('2 warnings'),
  });
});

test('names characters that a font lacks, with line and column', async () => {
  const zpl = '^XA^CI28\n^FO1,1^A0N,30^FD中文^FS\n^FO1,40^AHN,21\n^FDlow^FS^XZ';
  const { path, stdout } = await lint(zpl);
  expect(stdout.trimEnd().split('\n')).toEqual([
    `${path}:2:14 ^FD font 0 has no glyph for 中 (U+4E2D, Han), 文 (U+6587, Han); blanks are printed; a font of FONTS_DIR that ^A@, ^CW or ^FL names may have them`,
    `${path}:4:1 ^FD font H has no glyph for l (U+006C), o (U+006F), w (U+0077); blanks are printed`,
  ]);
});

test('looks at every label of the file', async () => {
  const wide = '^XA^FO1,1^A0N,30^FB20,1^FDa long text^FS^XZ\n';
  const warnings = JSON.parse((await lint(wide + wide, '--json')).stdout);
  expect(warnings.map(({ line }: { line: number }) => line)).toEqual(expect.arrayContaining([1, 2]));
});

test('takes the size from the label, or from the options', async () => {
  expect((await lint('^XA^PW9000^LL9000^FO1,1^GB9,9^FS^XZ')).stderr).toContain('9000 x 9000 dots');
  const size = ['--width-mm', '50', '--height-mm', '50'];
  expect((await lint('^XA^PW9000^LL9000^FO1,1^GB9,9^FS^XZ', ...size)).status).toBe(0);
  expect((await lint('^XA^XZ', '--dpi', 'high')).status).toBe(2);
  // 50 by 30 mm: the box ends where the label does.
  const inMillimetres = (mm: number) => `^XA^MUM^PW50^LL30^FO0,0^GB50,${mm}^FS^XZ`;
  expect((await lint(inMillimetres(30), '--json')).stdout).toBe('[]\n');
  expect(JSON.parse((await lint(inMillimetres(31), '--json')).stdout)).toHaveLength(1);
  const doubled = '^XA^MUD,150,300^PW200^LL100^FO0,0^GB200,100^FS^XZ';
  expect((await lint(doubled, '--dpi', '300', '--json')).stdout).toBe('[]\n');
});

test('fails for a label that could never be rendered', async () => {
  const { status, stderr } = await lint(`^XA${'^FS'.repeat(10_001)}^XZ`);
  expect(status).toBe(1);
  expect(stderr).toContain('10000 command prefixes');
});

test('does not read a bundle as if it were ZPL', async () => {
  const { status, stderr } = await lint('{"name":"x","zpl":"^XA^XZ"}');
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('is JSON, not ZPL') });
});
