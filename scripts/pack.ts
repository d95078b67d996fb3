import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The facts of `package.json` that both packages share. */
interface Manifest {
  readonly version: string;
  readonly homepage: string;
  readonly repository: { readonly url: string };
}

/**
 * Packs what is built: `platen`, and its client by itself as `platen-client`, which needs no other package. The same
 * commit gives the same bytes.
 *
 * @param root the repository, with a build
 * @param folder for the tarballs
 * @returns the paths of the tarballs
 */
export function pack(root: string, folder: string): { readonly platen: string; readonly client: string } {
  mkdirSync(folder, { recursive: true });
  const client = mkdtempSync(join(tmpdir(), 'platen-client-'));
  try {
    writeClient(root, client);
    return { platen: packed(root, folder), client: packed(client, folder) };
  } finally {
    rmSync(client, { recursive: true });
  }
}

function packed(from: string, folder: string): string {
  const flags = ['--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', folder];
  const printed = execFileSync('npm', ['pack', from, ...flags], { encoding: 'utf8' });
  const [{ filename }] = JSON.parse(printed) as [{ readonly filename: string }];
  return join(folder, filename);
}

/** Writes the client's package: its modules, its page as README, and a manifest. */
function writeClient(root: string, folder: string): void {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const manifest = JSON.parse(read('package.json')) as Manifest & Readonly<Record<string, unknown>>;
  const { version, homepage, bugs, repository, license, publishConfig } = manifest;
  const types = './platen-client.d.ts';
  const clients = {
    name: 'platen-client',
    version,
    description: 'Calls a Platen service: ZPL labels as ZPL, PNG, PDF and print jobs.',
    keywords: ['zpl', 'zebra', 'label', 'platen', 'client'],
    homepage,
    bugs,
    repository,
    license,
    publishConfig,
    type: 'module',
    sideEffects: false,
    exports: { '.': { types, default: './platen-client.js' }, './package.json': './package.json' },
    files: ['*.js', '*.d.ts'],
  };
  cpSync(join(root, 'dist/src/api-client'), folder, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(clients, null, 2)}\n`);
  writeFileSync(join(folder, 'README.md'), clientPage(read('docs/client.md'), manifest));
}

/** The page of the client for its own package: its name in imports, and links that lead from anywhere. */
function clientPage(page: string, { repository, version }: Manifest): string {
  const source = `${repository.url.replace(/^git\+|\.git$/g, '')}/blob/v${version}/docs/`;
  return page
    .replaceAll('platen/client', 'platen-client')
    .replaceAll(/\]\((?!https?:|#)([^)]+)\)/g, (_, path: string) => `](${new URL(path, source).href})`);
}
