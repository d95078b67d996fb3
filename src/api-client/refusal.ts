import type { Incoming } from './exchange.ts';
import { ForeignAnswerError, RefusedError } from './platen-error.ts';
import {
  each,
  isBarcodeFault,
  isEncodingFault,
  isNumber,
  isObject,
  isOutputFormat,
  isTransformFault,
  parseJson,
} from './promised.ts';
import { retryAfterSeconds } from './retry-after.ts';

/**
 * The error of an answer that is not 200: a refusal if it has `X-Svc-Error-Code`, which all refusals of the service
 * have.
 */
export function refusalOf(answer: Incoming): RefusedError | ForeignAnswerError {
  const { status, headers, requestId } = answer;
  const code = headers.get('x-svc-error-code');
  if (code === null) return foreignAnswer(answer);
  const json = parseJson(answer.bytes);
  const body = isObject(json) ? json : {};
  const text = typeof body['error'] === 'string' ? body['error'] : `The service refused this: ${code}.`;
  return new RefusedError(
    code === 'route_not_found' ? `${text} Is the url right?` : text,
    requestId,
    status,
    {
      code,
      fields: each(isBarcodeFault, body['fields']),
      records: each(isNumber, body['records']),
      transforms: each(isTransformFault, body['transforms']),
      encoding: each(isEncodingFault, body['encoding']),
      requiredScope: typeof body['required_scope'] === 'string' ? body['required_scope'] : null,
      outputFormat: isOutputFormat(body['output_format']) ? body['output_format'] : null,
      retryAfterSeconds: retryAfterSeconds(headers),
    },
  );
}

/** The error of an answer that is not the service's. */
export function foreignAnswer({ status, headers, requestId }: Incoming): ForeignAnswerError {
  const type = headers.get('content-type') ?? 'of no type';
  const message = `Something other than the service answered, perhaps a proxy: status ${status}, ${type}`;
  return new ForeignAnswerError(message, requestId, status, retryAfterSeconds(headers));
}
