import { FAILURES, type Failure } from '../errors.ts';

/** The HTTP status of a failure: that of the service, except for sizes, which are a part of the call in this API. */
export function labelaryStatus({ code }: Failure): number {
  return code === 'dimensions_invalid' ? 400 : FAILURES[code].status;
}
