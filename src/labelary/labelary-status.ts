import { FAILURES, type Failure } from '../errors.ts';

/** The status of a failure in Labelary's API: that of the service, but for a size, which is a part of the call here. */
export function labelaryStatus({ code }: Failure): number {
  return code === 'dimensions_invalid' ? 400 : FAILURES[code].status;
}
