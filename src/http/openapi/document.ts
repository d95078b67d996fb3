import { ROUTES, type RouteName } from '../routes.ts';
import { REFUSED_EXAMPLES, REQUEST_EXAMPLES } from './examples.ts';
import { failureRefs, failureResponses } from './failures.ts';
import { HEADERS } from './headers.ts';
import type { OpenApiDocument, Operation, PathItem, Security } from './model.ts';
import { HEALTH, OPERATIONS, type RouteDescription, TAGS } from './operations.ts';
import { OVERVIEW } from './overview.ts';
import { PARAMETERS, parameterRefs } from './parameters.ts';
import { namedSchemas, schemaRef } from './schemas.ts';

export type { OpenApiDocument } from './model.ts';

/**
 * When the interface last changed: year, month, day. Generators make a package's version of it, so it has the form of
 * one.
 */
const VERSION = '2026.11.22';

const KEY: readonly Security[] = [{ apiKey: [] }, { bearer: [] }];

/**
 * The API's description in OpenAPI 3.1 for a service below `basePath` (which has no trailing slash): plain JSON, the
 * same each time.
 */
export function openApiDocument(basePath: string): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Platen label API',
      version: VERSION,
      summary: 'Saved ZPL labels: substitution, PNG, PDF and print jobs',
      description: OVERVIEW,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: basePath === '' ? '/' : basePath }],
    security: KEY,
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: {
      ...paths(),
      '/healthz': { servers: [{ url: '/' }], get: operation('/healthz', HEALTH) },
    },
    components: {
      schemas: namedSchemas(),
      responses: failureResponses(),
      parameters: PARAMETERS,
      headers: HEADERS,
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'Decides where both are sent.',
        },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as `Authorization: Bearer`.' },
      },
    },
  };
}

function paths(): Record<string, PathItem> {
  const items: Record<string, PathItem> = {};
  const named = new Set<RouteName>();
  for (const { method, path, name } of ROUTES) {
    const route = OPERATIONS[name];
    const described = named.has(name) ? { ...route, ...route.alias } : route;
    items[path] = { ...items[path], [method.toLowerCase()]: operation(path, described) };
    named.add(name);
  }
  return items;
}

function operation(path: string, route: RouteDescription): Operation {
  const { access, body } = route;
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    description:
      access === undefined
        ? route.description
        : `${route.description}\n\nScope: ${access.scope}. Cost: ${access.cost}.`,
    ...(access === undefined ? { security: [] } : {}),
    parameters: parameterRefs(path, [...route.parameters, 'RequestId']),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            description: 'JSON in UTF-8. Members that are not described here are ignored.',
            content: {
              'application/json': {
                schema: schemaRef(body),
                examples: REQUEST_EXAMPLES[body],
                // Apart: programs that send or prefill examples take them for good requests.
                'x-refused-examples': REFUSED_EXAMPLES[body],
              },
            },
          },
        }),
    responses: { ...route.successes, ...failureRefs(route.failures) },
  };
}
