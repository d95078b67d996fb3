import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { notesOf } from './changelog.ts';
import { pack } from './pack.ts';
import { Refusal } from './refusal.ts';

/** Processors that the image is built for, by Docker's names. */
export const PROCESSORS = ['amd64', 'arm64'] as const;

/** The files of a release, all in one folder, and the version that they have. */
export interface Artefacts {
  readonly version: string;
  readonly folder: string;
  readonly platen: string;
  readonly client: string;
  readonly chart: string;
  /** The bill of materials (CycloneDX) of the packages, and one of each image. */
  readonly materials: string;
  readonly imageMaterials: readonly string[];
  /** Names of the images in the builder's store. */
  readonly images: readonly string[];
  readonly notes: string;
  readonly checksums: string;
}

/**
 * Makes all that a release uploads, from what is committed. The packages, the chart and the layers of the images have
 * the same bytes whenever they are made of the same commit.
 *
 * @param root the repository, with its packages installed
 * @param folder for the files; it is emptied first
 * @throws Refusal when a program is missing or the tree is not clean
 */
export function makeArtefacts(root: string, folder: string): Artefacts {
  requirePrograms(['buildah', 'syft', 'tar']);
  const run = (program: string, ...args: string[]): string =>
    execFileSync(program, args, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 2 ** 28,
    });
  if (run('git', 'status', '--porcelain') !== '')
    throw new Refusal('commit or stash first: the tree is not clean');
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };

  run('npm', 'run', '--silent', 'build');
  const { platen, client } = pack(root, folder);
  const time = run('git', 'log', '-1', '--format=%cI').trim();
  const chart = join(folder, `platen-chart-${version}.tgz`);
  packChart(root, chart, time);
  const materials = write(
    `platen-${version}.cdx.json`,
    withoutMoment(run('npm', 'sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only')),
  );
  const images: string[] = [];
  const imageMaterials: string[] = [];
  for (const processor of PROCESSORS) {
    const image = run('deploy/build-image.sh', processor).trim();
    images.push(image);
    imageMaterials.push(
      write(`platen-image-${version}-${processor}.cdx.json`, materialsOfImage(image, version, run)),
    );
  }
  const notes = write(
    `notes-${version}.md`,
    notesOf(readFileSync(join(root, 'CHANGELOG.md'), 'utf8'), version),
  );
  const checksums = write('SHA256SUMS', checksumsOf(folder));
  return { version, folder, platen, client, chart, materials, imageMaterials, images, notes, checksums };
}

/** @throws Refusal that names the first program that is not on the path */
export function requirePrograms(names: readonly string[]): void {
  for (const name of names) {
    try {
      execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' });
    } catch {
      throw new Refusal(`${name} is missing: CONTRIBUTING.md says how to install what a release needs`);
    }
  }
}

/**
 * Packs the chart as Helm does, but the same bytes each time.
 *
 * @param time of all files, as `tar --mtime` takes it
 */
export function packChart(root: string, path: string, time: string): void {
  const chart = join(root, 'deploy/helm/platen');
  const options = [
    '--sort=name',
    '--format=gnu',
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--mode=go=rX,u+rw,a-s',
  ];
  execFileSync('tar', [
    '--create',
    '--file',
    path,
    '--use-compress-program=gzip -n -9',
    `--mtime=${time}`,
    ...options,
    `--exclude-from=${join(chart, '.helmignore')}`,
    `--directory=${dirname(chart)}`,
    basename(chart),
  ]);
}

/** The packages of an image, Debian's and npm's, as Syft finds them in its files. */
function materialsOfImage(
  image: string,
  version: string,
  run: (program: string, ...args: string[]) => string,
): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-image-'));
  try {
    const archive = join(folder, 'image.tar');
    run('buildah', 'push', '--quiet', image, `oci-archive:${archive}`);
    const source = ['--source-name', 'platen', '--source-version', version];
    return withoutMoment(
      run('syft', 'scan', '--quiet', `oci-archive:${archive}`, ...source, '--output', 'cyclonedx-json'),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A bill of materials without the moment and the number of its making, which no other making has. */
function withoutMoment(text: string): string {
  const {
    serialNumber: _,
    metadata,
    ...rest
  } = JSON.parse(text) as { serialNumber?: string; metadata: object };
  const { timestamp: __, ...kept } = metadata as { timestamp?: string };
  return `${JSON.stringify({ ...rest, metadata: kept }, null, 2)}\n`;
}

/** The lines of `sha256sum` for all files of a folder. */
function checksumsOf(folder: string): string {
  return readdirSync(folder)
    .toSorted()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('');
}
