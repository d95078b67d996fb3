import { LABEL_ID } from '../../label-id.ts';
import { LIMITS } from '../../limits.ts';
import { BODIES, BODY_MEMBERS, type BodyMember, type MemberName } from '../../record/body-members.ts';
import { PICTURE_START, RESERVED_NAMES } from '../../record/variables.ts';
import type { JsonSchema } from './model.ts';

const LABEL_ID_SCHEMA: JsonSchema = {
  type: 'string',
  pattern: LABEL_ID.source,
  format: 'uuid',
  description: 'UUID of version 1 to 5, in upper or lower case.',
};

const VARIABLES: JsonSchema = {
  type: 'object',
  maxProperties: LIMITS.variables,
  propertyNames: {
    maxLength: LIMITS.variableNameUnits,
    pattern: '\\S',
    not: { enum: [...RESERVED_NAMES].toSorted() },
  },
  // Values of any type, for which every generator has a type. Some generators read a union, and then need a call for
  // each value.
  additionalProperties: {
    not: {
      type: 'string',
      minLength: LIMITS.variableValueUnits + 1,
      pattern: `^(?!${PICTURE_START.source})`,
    },
  },
  description:
    'Values by the names of placeholders. Names are trimmed, must then differ, and match without regard to case. ' +
    `Send strings of at most ${LIMITS.variableValueUnits} characters: null is inserted as nothing, and other values ` +
    `as their JSON, numbers with the digits that were sent. A variable that the label shows as a picture takes a PNG or ` +
    `JPEG in base64, of at most ${LIMITS.pictureBytes} bytes and ${LIMITS.picturePixels} pixels.`,
  examples: [{ order_id: 'EF-20260315', weight: '1.25' }],
};

/**
 * As JSON Schema says that a job has one record or several; strict validators want members named where they are
 * required.
 */
const ONE_OR_SEVERAL: JsonSchema = {
  not: { properties: { variables: {}, records: {} }, required: ['variables', 'records'] },
};

/** Members that only the bodies of `POST /` have. */
type LegacyMembers = Readonly<Record<'label_id' | 'action', JsonSchema>>;

/**
 * The schemas of label ids, variables and request bodies; those of bodies are made of the table of their members.
 *
 * @param ref gives the reference to a named schema.
 */
export function requestSchemas(ref: (name: string) => JsonSchema) {
  const bodyOf = (
    members: readonly MemberName[],
    description: string,
    legacy?: LegacyMembers,
  ): JsonSchema => {
    const own = members.map((name) => [name, schemaOf(BODY_MEMBERS[name], ref)]);
    const required = Object.entries(legacy ?? {}).flatMap(([name, { default: usual }]) =>
      usual === undefined ? [name] : [],
    );
    return {
      type: 'object',
      properties: { ...Object.fromEntries(own), ...legacy },
      ...(legacy !== undefined && { required }),
      description,
    };
  };
  const actionIs = (action: JsonSchema): LegacyMembers => ({
    label_id: schemaOf(BODY_MEMBERS.label_id, ref),
    action,
  });
  const { usual } = BODY_MEMBERS.action;
  return {
    LabelId: LABEL_ID_SCHEMA,
    Variables: VARIABLES,
    RenderRequest: bodyOf(
      BODIES.render,
      'Values for one label, and the output format; `{}` returns ZPL without values.',
    ),
    PrintRequest: {
      ...bodyOf(
        BODIES.print,
        'The labels of one job: `variables` for one record or `records` for several, never both; with neither, one ' +
          `record without values. Records × \`copies\` is at most ${LIMITS.printLabels}.`,
      ),
      ...ONE_OR_SEVERAL,
    },
    LegacyRequest: {
      anyOf: [ref('LegacyRenderRequest'), ref('LegacyPrintRequest')],
      description: 'The request that `action` selects: a render, which is the default, or a print job.',
    },
    LegacyRenderRequest: bodyOf(
      BODIES.render,
      'A render of the label with this id.',
      actionIs({ default: usual, type: 'string', const: usual }),
    ),
    LegacyPrintRequest: {
      ...bodyOf(
        BODIES.print,
        'A print job of the label with this id.',
        actionIs({ type: 'string', const: 'print' }),
      ),
      ...ONE_OR_SEVERAL,
    },
  } as const satisfies Readonly<Record<string, JsonSchema>>;
}

function schemaOf(member: BodyMember, ref: (name: string) => JsonSchema): JsonSchema {
  const { about } = member;
  const described = about === undefined ? {} : { description: about };
  switch (member.kind) {
    case 'record':
      return ref('Variables');
    case 'records':
      return { ...described, minItems: 1, maxItems: member.max, type: 'array', items: ref('Variables') };
    case 'choice':
      return { default: member.usual, ...described, type: 'string', enum: member.choices };
    case 'count':
      return { default: member.usual, ...described, type: 'integer', minimum: 1, maximum: member.max };
    case 'label id':
      return ref('LabelId');
    default:
      return member satisfies never;
  }
}
