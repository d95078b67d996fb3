import { fail } from '../errors.ts';
import { LABEL_ID } from '../label-id.ts';
import {
  BODIES,
  BODY_JSON_OPTIONS,
  BODY_MEMBERS,
  type BodyMember,
  type MemberName,
  type RenderFormat,
  type ValueOf,
} from './body-members.ts';
import { parseJson } from './json.ts';
import { jobFault } from './print-job.ts';
import { readVariables, type Variables } from './variables.ts';

const WHOLE = 'the request body';

/** A body that is a JSON object; its members may be anything. */
export type BodyObject = Readonly<Record<string, unknown>>;

/** Reads the JSON of a body; throws `invalid_request`. */
export function readBody(bytes: Uint8Array): BodyObject {
  const value = parseJson(bytes, WHOLE, BODY_JSON_OPTIONS);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(WHOLE, 'must be an object');
  return value as BodyObject;
}

/** Values in the body of a render; throws `invalid_request`. */
export function readRender(body: BodyObject): {
  readonly variables: Variables;
  readonly format: RenderFormat;
} {
  const { variables = {}, format } = readMembers(body, BODIES.render);
  return { variables, format };
}

/**
 * Reads the body of a print job: a job without records has one without values. Throws `invalid_request`.
 */
export function readPrint(body: BodyObject): {
  readonly records: readonly Variables[];
  readonly copies: number;
} {
  const { variables, records, copies } = readMembers(body, BODIES.print);
  const size = { hasVariables: variables !== undefined, records: records?.length, copies };
  const fault = jobFault(size);
  if (fault !== null) fail('invalid_request', fault);
  return { records: records ?? [variables ?? {}], copies };
}

/** Reads one member of a body; throws `invalid_request`. */
export function readMember<Name extends MemberName>(body: BodyObject, name: Name): ValueOf<Name> {
  return valueOf(name, BODY_MEMBERS[name], body[name]) as ValueOf<Name>;
}

/** The id of a label in lower case; throws `invalid_request`, which names it as `label_id`. */
export function readLabelId(given: unknown): string {
  if (typeof given !== 'string' || !LABEL_ID.test(given)) refuse('label_id', BODY_MEMBERS.label_id.words);
  return given.toLowerCase();
}

function readMembers<Name extends MemberName>(
  body: BodyObject,
  names: readonly Name[],
): { readonly [N in Name]: ValueOf<N> } {
  const values: Partial<Record<Name, unknown>> = {};
  for (const name of names) values[name] = readMember(body, name);
  return values as { readonly [N in Name]: ValueOf<N> };
}

function valueOf(name: string, member: BodyMember, value: unknown): unknown {
  switch (member.kind) {
    case 'record':
      return value === undefined ? undefined : readRecord(name, value);
    case 'records':
      return value === undefined ? undefined : readRecords(name, member, value);
    case 'choice':
      if (value === undefined) return member.usual;
      return isOneOf(member.choices, value) ? value : refuse(name, member.words);
    case 'count':
      if (value === undefined) return member.usual;
      return isCount(value, member.max) ? value : refuse(name, member.words);
    case 'label id':
      return readLabelId(value);
    default:
      return member satisfies never;
  }
}

function readRecord(name: string, value: unknown): Variables {
  return readVariables(value, (words) => refuse(name, words));
}

function readRecords(
  name: string,
  { max, words, lengthWords }: Extract<BodyMember, { kind: 'records' }>,
  value: unknown,
): readonly Variables[] {
  if (!Array.isArray(value)) refuse(name, words);
  if (!isCount(value.length, max)) refuse(name, lengthWords);
  return value.map((record, index) => readRecord(`${name}[${index}]`, record));
}

function isOneOf(choices: readonly unknown[], value: unknown): boolean {
  return choices.includes(value);
}

function isCount(value: unknown, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max;
}

function refuse(name: string, words: string): never {
  fail('invalid_request', `${name} ${words}`);
}
