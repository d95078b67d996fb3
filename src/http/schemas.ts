import type { z as Zod } from 'zod';
import { fail } from '../errors.ts';
import { LIMITS } from '../limits.ts';
import { zod } from '../on-first-use.ts';

const z = zod();

/** Query of the render and print routes: whether the request is only to be checked. */
export const Validation = z.object({
  validate: z
    .enum(['true', 'false'], 'must be true or false')
    .default('false')
    .transform((value) => value === 'true')
    .pipe(z.boolean()),
});

/** Query of a list: decimal digits within bounds, defaults where absent. */
export const Pagination = z.object({
  limit: integerParameter(1, LIMITS.pageSize).default(LIMITS.pageSizeDefault),
  offset: integerParameter(0, LIMITS.pageOffset).default(0),
});

function integerParameter(min: number, max: number) {
  const message = `must be an integer from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));
}

/** Parses a query with a schema or throws `invalid_request` with a message that names the parameter. */
export function check<S extends Zod.ZodType>(schema: S, query: object): Zod.output<S> {
  const result = schema.safeParse(query);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  fail('invalid_request', `${issue?.path.join('.')} ${issue?.message ?? 'is invalid'}`);
}
