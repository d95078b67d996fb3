import { readdirSync, readFileSync } from 'node:fs';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

const ALERTS = read('deploy/helm/platen/files/alerts.yaml');
const DASHBOARD = read('deploy/helm/platen/files/dashboard.json');

/** What `/metrics` can have: the names in the sources, since some come only with the part that they show. */
const DEFAULTS = new Registry();
collectDefaultMetrics({ register: DEFAULTS });
const SOURCES = readdirSync(new URL('../../src/telemetry/', import.meta.url)).map((file) =>
  read(`src/telemetry/${file}`),
);
const NAMES = [
  ...DEFAULTS.getMetricsAsArray().map(({ name }) => name),
  ...(SOURCES.join('').match(/(?<=')platen_[a-z_]+(?=')/g) ?? []),
];
const EXPORTED: ReadonlySet<string> = new Set(NAMES.flatMap((name) => [name, `${name}_bucket`]));

describe.each([
  ['the alerts', ALERTS],
  ['the dashboard', DASHBOARD],
])('%s', (_name, text) => {
  it('show only metrics that the service has', () => {
    const used = text.match(/\b(platen|nodejs|process)_[a-z0-9_]+/g) ?? [];
    expect(used.length).toBeGreaterThan(5);
    expect(used.filter((name) => !EXPORTED.has(name))).toEqual([]);
  });
});

it('the alerts have a section each in the operations page, and the page has no others', () => {
  const alerts = [...ALERTS.matchAll(/- alert: (\w+)$/gm)].map(([, name]) => name);
  const pages = [...ALERTS.matchAll(/page: docs\/operations\.md#(\w+)$/gm)].map(([, anchor]) => anchor);
  const sections = [...read('docs/operations.md').matchAll(/^### (Platen\w+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(5);
  expect(pages).toEqual(alerts.map((name) => name?.toLowerCase()));
  expect(sections).toEqual(alerts);
});

it('no two panels of the dashboard overlap', () => {
  const { panels } = JSON.parse(DASHBOARD) as {
    panels: { gridPos: Record<'x' | 'y' | 'w' | 'h', number> }[];
  };
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
