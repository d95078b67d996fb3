import { WRONG_LABEL_ID } from '../label-id.ts';
import { LIMITS } from '../limits.ts';
import type { JsonReadOptions, Path } from './json.ts';
import type { Variables } from './variables.ts';

/**
 * A member of a request's body: kind, bounds, value if it is not sent (`usual`), the words of a refusal, which follow
 * its name, and the description for clients (`about`).
 */
export type BodyMember = { readonly about?: string } & (
  | { readonly kind: 'record' }
  | { readonly kind: 'records'; readonly max: number; readonly words: string; readonly lengthWords: string }
  | {
      readonly kind: 'choice';
      readonly choices: readonly string[];
      readonly usual: string;
      readonly words: string;
    }
  /** A whole number from 1 to `max`. */
  | { readonly kind: 'count'; readonly max: number; readonly usual: number; readonly words: string }
  | { readonly kind: 'label id'; readonly words: string }
);

/**
 * All that the API reads of request bodies; it ignores other members. The walk over most bodies (`plain-body.ts`), the
 * reader of the rest (`body-reader.ts`), which words refusals, and the API's description
 * (`http/openapi/request-schemas.ts`) follow this table.
 */
export const BODY_MEMBERS = {
  variables: { kind: 'record' },
  format: {
    kind: 'choice',
    choices: ['zpl', 'png', 'pdf'],
    usual: 'zpl',
    words: 'must be one of zpl, png, pdf',
    about: 'The output format, which determines the media type of the response.',
  },
  records: {
    kind: 'records',
    max: LIMITS.printRecords,
    words: 'must be an array of objects',
    lengthWords: `must have 1 to ${LIMITS.printRecords} items`,
    about: 'Values of each label, in order. Not together with `variables`.',
  },
  copies: {
    kind: 'count',
    max: LIMITS.printCopies,
    usual: 1,
    words: `must be an integer from 1 to ${LIMITS.printCopies}`,
    about: `Copies of each record, one after the other. Copies times records are at most ${LIMITS.printLabels}.`,
  },
  action: { kind: 'choice', choices: ['render', 'print'], usual: 'render', words: 'must be render or print' },
  label_id: { kind: 'label id', words: WRONG_LABEL_ID },
} as const satisfies Readonly<Record<string, BodyMember>>;

type Members = typeof BODY_MEMBERS;
export type MemberName = keyof Members;

/** The members of each body, in the order in which they are checked. */
export const BODIES = {
  render: ['variables', 'format'],
  print: ['variables', 'records', 'copies'],
} as const satisfies Readonly<Record<string, readonly MemberName[]>>;

/** The value of a member: undefined for absent records. */
export type ValueOf<Name extends MemberName> = Members[Name] extends { choices: readonly (infer Choice)[] }
  ? Choice
  : {
      record: Variables | undefined;
      records: readonly Variables[] | undefined;
      choice: string;
      count: number;
      'label id': string;
    }[Members[Name]['kind']];

export type RenderFormat = ValueOf<'format'>;

/** Members that are read may appear once, and numbers in a variable keep their digits. */
export const BODY_JSON_OPTIONS: JsonReadOptions = {
  uniqueMember: (path) =>
    path.length === 1 ? kindOf(path) !== undefined : path.length === variableDepth(path),
  keepsDigits: (path) => path.length >= variableDepth(path),
  longestText: LIMITS.variableValueUnits,
};

const KINDS: ReadonlyMap<unknown, BodyMember['kind']> = new Map(
  Object.entries(BODY_MEMBERS).map(([name, { kind }]) => [name, kind]),
);

function kindOf([name]: Path): BodyMember['kind'] | undefined {
  return KINDS.get(name);
}

/** The length of the path to a variable that begins like this path. */
function variableDepth(path: Path): number {
  const kind = kindOf(path);
  if (kind === 'record') return 2;
  return kind === 'records' && typeof path[1] === 'number' ? 3 : Infinity;
}
