import type { z as Zod } from 'zod';
import { zod } from '../../on-first-use.ts';
import * as answers from '../answer-schemas.ts';
import type { JsonSchema, Ref } from './model.ts';
import { requestSchemas } from './request-schemas.ts';

const z = zod();

/** Schemas that the description names, besides those of requests. */
const NAMED = {
  Label: answers.LabelAnswer,
  LabelDetail: answers.LabelDetailAnswer,
  LabelResponse: answers.LabelResponseAnswer,
  LabelList: answers.LabelListAnswer,
  LegacyResponse: answers.LegacyAnswer,
  Pagination: answers.PageInfoAnswer,
  ValidateResult: answers.ValidateResultAnswer,
  Error: answers.ErrorAnswer,
  BarcodeFault: answers.BarcodeFaultAnswer,
  TransformFault: answers.TransformFaultAnswer,
  EncodingFault: answers.EncodingFaultAnswer,
  Health: answers.HealthAnswer,
} as const;

const uri = (id: string): string => `#/components/schemas/${id}`;

const REQUESTS = requestSchemas((name) => ({ $ref: uri(name) }));

export type SchemaName = keyof typeof NAMED | keyof typeof REQUESTS;

/** A reference to a named schema. */
export function schemaRef(name: SchemaName): Ref & JsonSchema {
  return { $ref: uri(name) };
}

/** The named schemas as JSON Schema: what clients send and get, before it is converted and its defaults are set. */
export function namedSchemas(): Record<string, JsonSchema> {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(NAMED)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, { io: 'input', unrepresentable: 'any', uri, override: plain });
  const others = Object.entries(schemas).map(([id, { $schema: _schema, $id: _id, ...schema }]) => [
    id,
    schema,
  ]);
  return { ...REQUESTS, ...Object.fromEntries(others) };
}

/** The members of a query's schema, as what they mean: a query itself is text. */
export function querySchemas<Shape extends Zod.ZodRawShape>(
  query: Zod.ZodObject<Shape>,
): Record<keyof Shape, JsonSchema> {
  const { properties } = z.toJSONSchema(query, { io: 'output', override: plain });
  return properties as Record<keyof Shape, JsonSchema>;
}

/**
 * Leaves out what says nothing to a reader: the pattern of a format, and the largest safe integer as a bound. A member
 * that may be null is a type with null instead of a union, of which some generators make a class without a member. A
 * constant is text, or described in words, because other generators compile no other constants.
 */
function plain({ jsonSchema }: { jsonSchema: Zod.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (typeof jsonSchema.const === 'boolean') delete jsonSchema.const;
  const [some, none] = jsonSchema.anyOf ?? [];
  if (typeof some?.type === 'string' && none?.type === 'null') {
    delete jsonSchema.anyOf;
    Object.assign(jsonSchema, some, { type: [some.type, 'null'] });
  }
}
