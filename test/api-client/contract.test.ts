import { expect, expectTypeOf, it } from 'vitest';
import type { z } from 'zod';
import type * as contract from '../../src/api-client/contract.ts';
import { PlatenClient, RefusedError } from '../../src/api-client/platen-client.ts';
import { FAILURES, type FailureCode } from '../../src/errors.ts';
import type * as answers from '../../src/http/answer-schemas.ts';
import type { ErrorAnswer } from '../../src/http/answer-schemas.ts';
import { openApiDocument } from '../../src/http/openapi/document.ts';
import { ANSWER_EXAMPLES } from '../../src/http/openapi/examples.ts';
import type { BODIES, BODY_MEMBERS, MemberName, ValueOf } from '../../src/record/body-members.ts';
import { KEY, LABEL_ID } from './scripted-server.ts';

/** As what is answered is declared by the client. */
type Deep<T> = unknown extends T ? T : { readonly [K in keyof T]: Deep<T[K]> };

/** A member as it may be sent: records may have anything for values. */
type Sendable<Name extends MemberName> = {
  record: object;
  records: readonly object[];
  choice: ValueOf<Name>;
  count: ValueOf<Name>;
  'label id': ValueOf<Name>;
}[(typeof BODY_MEMBERS)[Name]['kind']];
/** A body as it may be sent. */
type Sent<Body extends keyof typeof BODIES> = {
  readonly [Name in (typeof BODIES)[Body][number]]?: Sendable<Name> | undefined;
};

/** Failing answers that the description has, each by its code. */
const REFUSALS = Object.values(openApiDocument('/label-api').components.responses).flatMap(({ content }) =>
  Object.entries(content?.['application/json']?.examples ?? {}).map(
    ([code, { value }]) => [code as FailureCode, value as z.output<typeof ErrorAnswer>] as const,
  ),
);

/** A client whose requests are all answered so. */
const answeredBy = (answer: () => Response): PlatenClient =>
  new PlatenClient({
    url: 'https://labels.example/label-api',
    key: KEY,
    maxAttempts: 1,
    fetch: () => Promise.resolve(answer()),
  });

it('declares what the schemas of the API description say: held by the compiler', () => {
  expectTypeOf<contract.Label>().toEqualTypeOf<Deep<z.output<typeof answers.LabelAnswer>>>();
  expectTypeOf<contract.LabelDetail>().toEqualTypeOf<Deep<z.output<typeof answers.LabelDetailAnswer>>>();
  expectTypeOf<contract.LabelList>().toEqualTypeOf<Deep<z.output<typeof answers.LabelListAnswer>>>();
  expectTypeOf<contract.BarcodeFault>().toEqualTypeOf<Deep<z.output<typeof answers.BarcodeFaultAnswer>>>();
  expectTypeOf<contract.TransformFault>().toEqualTypeOf<
    Deep<z.output<typeof answers.TransformFaultAnswer>>
  >();
  expectTypeOf<contract.EncodingFault>().toEqualTypeOf<Deep<z.output<typeof answers.EncodingFaultAnswer>>>();
  expectTypeOf<contract.ValidateResult>().toEqualTypeOf<
    Deep<z.output<typeof answers.ValidateResultAnswer>>
  >();
  expectTypeOf<contract.ErrorCode>().toEqualTypeOf<FailureCode>();
  expectTypeOf<contract.RenderRequest>().toExtend<Sent<'render'>>();
  expectTypeOf<keyof contract.RenderRequest>().toEqualTypeOf<keyof Sent<'render'>>();
  expectTypeOf<contract.PrintRequest>().toExtend<Sent<'print'>>();
  expectTypeOf<keyof contract.PrintRequest>().toEqualTypeOf<keyof Sent<'print'>>();
});

it.each(Object.values(ANSWER_EXAMPLES.LabelList))('reads the described list', async ({ value }) => {
  await expect(answeredBy(() => Response.json(value)).listLabels()).resolves.toEqual(value);
});

it.each(Object.values(ANSWER_EXAMPLES.LabelResponse))('reads the described label', async ({ value }) => {
  await expect(answeredBy(() => Response.json(value)).getLabel(LABEL_ID)).resolves.toEqual(value.data);
});

it.each(Object.values(ANSWER_EXAMPLES.ValidateResult))('reads the described check', async ({ value }) => {
  const checked = answeredBy(() => Response.json(value)).validateRender(LABEL_ID);
  await expect(checked).resolves.toMatchObject({ labelCount: value.labels });
});

it.each(REFUSALS)('reads the described refusal %s', async (code, body) => {
  const { status } = FAILURES[code];
  const headers = { 'x-svc-error-code': code, 'retry-after': '600' };
  const call = answeredBy(() => Response.json(body, { status, headers })).print(LABEL_ID);
  await expect(call).rejects.toThrow(RefusedError);
  await expect(call).rejects.toMatchObject({
    status,
    code,
    fields: body.fields ?? [],
    records: body.records ?? [],
    transforms: body.transforms ?? [],
    requiredScope: body.required_scope ?? null,
    outputFormat: body.output_format ?? null,
    retryAfterSeconds: 600,
  });
});
