import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const CHART = new URL('../../deploy/helm/platen/', import.meta.url);

const HEAD = `# Chart of Platen

Runs Platen on Kubernetes 1.27 or later; [operations](../../../docs/operations.md) has what it needs, and what else to
watch. Set values with \`--set\` or in a file with \`--values\`; a value that is none of these is refused.

<!-- Made from values.yaml and values.schema.json: npx vitest run test/deploy/chart-readme.test.ts -u -->

| value | must be | default | meaning |
|---|---|---|---|
`;

/** The used part of a JSON schema. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** A value of `values.yaml`: its path, its text behind the colon, and the comment before it. */
interface Value {
  readonly path: string;
  readonly text: string;
  readonly comment: string;
}

const ROOT = JSON.parse(readFileSync(new URL('values.schema.json', CHART), 'utf8')) as Schema;

/** The schema of a path, which must be there. */
function schemaOf(path: string): Schema {
  const at = (schema: Schema, key: string): Schema => {
    const next = schema.properties?.[key];
    if (next === undefined) throw new Error(`values.schema.json has no ${path}`);
    const [, name] = /^#\/definitions\/(.*)$/.exec(next.$ref ?? '') ?? [];
    return name === undefined ? next : (ROOT.definitions?.[name] as Schema);
  };
  return path.split('.').reduce(at, ROOT);
}

/** Values in the order of the file, and the sections that have comments. Deeper lines are a part of their value. */
function valuesOf(yaml: string): readonly Value[] {
  const values: Value[] = [];
  const folders: string[] = [];
  let comment: string[] = [];
  let below = Infinity;
  for (const line of yaml.split('\n')) {
    const [, indent = '', noted, key, text = ''] = /^( *)(?:# ?(.*)|([\w-]+):(?: (.*))?)$/.exec(line) ?? [];
    if (indent.length > below) continue;
    if (noted !== undefined) {
      comment.push(noted);
    } else if (key !== undefined) {
      folders.length = indent.length / 2;
      folders.push(key);
      const path = folders.join('.');
      values.push({ path, text, comment: comment.join(' ') });
      const isSection = schemaOf(path).properties !== undefined && text === '';
      below = isSection ? Infinity : indent.length;
      comment = [];
    } else {
      comment = [];
    }
  }
  return values;
}

/** The allowed values in words. */
function allowedBy({
  type,
  enum: choices,
  pattern,
  minimum,
  maximum,
  minLength,
  items,
  properties,
}: Schema): string {
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  if (pattern !== undefined) return `text: \`${pattern}\``;
  switch (type) {
    case 'boolean':
      return '`true`, `false`';
    case 'integer':
      return `whole number from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`;
    case 'string':
      return minLength === undefined ? 'text' : 'text, not empty';
    case 'array':
      return items?.type === 'string' ? 'list of texts' : 'list of objects';
    default:
      return properties === undefined
        ? 'object'
        : `object of ${Object.keys(properties)
            .map((name) => `\`${name}\``)
            .join(', ')}`;
  }
}

function rowOf({ path, text, comment }: Value): string {
  const schema = schemaOf(path);
  const isSection = schema.properties !== undefined && text === '';
  const fallback = text === '' ? 'see `values.yaml`' : `\`${text}\``;
  const cells = isSection ? ['', ''] : [allowedBy(schema), fallback];
  return `| \`${path}\` | ${[...cells, comment].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
}

const values = valuesOf(readFileSync(new URL('values.yaml', CHART), 'utf8'));

it('every value of the schema has a default in values.yaml', () => {
  const paths = new Set(values.map(({ path }) => path));
  const missing = Object.keys(ROOT.properties ?? {}).filter((name) => name !== 'global' && !paths.has(name));
  expect(missing).toEqual([]);
  const sections = values.filter(({ path, text }) => text === '' && schemaOf(path).properties !== undefined);
  expect(
    sections.flatMap(({ path }) =>
      Object.keys(schemaOf(path).properties ?? {})
        .map((name) => `${path}.${name}`)
        .filter((name) => !paths.has(name)),
    ),
  ).toEqual([]);
});

it("the chart's README is the one that its values make", async () => {
  const shown = values.filter(({ path, text, comment }) => {
    const isSection = schemaOf(path).properties !== undefined && text === '';
    return !isSection || comment !== '';
  });
  await expect(HEAD + shown.map(rowOf).join('')).toMatchFileSnapshot('../../deploy/helm/platen/README.md');
});
