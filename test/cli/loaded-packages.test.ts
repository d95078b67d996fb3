import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// Loading is most of the cost of a command or a thread before it does anything. Times would show it on a quiet machine
// only; the packages show it everywhere.

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const PROGRAM = join(DIST, 'src/cli.js');
const directory = mkdtempSync(join(tmpdir(), 'platen-loaded-'));
const RECORDER = join(directory, 'recorder.cjs');
const LOADED = join(directory, 'loaded');
const SIZE = ['--width-mm', '60', '--height-mm', '40', '--dpi', '203'];

const BUNDLE = { name: 'One', width: 60, height: 40, dpi: 203, zpl: '^XA^FO9,9^A0N,30^FD{{sku}}^FS^XZ' };

beforeAll(() => {
  // A debugger learns of each script, imported or required, without a thread of its own, which hooks of imports need.
  const recorder = `const { writeFileSync } = require('node:fs');
    const { Session } = require('node:inspector');
    const { isMainThread } = require('node:worker_threads');
    if (isMainThread) {
      const urls = [];
      const session = new Session();
      session.connect();
      session.on('Debugger.scriptParsed', ({ params }) => urls.push(params.url));
      session.post('Debugger.enable');
      process.on('exit', () => writeFileSync(${JSON.stringify(LOADED)}, urls.join('\\n')));
    }`;
  writeFileSync(RECORDER, recorder);
  writeFileSync(join(directory, 'label.zpl'), BUNDLE.zpl);
  writeFileSync(join(directory, 'faultless.zpl'), '^XA^FO9,9^A0N,30^FDA^FS^XZ');
  writeFileSync(join(directory, 'label.json'), JSON.stringify(BUNDLE));
  writeFileSync(join(directory, 'rows.csv'), 'sku\nA-1\n');
});

afterAll(() => rmSync(directory, { recursive: true }));

/** The modules of each process that has run, by its arguments. */
const modules = new Map<string, readonly string[]>();

/** URLs of the modules that the main thread of a process loads. */
function modulesOf(args: readonly string[]): readonly string[] {
  const key = JSON.stringify(args);
  const known = modules.get(key) ?? run(args);
  modules.set(key, known);
  return known;
}

function run(args: readonly string[]): readonly string[] {
  const node = ['--require', RECORDER, ...args];
  const { status, stderr } = spawnSync(process.execPath, node, { cwd: directory, encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return readFileSync(LOADED, 'utf8').split('\n');
}

/** The packages that it loads, by their names, sorted. */
function packagesOf(args: readonly string[]): readonly string[] {
  const names = modulesOf(args).flatMap(
    (module) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? [],
  );
  return [...new Set(names)].toSorted();
}

/** The files of the program that it loads, by their paths in `dist`. */
function filesOf(args: readonly string[]): readonly string[] {
  const dist = pathToFileURL(DIST).href;
  return modulesOf(args).flatMap((module) => (module.startsWith(dist) ? module.slice(dist.length) : []));
}

/** The size of these files, in kB. */
function programKb(args: readonly string[]): number {
  return filesOf(args).reduce((total, file) => total + statSync(join(DIST, file)).size, 0) / 1000;
}

const command = (...args: readonly string[]) => packagesOf([PROGRAM, ...args]);
const importing = (path: string) => [
  '--input-type=module',
  '--eval',
  `await import(${JSON.stringify(join(DIST, path))})`,
];
const module = (path: string) => packagesOf(importing(path));
const batch = (label: string, out: string, ...more: readonly string[]) =>
  command('batch', 'rows.csv', '--label', label, '--local', '-o', out, '--json', ...more);

/** Packages that few need, and those that take 20 ms of processor time or more. */
const LARGE = [
  '@electric-sql/pglite',
  '@napi-rs/canvas',
  'autocannon',
  'bwip-js',
  'cli-progress',
  'diff',
  'hucre',
  'iconv-lite',
  'ioredis',
  'pg',
  'pino',
  'piscina',
  'prom-client',
  'undici',
  'zod',
];
const large = (packages: readonly string[]): string[] => LARGE.filter((name) => packages.includes(name));

describe('a command loads', () => {
  test.each([['--version'], ['--help'], ['batch --help'], ['completion bash']])(
    'no package for %s',
    (line) => {
      expect(command(...line.split(' '))).toEqual([]);
    },
  );

  test('what starts its threads for a batch of ZPL', () => {
    expect(large(batch('label.zpl', 'zpl.zpl', ...SIZE))).toEqual(['piscina']);
  });

  test('schemas for a label in JSON', () => {
    expect(large(batch('label.json', 'json.zpl'))).toEqual(['piscina', 'zod']);
  });

  test('the journals of shards and nothing that makes labels to merge', () => {
    batch('label.zpl', 'part.zpl', ...SIZE, '--shard', '0/1');
    const merge = ['batch', 'merge', 'part.zpl', '--shards', '1', '--json'];
    expect(large(command(...merge))).toEqual(['zod']);
    expect(programKb([PROGRAM, ...merge])).toBeLessThan(200);
  });

  test('for lint and import what starts their thread, which has the linter and the renderer', () => {
    expect(large(command('lint', 'label.zpl'))).toEqual(['piscina']);
    expect(programKb([PROGRAM, 'lint', 'label.zpl'])).toBeLessThan(200);
    const given = ['faultless.zpl', '--name', 'One', ...SIZE];
    expect(programKb([PROGRAM, 'labels', 'import', ...given, '--dry-run', '--json'])).toBeLessThan(250);
  });

  test('nothing large to draw text, and the canvas to read a picture', () => {
    expect(large(command('render', 'label.zpl', '-o', 'label.png', ...SIZE))).toEqual([]);
    expect(large(command('convert', 'label.png', '-o', 'picture.zpl'))).toEqual(['@napi-rs/canvas']);
  });
});

describe('until something needs more, there is loaded', () => {
  test('nothing large by a thread of the pool', () => {
    expect(large(module('workers/render.js'))).toEqual([]);
  });

  test.each(['workers/render.js', 'workers/renderer.js'])(
    'one file of the program by a thread: %s',
    (path) => {
      expect(filesOf(importing(path))).toEqual([path]);
    },
  );

  test('nothing large by a thread of a batch', () => {
    expect(large(module('src/batch/local/chunk-maker.js'))).toEqual([]);
  });

  test('no reader of workbooks and no comparison of texts by a thread of the studio', () => {
    expect(large(module('workers/studio.js'))).toEqual([]);
  });

  test('no client of Redis, PostgreSQL or a renderer by the service', () => {
    expect(large(module('src/app.js'))).toEqual(['pino', 'piscina', 'prom-client', 'zod']);
  });
});

test('no font of the machine is looked at for a picture', () => {
  const path = JSON.stringify(join(DIST, 'src/on-first-use.js'));
  const code = `console.log((await import(${path})).canvas().GlobalFonts.families.length)`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
    encoding: 'utf8',
  });
  expect(stdout).toBe('0\n');
});
