import type { RenderFormat } from '../engine/task.ts';
import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { BODY_CARE } from './body-care.ts';
import { parseJson } from './json.ts';
import { readVariables, type Variables } from './variables.ts';

// What `RenderBody` and `PrintBody` of the schemas give, for threads: without their library, which takes 0.1 s and 14 MB in
// each, and without words for what is wrong, which the front end finds when it reads the body after all.

/** What the body of a render says; throws `invalid_request`. */
export function renderValues(body: Uint8Array): {
  readonly variables: Variables;
  readonly format: RenderFormat;
} {
  const { variables = {}, format = 'zpl' } = membersOf(body);
  if (!isFormat(format)) refuse();
  return { variables: readVariables(variables, refuse), format };
}

/** What the body of a print job says; throws `invalid_request`. */
export function printValues(body: Uint8Array): {
  readonly records: readonly Variables[];
  readonly copies: number;
} {
  const members = membersOf(body);
  if (members['variables'] !== undefined && members['records'] !== undefined) refuse();
  const { variables = {}, records = [variables], copies = 1 } = members;
  if (!Array.isArray(records) || !isCount(records.length, LIMITS.printRecords)) refuse();
  if (!isCount(copies, LIMITS.printCopies) || records.length * copies > LIMITS.printLabels) refuse();
  return { records: records.map((record) => readVariables(record, refuse)), copies };
}

function membersOf(body: Uint8Array): Readonly<Record<string, unknown>> {
  const value = parseJson(body, 'the request body', BODY_CARE);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse();
  return value as Readonly<Record<string, unknown>>;
}

function isFormat(format: unknown): format is RenderFormat {
  return format === 'zpl' || format === 'png' || format === 'pdf';
}

function isCount(value: unknown, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most;
}

function refuse(): never {
  fail('invalid_request', 'the request body is invalid');
}
