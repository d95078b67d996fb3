import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of each stage of the Dockerfile, continued lines joined. */
const STAGES = read('Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split(/^(?=FROM )/m)
  .map((stage) =>
    stage
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line): Instruction => {
        const [, name = '', text = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
        return { name, text };
      }),
  );
const stage = (name: string): readonly Instruction[] =>
  STAGES.find(([from]) => from?.text.endsWith(` AS ${name}`)) ?? [];
/** All that precedes `npm run build`. */
const BUILD = [...stage('base'), ...stage('build')];
const PACKAGES = stage('packages');
const FINAL = STAGES.at(-1) ?? [];
const texts = (instructions: readonly Instruction[], name: string): string[] =>
  instructions.filter((instruction) => instruction.name === name).map(({ text }) => text);
const { scripts, bin } = JSON.parse(read('package.json')) as {
  scripts: { build: string };
  bin: { platen: string };
};

/** Paths that a stage takes from the repository. */
const copied = (instructions: readonly Instruction[]): string[] =>
  texts(instructions, 'COPY')
    .filter((text) => !text.startsWith('--from='))
    .flatMap((text) => text.split(' ').slice(0, -1));

describe('the build stage', () => {
  it('copies files that there are, and that .dockerignore lets through', () => {
    const allowed = read('.dockerignore').split('\n');
    expect(allowed[0]).toBe('*');
    for (const path of [...copied(BUILD), ...copied(FINAL)]) {
      expect(existsSync(join(ROOT, path)), path).toBe(true);
      expect(allowed).toContain(`!${path}`);
    }
  });

  it('copies every file that the build names', () => {
    const [script = ''] = scripts.build.match(/[\w-]+\.mjs$/) ?? [];
    const configurations = read(script).match(/tsconfig\.[\w.]+json/g) ?? [];
    const extended = configurations.map((name) => /"extends": "\.\/(.*?)"/.exec(read(name))?.[1]);
    expect(configurations.length).toBeGreaterThan(0);
    expect(copied(BUILD)).toEqual(expect.arrayContaining([script, ...configurations, ...extended]));
  });

  it('has all that the build reads', () => {
    const root = mkdtempSync(join(tmpdir(), 'platen-build-test-'));
    try {
      for (const path of copied(BUILD)) cpSync(join(ROOT, path), join(root, path), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
      execFileSync(process.execPath, scripts.build.split(' ').slice(1), { cwd: root });
      expect(existsSync(join(root, bin.platen))).toBe(true);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

describe('of the packages', () => {
  const kept = [
    'LICENSE.md',
    'docs.js',
    'lib/license.MD',
    'NOTICE.md',
    'COPYING.md',
    'LICENCE-MIT.md',
    'a.js',
  ];
  const removed = ['README.md', 'a.d.ts', 'a.js.map', 'docs/a.js', 'test/a.js'];

  it('keeps the texts of licences, and leaves out what is for people and compilers', () => {
    const root = mkdtempSync(join(tmpdir(), 'platen-image-test-'));
    try {
      const folder = join(root, 'node_modules/any');
      for (const path of [...kept, ...removed]) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), '');
      }
      const clean = texts(PACKAGES, 'RUN').find((text) => text.startsWith('find node_modules ')) ?? '';
      execFileSync('sh', ['-c', clean], { cwd: root });
      const left = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
      expect(left.toSorted()).toEqual(kept.toSorted());
    } finally {
      rmSync(root, { recursive: true });
    }
  });
});

describe('the image', () => {
  it('runs as a user by number who is not root', () => {
    expect(texts(FINAL, 'USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]);
  });

  it('has platen on its path, and needs no shell to start', () => {
    expect(texts(BUILD, 'RUN').join('\n')).toContain(`ln -s /app/${bin.platen} /image/usr/local/bin/platen`);
    expect(texts(FINAL, 'COPY')).toContain('--from=build /image/ /');
    expect(texts(FINAL, 'COPY')).toContain('--from=build /app/dist ./dist');
    expect(texts(FINAL, 'ENTRYPOINT')).toEqual(['["platen"]']);
    expect(texts(FINAL, 'CMD')).toEqual(['["serve"]']);
  });

  it('is built for any processor without running a program of it', () => {
    expect(
      STAGES.flat().filter(({ name, text }) => name === 'FROM' && text.includes('$TARGETPLATFORM')),
    ).toEqual([FINAL[0]]);
    expect(texts(FINAL, 'RUN')).toEqual([]);
    expect(texts(PACKAGES, 'RUN').join('\n')).toMatch(/npm ci .*--cpu="\$\(echo "\$\{TARGETARCH/);
  });

  it('holds no secret, and gives a home to users without a name', () => {
    const settings = STAGES.flat().filter(({ name }) => name === 'ENV' || name === 'ARG');
    const names = settings.flatMap(({ text }) => text.split(' ').map((setting) => setting.split('=')[0]));
    expect(names.filter((name) => /KEY|TOKEN|SECRET|PASSWORD|_URL$/i.test(name ?? ''))).toEqual([]);
    expect(names).toContain('HOME');
    expect(texts(STAGES.flat(), 'ADD')).toEqual([]);
  });

  it('bounds the young generation of the main thread, whatever the release of Node.js', () => {
    const [options = ''] = texts(FINAL, 'ENV').flatMap((text) => /NODE_OPTIONS=(\S+)/.exec(text)?.[1] ?? []);
    expect(options).not.toBe('');
    const young = "require('node:v8').getHeapStatistics().heap_size_limit / 2 ** 20 - 100";
    const argv = ['--max-old-space-size=100', '-p', young];
    const env = { ...process.env, NODE_OPTIONS: options };
    expect(execFileSync(process.execPath, argv, { encoding: 'utf8', env })).toBe('48\n');
  });

  it.each([
    [200, 0],
    [503, 1],
  ])('has a health check that makes of %i the status %i', async (status, expected) => {
    const ops = createServer(({ url }, response) => {
      response.writeHead(url === '/readyz' ? status : 404).end();
    }).listen(0, '127.0.0.1');
    await once(ops, 'listening');
    const [check = ''] = texts(FINAL, 'HEALTHCHECK');
    const [, ...argv] = JSON.parse(check.slice(check.indexOf('['))) as string[];
    const env = { OPS_PORT: String((ops.address() as AddressInfo).port) };
    const child = execFile(process.execPath, argv, { env });
    const [code] = await once(child, 'exit');
    ops.close();
    expect(code).toBe(expected);
  });
});
