import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ON_FALLBACKS } from '../support/drivers.ts';
import { useDatabase, useDirectory, useService } from '../support/service.ts';
import { useLabelTasksHere } from './label-tasks-here.ts';
import { json, type Outcome, platen } from './recorder.ts';

useLabelTasksHere();

const database = useDatabase();
// Each command would open the embedded database again, which takes a second: a service that has it carries them out.
if (ON_FALLBACKS) useService({}, database);
const embedded = useDirectory();
let folder = '';
let account = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-cli-'));
  account = json(await store('accounts', 'create', '--name', 'First', '--plan', 'pro', '--json')).id;
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const store = (...argv: string[]): Promise<Outcome> => platen(argv, database());

/** Labels of an account, whatever files hold them. */
const importing = (files: readonly string[], ...options: string[]): Promise<Outcome> =>
  store('labels', 'import', ...files, '--account', account, '--json', ...options);
const count = async () => json(await store('labels', 'list', '--account', account, '--json')).length;
const NO_ZPL = 'there is no zpl; the API will answer 409';

async function file(name: string, content: unknown): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}

test('makes and changes accounts', async () => {
  const made = json(await store('accounts', 'create', '--name', 'Second', '--json'));
  expect(made).toEqual({ id: expect.any(String), name: 'Second', plan: 'pro' });
  expect(json(await store('accounts', 'set-plan', made.id, 'pro', '--json'))).toEqual({
    ...made,
    plan: 'pro',
  });
  await store('accounts', 'grant', made.id);
  expect((await store('accounts', 'list')).stdout).toMatch(/Second +pro +yes +default +-/);
  expect(json(await store('accounts', 'set-rate', made.id, '90', '--json'))).toEqual(made);
  await store('accounts', 'join-team', made.id, 'blue');
  expect((await store('accounts', 'list')).stdout).toMatch(/Second +pro +yes +90 +blue/);
  expect(json(await store('accounts', 'list', '--json'))).toContainEqual({ ...made, plan: 'pro' });
});

test('shows a key once', async () => {
  const made = json(await store('keys', 'create', '--account', account, '--json'));
  expect(Object.keys(made).toSorted()).toEqual(
    ['account_id', 'created_at', 'id', 'key', 'last4', 'prefix', 'revoked_at', 'type'].toSorted(),
  );
  expect(made.key).toMatch(/^svc_[0-9a-f]{48}$/);
  const rotated = json(await store('keys', 'rotate', made.id, '--json'));
  expect(rotated.key).not.toBe(made.key);
  const revoked = json(await store('keys', 'revoke', rotated.id, '--json'));
  expect(revoked.revoked_at).not.toBeNull();
  expect(revoked).not.toHaveProperty('key');
  expect((await store('keys', 'list', '--account', account, '--json')).stdout).not.toContain(made.key);
  expect((await store('keys', 'list', '--account', account)).stdout).toMatch(/LAST_USED\n.* -\n/);
});

test('keeps the name of a key, for people', async () => {
  const { id } = json(await store('accounts', 'create', '--name', 'Names', '--json'));
  const made = json(await store('keys', 'create', '--account', id, '--name', 'Packing table 3', '--json'));
  expect(made).not.toHaveProperty('name');
  expect((await store('keys', 'rotate', made.id)).stdout).toContain('Packing table 3');
  const { stdout } = await store('keys', 'list', '--account', id);
  expect(stdout).toMatch(/^NAME .* REQUESTS +LAST_USED\nPacking table 3 .* 0 +-\nPacking table 3 .* 0 +-\n$/);
  expect(await store('keys', 'create', '--account', id, '--name', 'x'.repeat(101))).toMatchObject({
    status: 1,
  });
});

test('deletes an account, and says what is lost', async () => {
  const { id } = json(await store('accounts', 'create', '--name', 'Gone', '--json'));
  const key = json(await store('keys', 'create', '--account', id, '--json'));
  const refused = await store('accounts', 'delete', id);
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toMatch(
    / has active keys \(1\); its keys \(1\) and labels \(0\) would be lost: .*--yes\n$/,
  );
  expect(json(await store('accounts', 'delete', id, '--yes', '--json'))).toEqual({
    id,
    name: 'Gone',
    plan: 'pro',
  });
  expect((await store('keys', 'revoke', key.id)).stderr).toContain('no key');
  const empty = json(await store('accounts', 'create', '--name', 'Empty', '--json')).id;
  expect((await store('accounts', 'delete', empty)).stdout).toBe(
    `Deleted ${empty} "Empty" with its keys (0) and labels (0).\n`,
  );
});

test('exports what it imported, and imports that again as the next revision', async () => {
  const bundle = {
    name: 'Ä',
    width: 0,
    height: -3.5,
    dpi: 203,
    output_format: 'bitmap',
    team_id: 'red',
    zpl: '^XA\r\n',
  };
  const one = await file('one.json', bundle);
  const unusable =
    'The label cannot be drawn in its saved size: its width (0 mm) must be from 10 to 1000 mm.';
  const made = json(await importing([one]), [`${one}: ${unusable}`]);
  expect(made).toEqual({
    id: expect.any(String),
    name: 'Ä',
    width: 0,
    height: -3.5,
    dpi: 203,
    revision: 1,
    created_at: expect.any(String),
    updated_at: expect.any(String),
    output_format: 'bitmap',
  });
  const exported = (await store('labels', 'export', made.id)).stdout;
  expect(JSON.parse(exported)).toMatchObject(bundle);
  const again = await file('again.json', exported);
  const replaced = json(await importing([again]), [`${again}: ${unusable}`]);
  expect(replaced).toMatchObject({ id: made.id, revision: 2 });
  expect((await store('labels', 'export', made.id)).stdout).toBe(exported);
  expect(json(await store('labels', 'delete', made.id, '--json')).id).toBe(made.id);
  expect(await store('labels', 'export', made.id)).toMatchObject({ status: 1, stdout: '' });
});

test('shows the revisions of a label, their differences, and restores one', async () => {
  const bundle = { name: 'Shelf', width: 50, height: 25, dpi: 203, zpl: '^XA^FO9,9^FDone^FS^XZ' };
  const made = json(await importing([await file('kept.json', bundle)]));
  const { id } = made;
  expect(await store('labels', 'diff', id)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('has one revision; --from names a file to compare'),
  });
  const changed = { ...bundle, id, width: 60, zpl: '^XA^FO9,9^FDtwo^FS^XZ' };
  await importing([await file('kept.json', changed)]);
  expect(json(await store('labels', 'history', id, '--json'))).toMatchObject([
    { revision: 2, name: 'Shelf', width: 60, zpl_bytes: 21 },
    { revision: 1, width: 50, updated_at: made.updated_at },
  ]);
  expect((await store('labels', 'diff', id)).stdout).toBe(
    `--- revision 1
+++ revision 2
@@ -1,4 +1,4 @@
 name: "Shelf"
-width: 50
+width: 60
 height: 25
 dpi: 203
@@ -9,4 +9,4 @@
 ^XA
 ^FO9,9
-^FDone^FS
+^FDtwo^FS
 ^XZ
`,
  );
  const zpl = await file('kept.zpl', '^XA\n^FO9,9\n^FDone^FS\n^XZ\n');
  const lineEnds = await store('labels', 'diff', id, '--from', '1', '--to', zpl, '--json');
  expect(json(lineEnds)).toMatchObject({
    equal: false,
    diff: expect.stringContaining('-^XA^FO9,9^FDone^FS^XZ\n'),
  });
  const piped = await platen(['labels', 'diff', id, '--from', '-'], database(), JSON.stringify(changed));
  expect(piped.stdout).toBe('standard input and revision 2 are equal.\n');
  const picture = join(folder, 'difference.png');
  expect(json(await store('labels', 'diff', id, '-o', picture, '--json'))).toMatchObject({
    equal: false,
    picture: { path: picture, only_from: expect.any(Number), only_to: expect.any(Number) },
  });
  expect((await readFile(picture)).subarray(1, 4).toString()).toBe('PNG');
  expect(await store('labels', 'diff', id, '--from', zpl, '--to', zpl, '-o', picture)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('-o needs a revision or a bundle'),
  });
  expect((await store('labels', 'restore', id, '1')).stdout).toBe(
    `Restored revision 1 of ${id} as revision 3.\n`,
  );
  expect(JSON.parse((await store('labels', 'export', id)).stdout)).toMatchObject(bundle);
  expect(await store('labels', 'restore', id, '9')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(
      `revision 9 of label "${id}" is not kept; revisions 1 to 3 are (platen labels history)`,
    ),
  });
  expect(await store('labels', 'restore', id, 'kept.json')).toMatchObject({ status: 2 });
  expect(await store('labels', 'history', 'nothing')).toMatchObject({ status: 1, stdout: '' });
});

test('exports a label for another resolution, with all else as it is', async () => {
  const zpl = '^XA^CI28^FX {a} 9,9 ^FO20,20^BY2^BCN,40^FD{a}^FS^FO700,20^A0N,30^FDé^FS^XZ';
  const label = { name: 'Two heads', width: 100, height: 50, dpi: 203, zpl, dynamic_tokens: ['a'] };
  const transforms = [{ variable: 'a', steps: [{ op: 'upper' }] }];
  const path = await file('heads.json', { ...label, field_transforms: transforms });
  const { id } = json(await store('labels', 'import', path, '--account', account, '--json'));
  const fine = await store('labels', 'export', id, '--dpi', '300');
  expect(fine).toMatchObject({ status: 0, stderr: '' });
  expect(JSON.parse(fine.stdout)).toEqual({
    ...JSON.parse((await store('labels', 'export', id)).stdout),
    dpi: 300,
    zpl: '^XA^BY3,,15^CI28^FX {a} 9,9 ^FO30,30^BY3^BCN,59^FD{a}^FS^FO1034,30^A0N,44^FDé^FS^XZ',
  });
  expect(await store('labels', 'export', id, '--dpi', '152')).toMatchObject({
    status: 0,
    stderr: 'Two heads: label 1: ^BC of "{a}" shrank by 33 %: its modules are whole dots\n',
  });
  expect(await store('labels', 'export', id, '--dpi', '200')).toMatchObject({ status: 2, stdout: '' });
});

test('shows a label to people', async () => {
  const marked =
    '^FXsvc-barcode:1;symbology=qrcode;template=%7Burl%7D;module=4;ec=M^FS^FO9,99^GFA,8,8,1,0000000000000000^FS';
  const bundle = {
    name: 'Shelf\n1',
    width: 50.8,
    height: 25.4,
    dpi: 300,
    output_format: 'vector',
    zpl: `^XA^FO9,9^BCN,50^FD{sku}^FS${marked}^FO9,200^A0N,30^FD{sku} {date}^FS^XZ`,
    field_transforms: [{ variable: 'sku', steps: [{ op: 'trim' }, { op: 'upper' }] }],
  };
  const { id } = json(await importing([await file('show.json', bundle)]));
  const { status, stdout } = await store('labels', 'show', id);
  expect(status).toBe(0);
  for (const line of [
    /^id +[0-9a-f-]{36}$/m,
    /^name +Shelf\?1$/m,
    /^team +-$/m,
    /^size +50\.8 x 25\.4 mm at 300 dpi: 600 x 300 dots$/m,
    /^revision +1, of \S+Z; made \S+Z$/m,
    /^tokens +sku, url, DATE$/m,
    /^barcodes of values +\^BC, qrcode \(marked raster\)$/m,
    /^transforms +sku: trim, upper$/m,
    new RegExp(`^zpl +${bundle.zpl.length} characters$`, 'm'),
  ])
    expect(stdout).toMatch(line);
  const none = await file('none.json', { ...bundle, zpl: null });
  const bare = json(await importing([none]), [`${none}: ${NO_ZPL}`]);
  expect((await store('labels', 'show', bare.id)).stdout).toMatch(/^zpl +none: the API answers 409$/m);
  expect(await store('labels', 'show', 'nothing')).toMatchObject({ status: 1, stdout: '' });
});

test('imports several files and a bare one, or nothing when one of them is refused', async () => {
  const bundle = { name: 'x', width: 50, height: 50, dpi: 203, output_format: 'vector' };
  const lines = await file('lines.jsonl', `${JSON.stringify(bundle)}\n${JSON.stringify(bundle)}\n`);
  const broken = await file('broken.json', [bundle, { ...bundle, dpi: 'many' }]);
  const before = await count();
  const refused = await store('labels', 'import', lines, broken, '--account', account);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(`${broken}: index 1: dpi: expected number`);
  expect(await count()).toBe(before);
  const warnings = [0, 1].map((index) => `${lines}: index ${index}: ${NO_ZPL}`);
  expect(json(await importing([lines]), warnings)).toHaveLength(2);
  const zpl = await file('bare.ZPL', '^XA^FDé^FS^XZ');
  const size = ['--name', 'Bare', '--width-mm', '50', '--height-mm=-2', '--dpi', '203'];
  const bare = json(await importing([zpl], ...size), [
    `${zpl}: The label cannot be drawn in its saved size: its height (-2 mm) must be from 10 to 1000 mm.`,
  ]);
  expect(bare).toMatchObject({ name: 'Bare', width: 50, height: -2, output_format: 'vector' });
  expect(JSON.parse((await store('labels', 'export', bare.id)).stdout).zpl).toBe('^XA^FDé^FS^XZ');
});

describe('import', () => {
  const good = { name: 'x', width: 50, height: 50, dpi: 203, zpl: '^XA^FO9,9^A0N,30^FD{a}^FS^XZ' };

  test.each([
    ['what is not ZPL', { zpl: 'hello' }, 'zpl is not ZPL; a label begins with ^XA'],
    [
      'an unknown transform',
      { field_transforms: [{ variable: 'a', steps: [{ op: 'uper' }] }] },
      'field_transforms: transform of "a", step 1 (uper) is malformed',
    ],
    [
      'a malformed transform',
      { field_transforms: [{ variable: 'a', steps: [{ op: 'pad_start' }] }] },
      'field_transforms: transform of "a", step 1 (pad_start) is malformed, length',
    ],
    ['a dpi that no print head has', { dpi: 200 }, 'dpi must be one of 152, 203, 300, 600, not 200'],
  ])('refuses %s, and everything with it, unless it is forced', async (_what, fault, reason) => {
    const path = await file('faulty.json', [good, { ...good, ...fault }]);
    const before = await count();
    const refused = await importing([path]);
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toContain(`${path}: index 1: ${reason}`);
    expect(refused.stderr).toMatch(/^[^\n]*nothing was imported[^\n]*--force[^\n]*\n$/);
    expect(await count()).toBe(before);
    const forced = await importing([path], '--force');
    expect(forced).toMatchObject({ status: 0, stderr: expect.stringContaining(reason) });
    expect(JSON.parse(forced.stdout)).toHaveLength(2);
    expect(await count()).toBe(before + 2);
  });

  test('says what the linter finds, with the place in the saved ZPL', async () => {
    const path = await file('lint.json', { ...good, zpl: '^XA\n^FO9,9^ZQ^A0N,30^FDx^FS^XZ' });
    const { status, stderr } = await importing([path]);
    expect(status).toBe(0);
    expect(stderr).toMatch(`${path}:2:7 ^ZQ `);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });

  test('shows no more than twenty findings of a label', async () => {
    const path = await file('many.json', { ...good, zpl: `^XA${'^ZQ'.repeat(90)}^FO9,9^A0N,30^FDx^FS^XZ` });
    const lines = (await importing([path])).stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(21);
    expect(lines.at(-1)).toBe(`${path}: 70 more; see platen lint`);
  });

  test('reads bundles, or bare ZPL, from standard input', async () => {
    const from = (stdin: string, ...options: string[]) =>
      platen(['labels', 'import', '-', '--account', account, '--json', ...options], database(), stdin);
    const saved = json(await from(JSON.stringify(good)));
    expect(saved).toMatchObject({ name: 'x', revision: 1 });
    const size = ['--width-mm', '40', '--height-mm', '40', '--dpi', '300'];
    const replaced = json(await from('^XA^FO9,9^GB9,9^FS^XZ', '--name', 'y', '--id', saved.id, ...size));
    expect(replaced).toMatchObject({ id: saved.id, name: 'y', width: 40, dpi: 300, revision: 2 });
    expect(await from('')).toMatchObject({ status: 1, stderr: expect.stringContaining('standard input: ') });
  });
});

test('a bundle is not imported as if it were the ZPL of a label', async () => {
  const path = await file('renamed.json', { name: 'x', width: 40, height: 40, dpi: 203, zpl: '^XA^XZ' });
  const size = ['--width-mm', '40', '--height-mm', '40', '--dpi', '300'];
  const refused = await importing([path], '--name', 'Other', ...size);
  expect(refused).toMatchObject({ status: 2, stderr: expect.stringContaining('renamed.json is JSON') });
});

test('fails with one line that says what to do', async () => {
  const key = `svc_${'0'.repeat(48)}`;
  for (const argv of [
    ['accounts', 'grant', 'nobody'],
    ['keys', 'revoke', key],
    ['labels', 'delete', 'nothing'],
  ]) {
    const { status, stdout, stderr } = await store(...argv, '--json');
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toMatch(/^platen .*platen \w+ list.*\n$/);
    expect(stderr, 'the value of a key is not repeated').not.toContain(key);
  }
});

// The database is the same in each run.
test.skipIf(ON_FALLBACKS)('finds nothing to migrate in the embedded database', async () => {
  expect(json(await platen(['migrate', '--json'], embedded()))).toEqual({ applied: [] });
});

test('says that a database is out of reach, without its password', async () => {
  const url = 'postgres://user:hunter2@127.0.0.1:1/none';
  const { status, stderr } = await platen(['accounts', 'list'], { DATABASE_URL: url });
  expect(status).toBe(1);
  expect(stderr).toContain('check DATABASE_URL');
  expect(stderr).not.toContain('hunter2');
});
