import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Locked {
  readonly integrity?: string;
  readonly resolved?: string;
}

const { version } = JSON.parse(read('package.json')) as { version: string };
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, Locked> };
const locked = Object.entries(packages).filter(([path]) => path !== '');

describe('the lock file', () => {
  it('has the integrity of every package', () => {
    const without = locked.filter(
      ([, { integrity = '' }]) => !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity),
    );
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it('names no registry, so that npm takes the configured one', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

describe('images', () => {
  const dockerfile = read('Dockerfile');
  const base = /^ARG BASE=(\S+)$/m.exec(dockerfile)?.[1] ?? '';
  const stages = [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)(?: AS (\S+))?$/gm)];
  const names = new Set(stages.map(([, , name]) => name));
  const images = [
    ...stages
      .map(([, image]) => (image as string).replace('${BASE}', base))
      .filter((image) => !names.has(image)),
    ...[...read('deploy/compose.yaml').matchAll(/^ +image: (\S+)$/gm)].map(([, image]) => image as string),
  ];

  it.each(images.filter((image) => !image.startsWith('platen:')))(
    '%s has a version and a digest',
    (image) => {
      expect(image).toMatch(/^[a-z/]+:v?\d+(\.\d+)+(-[a-z-]+)?@sha256:[0-9a-f]{64}$/);
    },
  );

  it('are all of those that the deployments run', () => {
    expect(new Set(images.map((image) => image.split(':')[0]))).toEqual(
      new Set(['grafana/grafana', 'haproxy', 'node', 'platen', 'postgres', 'prom/prometheus', 'redis']),
    );
  });

  it('have the Node.js that .nvmrc asks for', () => {
    expect(images.find((image) => image.startsWith('node:'))?.split(/[:.]/)[1]).toBe(read('.nvmrc').trim());
  });

  it('of our own have the version of the program, in compose and in the chart', () => {
    expect(images).toContain(`platen:${version}`);
    expect(read('deploy/helm/platen/Chart.yaml')).toMatch(new RegExp(`^appVersion: ${version}$`, 'm'));
    expect(read('deploy/helm/platen/values.yaml')).toMatch(/^ {2}tag: ""$/m);
  });
});
