import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { everySample, type Sample } from './exposition.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

interface Panel {
  readonly title: string;
  readonly gridPos: Record<'x' | 'y' | 'w' | 'h', number>;
  readonly targets: readonly { expr: string; legendFormat: string }[];
}

/** A query, and the labels that the text beside it shows of its results. */
interface Shown {
  readonly title: string;
  readonly query: string;
  readonly labels: readonly string[];
}

const RULES = read('deploy/helm/platen/files/alerts.yaml').split('- alert: ').slice(1);
const { panels: PANELS } = JSON.parse(read('deploy/helm/platen/files/dashboard.json')) as { panels: Panel[] };

const ALERTS: Shown[] = RULES.map((rule) => ({
  title: /^\w+/.exec(rule)?.[0] ?? '',
  query: /expr: (.*?)\n +(?:for|labels):/s.exec(rule)?.[1] ?? '',
  labels: [...rule.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label),
}));
const GRAPHS: Shown[] = PANELS.flatMap(({ title, targets }) =>
  targets.map(({ expr, legendFormat }) => ({
    title,
    query: expr.replaceAll('$instance', '.*'),
    labels: [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label),
  })),
);

const SAMPLES = await everySample();

/** The samples of each metric in a query, and its matchers. */
function metricsOf(query: string): { samples: Sample[]; name: string; matchers: string[][] }[] {
  const metrics = query.matchAll(/\b((?:platen|nodejs|process)_\w+|up(?=\{)|ALERTS)\b(?:\{(.*?)\})?/g);
  return [...metrics].map(([, name = '', matchers = '']) => ({
    name,
    samples: SAMPLES.filter((sample) => sample.name === name),
    matchers: [...matchers.matchAll(/(\w+)(?:=~|!=|!~|=)"(.*?)"/g)].map(
      ([, ...labelAndValue]) => labelAndValue,
    ),
  }));
}

/** Labels that a query's results keep; null is all of those that its metrics have. */
function kept(query: string): string[] | null {
  const grouped = [...query.matchAll(/ by \((.*?)\)/g)].flatMap(([, labels = '']) => labels.split(', '));
  return grouped.length > 0 || /\b(?:sum|min|max|count)\b/.test(query) ? grouped : null;
}

describe.each([...ALERTS, ...GRAPHS])('$title', ({ query, labels }) => {
  const metrics = metricsOf(query);

  it('asks for metrics, labels and values that there are', () => {
    expect(metrics).not.toEqual([]);
    for (const { name, samples, matchers } of metrics) {
      expect(samples, name).not.toEqual([]);
      for (const [label = '', values = ''] of matchers) {
        for (const value of values.split('|')) {
          const among = samples.flatMap((sample) => sample.labels[label] ?? []);
          expect(among, name).toContainEqual(expect.stringMatching(new RegExp(`^(?:${value})$`)));
        }
      }
    }
  });

  it('groups by labels that there are, and shows none but those that are left', () => {
    const left = kept(query);
    for (const { name, samples } of metrics) {
      for (const label of left ?? labels) {
        expect(
          samples.some((sample) => Object.hasOwn(sample.labels, label)),
          `${name} has ${label}`,
        ).toBe(true);
      }
    }
    if (left !== null) expect(left).toEqual(expect.arrayContaining([...labels]));
  });
});

it('the alerts have a section each in the page of alerts, and the page has no others', () => {
  const alerts = ALERTS.map(({ title }) => title);
  const pages = RULES.map((rule) => /page: docs\/alerts\.md#(\w+)$/m.exec(rule)?.[1]);
  const sections = [...read('docs/alerts.md').matchAll(/^## (Platen\w+)$/gm)].map(([, name]) => name);
  expect(alerts.length).toBeGreaterThan(5);
  expect(pages).toEqual(alerts.map((name) => name.toLowerCase()));
  expect(sections).toEqual(alerts);
});

it('each alert has a test of what sets it off', () => {
  const tests = read('deploy/prometheus/alerts.test.yaml');
  expect(ALERTS.filter(({ title }) => !tests.includes(`alertname="${title}"`))).toEqual([]);
});

it('no two panels of the dashboard overlap', () => {
  const cells = PANELS.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
});
