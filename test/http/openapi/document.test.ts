import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { FAILURES } from '../../../src/errors.ts';
import { openApiDocument } from '../../../src/http/openapi/document.ts';
import { EXAMPLE_LABEL_ID } from '../../../src/http/openapi/examples.ts';
import { ROUTES } from '../../../src/http/routes.ts';
import { ApiSchemas } from '../../support/api-description/api-schemas.ts';

const document = openApiDocument('/label-api');

interface Found {
  readonly refs: string[];
  /** Media types that have examples. */
  readonly examples: { readonly schema: object; readonly values: readonly unknown[] }[];
  /** Schemas with examples, and other parts with one. */
  readonly codes: string[];
}

/** Everything of a kind in the document. */
function find(node: unknown, found: Found = { refs: [], examples: [], codes: [] }): Found {
  if (typeof node !== 'object' || node === null) return found;
  const { $ref, schema, examples, example } = node as Record<string, unknown>;
  if (typeof $ref === 'string') found.refs.push($ref);
  if (schema !== undefined && example !== undefined) {
    found.examples.push({ schema: schema as object, values: [example] });
  }
  if (schema !== undefined && examples !== undefined) {
    const values = Object.values(examples as object).map(({ value }) => value as unknown);
    found.examples.push({ schema: schema as object, values });
  }
  if (schema === undefined && Array.isArray(examples)) {
    found.examples.push({ schema: node, values: examples });
  }
  for (const child of Object.values(node)) find(child, found);
  return found;
}

const found = find(document);

it('is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect(errors).toBeUndefined();
  expect({ valid, version: validator.version }).toEqual({ valid: true, version: '3.1' });
});

it('is plain JSON, and the same each time', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  expect(openApiDocument('/label-api')).toEqual(document);
});

it('has no reference that leads nowhere, and no component that nothing refers to', () => {
  const { schemas, responses, parameters, headers } = document.components;
  const there = Object.entries({ schemas, responses, parameters, headers }).flatMap(([kind, parts]) =>
    Object.keys(parts).map((name) => `#/components/${kind}/${name}`),
  );
  expect([...new Set(found.refs)].toSorted()).toEqual(there.toSorted());
});

it('has examples that are as their schemas say', () => {
  const schemas = new ApiSchemas(document);
  expect(found.examples.length).toBeGreaterThan(50);
  for (const { schema, values } of found.examples) {
    for (const value of values) expect([value, schemas.errors(schema, value)]).toEqual([value, null]);
  }
});

/** Every object in a part of the document that has this keyword, with the place it is at. */
function having(keyword: string, node: unknown, place = '#'): [string, unknown][] {
  if (typeof node !== 'object' || node === null) return [];
  const own: [string, unknown][] =
    keyword in node ? [[place, (node as Record<string, unknown>)[keyword]]] : [];
  return [
    ...own,
    ...Object.entries(node).flatMap(([name, child]) => having(keyword, child, `${place}/${name}`)),
  ];
}

it('has no type beside another but null: generators have none for the two', () => {
  const several = having('type', document).flatMap(([, type]) => (Array.isArray(type) ? [type] : []));
  expect(several.filter((types) => types.length !== 2 || types[1] !== 'null')).toEqual([]);
  expect(several).toContainEqual(['integer', 'null']);
});

it('has no constant but text, which generators compile', () => {
  const constants = having('const', document).map(([, value]) => typeof value);
  expect([...new Set(constants)]).toEqual(['string']);
});

it('has only unions of named schemas that have a name themselves', () => {
  const unions = [...having('anyOf', document), ...having('oneOf', document)];
  expect(unions.map(([place]) => place).toSorted()).toEqual([
    '#/components/schemas/LegacyRequest',
    '#/components/schemas/LegacyResponse',
  ]);
  for (const [, members] of unions) {
    for (const member of members as object[]) expect(Object.keys(member)).toEqual(['$ref']);
  }
});

it.each(['PrintRequest', 'LegacyPrintRequest'])('%s has one record or several, and never both', (name) => {
  const schemas = new ApiSchemas(document);
  const schema = document.components.schemas[name] as object;
  const job = { label_id: EXAMPLE_LABEL_ID, action: 'print' };
  expect(schemas.errors(schema, { ...job, variables: {} })).toBeNull();
  expect(schemas.errors(schema, { ...job, records: [{}] })).toBeNull();
  expect(schemas.errors(schema, { ...job, variables: {}, records: [{}] })).toContain('NOT be valid');
});

it('has values of any type, and no text that is longer than is taken', () => {
  const schemas = new ApiSchemas(document);
  const schema = document.components.schemas['Variables'] as object;
  const values = ['', 'x'.repeat(1000), 4.5, true, null, ['a'], { a: 1 }];
  expect(schemas.errors(schema, Object.fromEntries(values.entries()))).toBeNull();
  expect(schemas.errors(schema, { long: 'x'.repeat(1001) })).toContain('NOT be valid');
});

it('lets requests have any id, since one of another form is replaced', () => {
  expect(document.components.parameters['RequestId']?.schema).toEqual({ type: 'string' });
});

it('has no example or default of an optional parameter that would change a request', () => {
  const prefilled = Object.entries(document.components.parameters).flatMap(
    ([name, { required = false, example, schema }]) => {
      const value = example ?? schema['default'];
      return required || value === undefined ? [] : [[name, value]];
    },
  );
  expect(prefilled).toEqual([
    ['Limit', 50],
    ['Offset', 0],
  ]);
});

it.each(['image/png', 'application/pdf'])('has no JSON type for the bytes of %s', (type) => {
  const rendered = document.paths['/labels/{label_id}/render']?.post?.responses['200'];
  expect(rendered).toHaveProperty(['content', type, 'schema'], { contentMediaType: type });
});

it('has every route and no other, each with a name of its own', () => {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    (['get', 'post'] as const).flatMap((method) => (item[method] ? [`${method.toUpperCase()} ${path}`] : [])),
  );
  const routes = ROUTES.map(({ method, path }) => `${method} ${path}`);
  expect(operations.toSorted()).toEqual([...routes, 'GET /healthz'].toSorted());
  const names = Object.values(document.paths).flatMap(({ get, post }) => [get, post]);
  const ids = names.flatMap((operation) => operation?.operationId ?? []);
  expect(new Set(ids).size).toBe(operations.length);
});

it('has every failure of the catalogue and no other, each under its status', () => {
  const codes = Object.values(document.components.responses).flatMap(({ headers }) => {
    const code = headers?.['X-Svc-Error-Code'];
    return code !== undefined && 'schema' in code ? (code.schema['enum'] as string[]) : [];
  });
  expect([...new Set(codes)].toSorted()).toEqual(Object.keys(FAILURES).toSorted());
});

it('takes the root as its base path', () => {
  expect(openApiDocument('').servers).toEqual([{ url: '/' }]);
});
