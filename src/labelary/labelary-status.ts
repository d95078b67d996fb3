import { FAILURES, type Failure } from '../errors.ts';

/** The status by which Labelary's API says a failure: the API's own, but for a size, which is a part of the call here. */
export function labelaryStatus({ code }: Failure): number {
  return code === 'dimensions_invalid' ? 400 : FAILURES[code].status;
}
