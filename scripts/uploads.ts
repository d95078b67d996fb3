import { join } from 'node:path';
import type { Artefacts } from './artefacts.ts';

/** A command that uploads, with its arguments. */
export type Upload = readonly [program: string, ...args: string[]];

/** Programs that the commands of {@link uploads} start. */
export const UPLOADERS = ['buildah', 'cosign', 'gh', 'helm', 'npm'];

/**
 * The commands that upload a release, in their order: the packages, the images under one name, the chart, signatures,
 * and at last the release itself, so that nobody reads of a release that is only half there.
 *
 * @param registry of images and charts, as in registry.example/platen-labels; one on this machine speaks HTTP
 * @param key a file or a KMS address of the key that signs; without one, the signature is keyless: made for the
 *   workflow's own identity and noted in the public log
 */
export function uploads(artefacts: Artefacts, registry: string, key?: string): readonly Upload[] {
  const { version, folder, platen, client, chart, materials, imageMaterials, images, notes, checksums } =
    artefacts;
  const image = `${registry}/platen`;
  const charts = `${registry}/charts`;
  const isHere = /^(?:localhost|127\.0\.0\.1)(?::|\/)/.test(registry);
  const signing = key === undefined ? ['--yes'] : ['--key', key, '--tlog-upload=false', '--yes'];
  const bundle = join(folder, 'SHA256SUMS.sigstore.json');
  const signed = (name: string): Upload => ['cosign', 'sign', '--recursive', ...signing, name];
  return [
    ...[platen, client].map((path): Upload => ['npm', 'publish', path]),
    ['buildah', 'manifest', 'create', `${image}:${version}`, ...images],
    ...[version, 'latest'].map(
      (tag): Upload => [
        ...(['buildah', 'manifest', 'push', '--all', '--quiet'] as const),
        ...(isHere ? ['--tls-verify=false'] : []),
        `${image}:${version}`,
        `docker://${image}:${tag}`,
      ],
    ),
    signed(`${image}:${version}`),
    ...imageMaterials.map(
      (path): Upload => [
        ...(['cosign', 'attest', '--type', 'cyclonedx', '--predicate', path] as const),
        ...signing,
        `${image}:${version}`,
      ],
    ),
    ['helm', 'push', ...(isHere ? ['--plain-http'] : []), chart, `oci://${charts}`],
    signed(`${charts}/platen:${version}`),
    ['cosign', 'sign-blob', ...signing, '--bundle', bundle, checksums],
    [
      'gh',
      'release',
      'create',
      `v${version}`,
      '--verify-tag',
      '--notes-file',
      notes,
      platen,
      client,
      chart,
      materials,
      ...imageMaterials,
      checksums,
      bundle,
    ],
  ];
}

/** A command as a shell takes it. */
export function asShell(command: Upload): string {
  return command
    .map((part) => (/^[\w./:@=-]+$/.test(part) ? part : `'${part.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
