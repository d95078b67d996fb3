import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Finding } from '../../src/lint/finding.ts';
import { useLabelTasksHere } from './label-tasks-here.ts';
import { platen } from './recorder.ts';

useLabelTasksHere();

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

const GOOD = '^XA^FO20,30^A0N,30^FD{name}^FS^XZ';
const ERROR = '^XA^FOabc,30^A0N,30^FD{name}^FS^XZ';
const WARNING = '^XA^FO20,30^A0N,30^FD{name}^FS^ZQ^XZ';

test('has nothing to say about a good label', async () => {
  expect(await lint(GOOD, '--max-warnings', '0')).toMatchObject({
    status: 0,
    stdout: '1 label: nothing found\n',
    stderr: '',
  });
  expect((await lint(GOOD, '--json')).stdout).toBe('[]\n');
});

describe('shows findings as compilers do', () => {
  test('with the line, carets below the fault, and what to write instead', async () => {
    const { path, stdout } = await lint('^XA\n^FO20,30^A0N,30^FDx^FS\n^FOabc,90^A0N,30^FDy^FS^XZ');
    expect(stdout.split('\n')).toEqual([
      `${path}:3:4: error parameter-not-a-number the x of ^FO is a number`,
      '^FOabc,90^A0N,30^FDy^FS^XZ',
      '   ^^^',
      '  = write a number',
      '1 label: 1 error, 0 warnings',
      '',
    ]);
  });

  test('names characters that a font lacks', async () => {
    const zpl = '^XA^CI28\n^FO20,30^A0N,30^FD中文^FS\n^FO20,90^AHN,21\n^FDlow^FS^XZ';
    const { path, stdout } = await lint(zpl);
    expect(stdout.split('\n').filter((line) => line.startsWith(path))).toEqual([
      expect.stringContaining(`${path}:2:19: warning glyph-missing font 0 has no glyph for 中 (U+4E2D, Han)`),
      `${path}:4:4: warning glyph-missing font H has no glyph for l (U+006C), o (U+006F), w (U+0077); blanks are printed`,
    ]);
  });
});

test('fails with an error, or with more warnings than are allowed', async () => {
  expect(await lint(ERROR)).toMatchObject({ status: 1, stderr: expect.stringContaining('1 error found') });
  expect(await lint(WARNING)).toMatchObject({ status: 0, stderr: '' });
  expect(await lint(WARNING, '--max-warnings', '1')).toMatchObject({ status: 0, stderr: '' });
  expect(await lint(WARNING, '--max-warnings', '0')).toMatchObject({
    status: 1,
    stderr: 'platen lint: 1 warning found; --max-warnings allows 0\n',
  });
  expect((await lint(WARNING, '--max-warnings', 'few')).status).toBe(2);
});

test('counts errors and warnings that are too many to be listed', async () => {
  const unknown = '^FQ'.repeat(1100);
  const { status, stdout } = await lint(`^XA${unknown}^FOabc,10^A0N,30^FDx^FS^XZ`);
  expect(status).toBe(1);
  expect(stdout).toContain('\n1 label: 1 error, 1100 warnings\n');
  expect((await lint(`^XA${unknown}^XZ`, '--max-warnings', '1050')).status).toBe(1);
  expect((await lint(`^XA${unknown}^XZ`, '--max-warnings', '1100')).status).toBe(0);
});

test('prints findings as JSON, with all their members', async () => {
  const { path, stdout, status } = await lint(ERROR, '--json');
  expect(status).toBe(1);
  expect(JSON.parse(stdout)).toEqual([
    {
      file: path,
      line: 1,
      column: 7,
      offset: 6,
      length: 3,
      command: '^FO',
      parameter: 1,
      value: 'abc',
      severity: 'error',
      code: 'parameter-not-a-number',
      message: 'the x of ^FO is a number',
      suggestion: 'write a number',
    },
  ]);
});

test('prints SARIF, which excludes JSON', async () => {
  const { stdout } = await lint(ERROR, '--sarif');
  expect(JSON.parse(stdout)).toMatchObject({ version: '2.1.0', runs: [{ results: [{ level: 'error' }] }] });
  expect((await lint(ERROR, '--sarif', '--json')).status).toBe(2);
});

test('looks at every label of the file', async () => {
  const wide = '^XA^FO1,1^A0N,30^FB20,1^FDa long text^FS^XZ\n';
  const findings = JSON.parse((await lint(wide + wide, '--json')).stdout) as Finding[];
  expect(findings.map(({ line }) => line)).toEqual([1, 2]);
});

describe('takes the size', () => {
  test('from the label, or from the options', async () => {
    expect((await lint('^XA^PW30000^LL9000^FO1,1^GB9,9^FS^XZ')).stdout).toContain('30000 x 9000 dots');
    const size = ['--width-mm', '50', '--height-mm', '50'];
    expect((await lint('^XA^PW30000^LL9000^FO1,1^GB9,9^FS^XZ', ...size)).status).toBe(0);
    expect((await lint('^XA^XZ', '--dpi', 'high')).status).toBe(2);
    const doubled = '^XA^MUD,150,300^PW200^LL100^FO0,0^GB200,100^FS^XZ';
    expect((await lint(doubled, '--dpi', '300', '--json')).stdout).toBe('[]\n');
  });

  test('in the unit that the label is written in', async () => {
    // 50 by 30 mm: the box ends where the label does.
    const inMillimetres = (mm: number) => `^XA^MUM^PW50^LL30^FO0,0^GB50,${mm}^FS^XZ`;
    expect((await lint(inMillimetres(30), '--json')).stdout).toBe('[]\n');
    expect(JSON.parse((await lint(inMillimetres(31), '--json')).stdout)).toHaveLength(1);
  });
});

test('inserts values first', async () => {
  const vars = join(folder, 'vars.json');
  await writeFile(vars, JSON.stringify({ ean: '12' }));
  const zpl = '^XA^FO50,50^BY2^BEN,80^FD{ean}^FS^XZ';
  expect((await lint(zpl, '--json')).stdout).toBe('[]\n');
  const [finding] = JSON.parse((await lint(zpl, '--json', '--vars', vars)).stdout) as Finding[];
  expect(finding).toMatchObject({ code: 'barcode-data-changed', offset: 25, value: '{ean}' });
});

test('fails for a label that could never be rendered', async () => {
  const { status, stdout } = await lint(`^XA${'^FS'.repeat(10_001)}^XZ`);
  expect(status).toBe(1);
  expect(stdout).toContain('10000 command prefixes');
});

describe('given several files and folders', () => {
  const bundle = (zpl: string) => ({ name: 'x', width: 50, height: 30, dpi: 203, zpl });

  test('finds labels and bundles in them, and passes over other files', async () => {
    const root = join(folder, 'tree');
    await mkdir(join(root, 'deep', 'node_modules'), { recursive: true });
    await writeFile(join(root, 'a.ZPL'), ERROR);
    await writeFile(join(root, 'deep', 'b.zpl'), GOOD);
    await writeFile(join(root, 'deep', 'printed.prn'), ERROR);
    await writeFile(join(root, 'deep', 'c.json'), JSON.stringify([bundle(GOOD), bundle(ERROR)]));
    await writeFile(join(root, 'deep', 'd.jsonl'), `${JSON.stringify(bundle(ERROR))}\n`);
    await writeFile(join(root, 'deep', 'package.json'), '{"name":"other"}');
    await writeFile(join(root, 'deep', 'readme.txt'), ERROR);
    await writeFile(join(root, 'deep', 'node_modules', 'e.zpl'), ERROR);
    const single = join(folder, 'single.zpl');
    await writeFile(single, ERROR);
    const { status, stdout } = await platen(['lint', root, single, '--json']);
    expect(status).toBe(1);
    expect((JSON.parse(stdout) as Finding[]).map(({ file }) => file)).toEqual([
      join(root, 'a.ZPL'),
      `${join(root, 'deep', 'c.json')}#/1/zpl`,
      `${join(root, 'deep', 'd.jsonl')}#/zpl`,
      join(root, 'deep', 'printed.prn'),
      single,
    ]);
  });

  test.each([
    ['a bundle that lacks its size', 'a.json', '{"name":"x","zpl":"^XA^XZ"}', /a\.json: width: /],
    ['a syntax error', 'a.json', '{"name":"x",', /a\.json: is not JSON/],
    ['a broken line', 'a.jsonl', `${JSON.stringify(bundle(GOOD))}\n{"name"`, /a\.jsonl: line 2 is not JSON/],
    ['no label', 'package.json', '{"name":"other"}', /holds no label: /],
  ])('fails for a folder with %s', async (_, name, text, message) => {
    const root = await mkdtemp(join(folder, 'broken-'));
    await writeFile(join(root, name), text);
    const { status, stderr } = await platen(['lint', root]);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(message) });
  });

  test('reports each file that fails, and the findings of all others', async () => {
    const root = await mkdtemp(join(folder, 'mixed-'));
    await writeFile(join(root, 'a.json'), '{"name":"x","zpl":"^XA^XZ"}');
    await writeFile(join(root, 'b.zpl'), '{"error":"not found"}');
    await writeFile(join(root, 'c.zpl'), ERROR);
    const missing = join(root, 'none.zpl');
    const { status, stdout, stderr } = await platen(['lint', missing, root, '--json']);
    expect((JSON.parse(stdout) as Finding[]).map(({ file, code }) => [file, code])).toEqual([
      [join(root, 'b.zpl'), 'not-zpl'],
      [join(root, 'c.zpl'), 'parameter-not-a-number'],
    ]);
    expect({ status, lines: stderr.trimEnd().split('\n') }).toEqual({
      status: 1,
      lines: [
        `platen lint: cannot read ${missing}: there is no such file`,
        expect.stringContaining('a.json: width: '),
        'platen lint: 2 errors found, and 2 of the paths were not linted',
      ],
    });
    const sarif = JSON.parse((await platen(['lint', missing, root, '--sarif'])).stdout) as {
      runs: { invocations: unknown[]; results: unknown[] }[];
    };
    expect(sarif.runs[0]?.results).toHaveLength(2);
    expect(sarif.runs[0]?.invocations).toMatchObject([
      { executionSuccessful: false, toolExecutionNotifications: [{ level: 'error' }, { level: 'error' }] },
    ]);
  });

  test('knows a bundle by what it holds, and its size', async () => {
    const { stdout } = await lint(JSON.stringify(bundle('^XA^FO380,30^A0N,30^FDlong^FS^XZ')), '--json');
    expect(JSON.parse(stdout)).toMatchObject([{ code: 'text-cut', column: 23 }]);
  });

  test('does not read other JSON as if it were ZPL', async () => {
    const { status, stderr } = await lint('{"name":"x","zpl":"^XA^XZ"}');
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('width') });
  });

  test('says which file cannot be read', async () => {
    const { status, stderr } = await platen(['lint', join(folder, 'none.zpl')]);
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('there is no such file'),
    });
  });
});

describe('--fix', () => {
  const FAULTY = '^XA\n^FO20,30^A0N,30^FDö\n^FO20,-90^FDy^FS\n^XZ\n';

  test('prints the repairs as a difference, and writes nothing', async () => {
    const { path, status, stdout, stderr } = await lint(FAULTY, '--fix');
    expect(stdout).toBe(
      [
        `--- ${path}`,
        `+++ ${path}`,
        '@@ -1,4 +1,4 @@',
        '-^XA',
        '-^FO20,30^A0N,30^FDö',
        '-^FO20,-90^FDy^FS',
        '+^XA^CI28',
        '+^FO20,30^A0N,30^FDö^FS',
        '+^FO20,90^FDy^FS',
        ' ^XZ',
        '',
      ].join('\n'),
    );
    expect({ status, lines: stderr.trimEnd().split('\n') }).toEqual({
      status: 0,
      lines: [
        expect.stringMatching(/:2:19: utf8-not-set .*: its repair changes the picture$/),
        expect.stringMatching(/:2:16: field-not-closed .*: its repair changes the picture$/),
        '3 repairs, 2 of them seen on the label, not written without --write; 1 label: 0 errors, 0 warnings, 1 for information',
      ],
    });
    expect(await readFile(path, 'utf8')).toBe(FAULTY);
  });

  test('writes them with --write, in bundles too, and keeps all other bytes', async () => {
    const root = await mkdtemp(join(folder, 'fix-'));
    const [zpl, bundles, clean] = [join(root, 'a.zpl'), join(root, 'b.json'), join(root, 'c.zpl')];
    await writeFile(zpl, Buffer.from('^XA^CI27^FO9,-9^A0N,30^FD\xe4^FS^XZ', 'latin1'), { mode: 0o640 });
    const json = (y: string) =>
      `[ {"name":"x", "width":50,"height":30,"dpi":203,"zpl":"^XA^FO9,${y}^A0N,30^FD\\u0061\\"^FS^XZ"},\n` +
      `  {"name":"y", "width":50,"height":30,"dpi":203,"zpl":"^XA^CI28^FO9,${y}^A0N,30^FDé\\u00e9😀"} ]\n`;
    await writeFile(bundles, json('-9'));
    await writeFile(clean, GOOD);
    const { status, stderr } = await platen(['lint', root, '--fix', '--write']);
    expect(stderr).toContain('5 repairs, 1 of them seen on the label, written to 2 files; 4 labels: ');
    expect(status).toBe(0);
    expect(await readFile(zpl, 'latin1')).toBe('^XA^CI27^FO9,9^A0N,30^FD\xe4^FS^XZ');
    expect(await readFile(bundles, 'utf8')).toBe(json('9').replace('😀"', '😀^FS^XZ"'));
    expect((await stat(zpl)).mode & 0o777).toBe(0o640);
    expect((await platen(['lint', root, '--fix', '--write'])).stderr).toContain('nothing to repair; ');
  });

  test('goes with neither JSON nor standard input, and --write only with it', async () => {
    expect((await lint(GOOD, '--fix', '--json')).status).toBe(2);
    expect((await lint(GOOD, '--write')).status).toBe(2);
    expect((await platen(['lint', '-', '--fix', '--write'])).status).toBe(2);
  });
});

describe('a configuration', () => {
  const configured = async (config: string, ...options: string[]) => {
    const file = join(folder, 'config.json');
    await writeFile(file, config);
    return await lint(ERROR, '--config', file, ...options);
  };

  test('gives rules other severities', async () => {
    const off = await configured('{"rules":{"parameter-not-a-number":"off"}}');
    expect([off.status, off.stdout]).toEqual([0, '1 label: nothing found\n']);
    const warned = await configured('{"rules":{"parameter-not-a-number":"warning"}}', '--max-warnings', '0');
    expect([warned.status, warned.stderr]).toEqual([1, expect.stringContaining('1 warning found')]);
  });

  test.each([
    ['{', 'config.json is not JSON: '],
    ['[]', 'config.json must be an object'],
    ['{"rule":{}}', 'config.json: there is no setting rule, only rules and printers'],
    ['{"rules":[]}', 'config.json: rules must be an object'],
    ['{"rules":{"quite-zone":"off"}}', 'config.json: rules: quite-zone is no rule; docs/lint.md lists all'],
    ['{"rules":{"quiet-zone":"warn"}}', 'rules: quiet-zone must be off, info, warning or error, not "warn"'],
    ['{"printers":[]}', 'config.json: printers must be an object'],
    ['{"printers":{"Dock":{}}}', 'config.json: printers: Dock is no known model, and needs dpi and widthMm'],
    ['{"printers":{"Dock":{"dpi":203}}}', 'printers: Dock needs widthMm: its width at 203 dpi is not known'],
    [
      '{"printers":{"GX430":{"dpi":203}}}',
      'printers: GX430 needs widthMm: its width at 203 dpi is not known',
    ],
    ['{"printers":{"Dock":{"dpi":200}}}', 'printers: Dock: dpi must be 152, 203, 300 or 600, not 200'],
    ['{"printers":{"ZD621":{"widthMm":"104"}}}', 'ZD621: widthMm must be a number above 0, not "104"'],
    ['{"printers":{"ZD621":{"width":104}}}', 'no member width, only widthMm, dpi, memoryKb and lacks'],
    ['{"printers":{"ZD621":{"memoryKb":{"R":0}}}}', 'ZD621: memoryKb: R must be a number above 0, not 0'],
    ['{"printers":{"ZD621":{"memoryKb":{"C":9}}}}', 'memoryKb: there is no drive C, only R, E, B and A'],
    ['{"printers":{"ZD621":{"lacks":"^FE"}}}', 'ZD621: lacks must be an array of commands, not "^FE"'],
    ['{"printers":{"ZD621":{"lacks":["^QQ"]}}}', 'lacks must be commands such as "^FE", not "^QQ"'],
  ])('is refused: %s', async (config, message) => {
    const { status, stdout, stderr } = await configured(config);
    expect({ status, stdout, stderr }).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
  });

  test('must be there if it is named', async () => {
    const { status, stderr } = await lint(GOOD, '--config', join(folder, 'none.json'));
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringContaining('there is no such file'),
    });
  });
});

describe('printers of a configuration', () => {
  const findings = async (zpl: string, printers: unknown, ...options: string[]) => {
    const file = join(folder, 'printers.json');
    await writeFile(file, JSON.stringify({ printers }));
    const { stdout } = await lint(zpl, '--json', '--config', file, ...options);
    return (JSON.parse(stdout) as Finding[]).map(({ code, message }) => `${code}: ${message}`);
  };
  const DOCK = { 'Dock 3': { widthMm: 80, dpi: 300, memoryKb: { E: 1 }, lacks: ['^bc'] } };
  const LABEL = '~DGE:LOGO.GRF,1025,1,FF\n^XA^PW961^LL400^FO9,9^XGE:LOGO.GRF^FS^FO40,90^BCN,90^FD12^FS^XZ';

  test('are compared with a label, and give its resolution', async () => {
    expect(await findings(LABEL, DOCK, '--printer', 'dock 3')).toEqual([
      'memory-exceeded: E:LOGO.GRF takes 1025 bytes, and E: of Dock 3 has 1024',
      expect.stringContaining('picture-incomplete'),
      'wider-than-head: the label is 961 dots wide, and Dock 3 prints 960 at 300 dpi (80 mm)',
      'command-lacking: Dock 3 does not have ^BC (Code 128: all of ASCII)',
    ]);
  });

  test('add to what is known of a model, under each of its names', async () => {
    const zpl = '^XA^PW832^LL400^FO9,9^GB9,9^FS^CN1^XZ';
    const lacking = 'command-lacking: ZD621 does not have ^CN (cuts now)';
    expect(await findings(zpl, { ZD621: { widthMm: 100 } }, '--printer', 'ZD621d')).toEqual([
      'wider-than-head: the label is 832 dots wide, and ZD621 prints 800 at 203 dpi (100 mm)',
      lacking,
      expect.stringContaining('command-for-printer'),
    ]);
  });

  test('are those of the example of docs/lint.md', async () => {
    const page = await readFile(new URL('../../docs/lint.md', import.meta.url), 'utf8');
    const [, example = ''] = /```json\n(\{\s*"printers"[^`]*)```/.exec(page) ?? [];
    const { printers } = JSON.parse(example) as { readonly printers: Readonly<Record<string, unknown>> };
    for (const name of Object.keys(printers))
      expect(await findings(GOOD, printers, '--printer', name)).toEqual([]);
    expect(Object.keys(printers)).toHaveLength(2);
  });

  test('are named where --printer is none of them', async () => {
    const file = join(folder, 'printers.json');
    await writeFile(file, JSON.stringify({ printers: DOCK }));
    const { status, stderr } = await lint(GOOD, '--config', file, '--printer', 'Dock 4');
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('--printer must be one of Dock 3, ZD220, '),
    });
  });
});

test('--printer compares a label with the head of a model', async () => {
  const wide = '^XA^PW860^LL400^FO1,1^GB9,9^FS^XZ';
  expect((await lint(wide, '--json')).stdout).toBe('[]\n');
  const [finding] = JSON.parse((await lint(wide, '--json', '--printer', 'zd621d')).stdout) as Finding[];
  expect(finding).toMatchObject({
    code: 'wider-than-head',
    offset: 3,
    message: 'the label is 860 dots wide, and ZD621 prints 832 at 203 dpi (104 mm)',
  });
  const { status, stderr } = await lint(wide, '--printer', 'ZD1');
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringContaining('ZD621, GK420') });
});

test('--explain prints all that the page has about a rule', async () => {
  const { status, stdout } = await platen(['lint', '--explain', 'line-end-in-data']);
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: `line-end-in-data

warning A text has a line end. Printers ignore line ends in field data: the lines are printed as one, without a blank between them.

Correction: write \\& in its place, with ^FB before the data.

platen lint --fix repairs it; the picture changes.

Wrong

  ^XA^FO50,50^A0N,30^FB400,2^FDOne
  Two^FS^XZ

  label.zpl:1:33: warning line-end-in-data a line end is ignored: the text after it is printed directly after the text before it
  ^XA^FO50,50^A0N,30^FB400,2^FDOne
                                  ^
    = write \\& in its place

Right

  ^XA^FO50,50^A0N,30^FB400,2^FDOne\\&Two^FS^XZ

Configuration

platen-lint.json turns the rule off for all labels:

  { "rules": { "line-end-in-data": "off" } }

^FX lint-ignore line-end-in-data^FS silences the rule in a field or a label. More: Severities and exceptions.
`,
  });
  expect((await platen(['lint', '--explain', 'quite-zone'])).status).toBe(2);
  expect((await platen(['lint', '--explain', 'quiet-zone', folder])).status).toBe(2);
  expect((await platen(['lint'])).stderr).toContain('PATH is missing');
});

test('says of what is not ZPL no more than that', async () => {
  const page = `<!DOCTYPE html>\n${'<p>^ and ~ and ^FO~</p>\n'.repeat(90)}`;
  const { stdout } = await lint(page, '--json');
  expect((JSON.parse(stdout) as Finding[]).map(({ code }) => code)).toEqual(['not-zpl']);
});
