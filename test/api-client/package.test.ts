import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../docs/page-blocks.ts';
import { json, KEY, page, useScriptedServer } from './scripted-server.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** The folder of a program elsewhere, which has this package and no other. */
const folder = mkdtempSync(join(tmpdir(), 'platen-package-'));
const installed = join(folder, 'node_modules/platen');

const server = useScriptedServer();

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const run = (program: string, ...args: string[]): string =>
  execFileSync(program, args, { cwd: folder, encoding: 'utf8' });

const CONSUMER_OPTIONS = {
  compilerOptions: { strict: true, target: 'es2023', module: 'nodenext', types: [], noEmit: true },
  files: ['consumer.ts'],
};

const CONSUMER = `
import { AnswerLostError, PlatenClient, RefusedError } from 'platen/client';
import type { Label, PlatenError, Rendered } from 'platen/client';
import { FailureError, lint, render, substitute } from 'platen';

const platen = new PlatenClient({ url: new URL('https://labels.example/label-api'), key: '' });
const { signal } = new AbortController();

export function draw(): readonly string[] {
  try {
    const label = { zpl: '^XA^FD{name}^FS^XZ', widthMm: 50, heightMm: 25, dpi: 203 };
    const { data }: { data: Uint8Array } = render(label, { format: 'png', variables: { name: 1.5 } });
    // @ts-expect-error A label is drawn in a size.
    render({ zpl: data }, { format: 'pdf' });
    return lint(substitute(label).zpl).map(({ severity, message }) => severity + message);
  } catch (error) {
    return error instanceof FailureError ? [error.failure.code] : [];
  }
}

interface Row {
  name: string;
  weight?: number;
}
interface Order extends Row {
  at: Date;
}
declare const row: Row;
declare const order: Order;

export async function work(id: string): Promise<PlatenError | null> {
  try {
    for await (const label of platen.labels({ signal })) ((each: Label): string => each.output_format)(label);
    const zpl: string = (await platen.render(id)).data;
    const png: Rendered<'png'> = await platen.render(id, { format: 'png', variables: { zpl, weight: 1.25 } });
    const bytes: Uint8Array = png.data;
    const { labelCount } = await platen.validatePrint(id, { records: [{ name: 'a' }], copies: bytes.length });
    await platen.print(id, { records: [row, { name: 'b', weight: null }, { other: true }] });
    await platen.render(id, { variables: row, format: 'png' }).then(({ data }: Rendered<'png'>) => data);
    const { filename } = await platen.print(id, { variables: { name: String(labelCount) } }, { resend: true });
    // @ts-expect-error A job has records or variables.
    await platen.print(id, { records: [], variables: {}, copies: filename.length });
    // @ts-expect-error A date is no value.
    await platen.print(id, { records: [order] });
    // @ts-expect-error Nor is an object.
    await platen.validateRender(id, { variables: { name: {} } });
    // @ts-expect-error A picture is no text.
    (await platen.render(id, { format: 'pdf' })).data.trim();
    return null;
  } catch (error) {
    if (error instanceof AnswerLostError) return error;
    if (!(error instanceof RefusedError)) throw error;
    if (error.code === 'barcode_invalid') throw new Error(error.fields.map(({ reason }) => reason).join());
    return error.retryAfterSeconds === null ? error : null;
  }
}
`;

/** Gives the program the packages that npm installs with this one, from here. */
function linkPackages(): void {
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    if (!existsSync(link)) symlinkSync(join(ROOT, 'node_modules', name), link);
  }
}

/** Runs the client in a realm that has standards of the Web and nothing of Node's, and lists labels. */
const WORKER = `
import { readFileSync } from 'node:fs';
import { createContext, SourceTextModule } from 'node:vm';

const timers = { setTimeout, clearTimeout, performance };
const context = createContext({ fetch, AbortController, URL, TextDecoder, crypto, ...timers });
const modules = new Map();
const load = (url) => {
  const module = modules.get(url) ?? new SourceTextModule(readFileSync(new URL(url), 'utf8'), { context, identifier: url });
  modules.set(url, module);
  return module;
};
const client = load(import.meta.resolve('platen/client'));
await client.link((specifier, { identifier }) => load(new URL(specifier, identifier).href));
await client.evaluate();
const [url, key] = process.argv.slice(2);
console.log(JSON.stringify(await new client.namespace.PlatenClient({ url, key }).listLabels()));
`;

describe('the package', () => {
  beforeAll(() => {
    mkdirSync(installed, { recursive: true });
    const packed = ['pack', '--ignore-scripts', '--pack-destination', folder, '--loglevel=error', ROOT];
    run('npm', ...packed);
    const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
    run('tar', '-xzf', tarball, '-C', installed, '--strip-components=1');
    write('package.json', '{"type":"module"}');
    write('tsconfig.json', JSON.stringify(CONSUMER_OPTIONS));
    write('consumer.ts', CONSUMER);
    write('worker.js', WORKER);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('has a client that imports nothing but its own files', () => {
    const client = join(installed, 'dist/src/api-client');
    const files = readdirSync(client);
    expect(files).toContain('platen-client.js');
    const texts = files.map((name) => readFileSync(join(client, name), 'utf8'));
    const imports = texts.flatMap((text) => [...text.matchAll(/(?:\bfrom|\bimport\(?) ?'(.+?)'/g)]);
    expect(imports.length).toBeGreaterThan(files.length);
    for (const [, from] of imports) expect(from).toMatch(/^(\.\/[a-z-]+\.[jt]s|platen\/client)$/);
  });

  it('runs in a worker, without any other package', async () => {
    server.plays(json(page));
    const args = ['--experimental-vm-modules', 'worker.js', server.url, KEY];
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder });
    expect(JSON.parse(stdout)).toEqual(page);
  });

  it('says which package platen load needs, where npm has not installed it', () => {
    linkPackages();
    const args = ['--url', server.url, '--key-file', 'none', '--label', 'any'];
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(installed, 'dist/src/cli.js'), 'load', ...args],
      {
        cwd: folder,
        encoding: 'utf8',
      },
    );
    expect(stderr).toMatch(/^platen load: the package autocannon is missing.*npm install autocannon@9/);
    expect(status).toBe(1);
  });

  it('is a library, whose page has an example that prints what stands there', () => {
    linkPackages();
    const [example, printed] = blocksOf(readFileSync(join(ROOT, 'docs/library.md'), 'utf8')).filter(
      ({ language }) => language === 'js' || language === 'text',
    );
    write('example.js', example?.text ?? '');
    expect(run(process.execPath, 'example.js')).toBe(printed?.text);
    expect(readFileSync(join(folder, 'label.png')).toString('latin1', 1, 4)).toBe('PNG');
  });

  it('gives its types to a program, without any other package', () => {
    expect(() => run(process.execPath, TSC, '-p', '.')).not.toThrow();
  });
});
