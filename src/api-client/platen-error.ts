import type { BarcodeFault, EncodingFault, ErrorCode, OutputFormat, TransformFault } from './contract.ts';

/** Every failure of a call but an abort, which rejects with the signal's own reason. */
export abstract class PlatenError extends Error {
  abstract override readonly name: string;
}

/** Nothing was sent: an option or an argument has the wrong form. */
export class UsageError extends PlatenError {
  override readonly name = 'UsageError';
}

/** A call that was sent, or was about to be. */
abstract class CallError extends PlatenError {
  /** `X-Request-Id` of the call: an operator finds it in the log. */
  readonly requestId: string;

  constructor(message: string, requestId: string, options?: ErrorOptions) {
    super(message, options);
    this.requestId = requestId;
  }
}

/** Facts of a refusal, besides its text. */
export interface RefusalFacts {
  /** `X-Svc-Error-Code`, for programs to go by. */
  readonly code: ErrorCode | (string & {});
  /** Barcodes that cannot be made: all of them, of all records. */
  readonly fields: readonly BarcodeFault[];
  /** The record of each of `fields`, from 0. Empty for a render. */
  readonly records: readonly number[];
  /** Saved transforms that fail. */
  readonly transforms: readonly TransformFault[];
  /** Fields of a print job whose values the label's encoding lacks. */
  readonly encoding: readonly EncodingFault[];
  /** The scope that the key lacks. */
  readonly requiredScope: string | null;
  readonly outputFormat: OutputFormat | null;
  /** Seconds after which the call would pass, in a 429 or 503; null if absent. */
  readonly retryAfterSeconds: number | null;
}

/** The service refused the call, and did nothing. */
export class RefusedError extends CallError implements RefusalFacts {
  override readonly name = 'RefusedError';
  readonly status: number;
  readonly code: RefusalFacts['code'];
  readonly fields: RefusalFacts['fields'];
  readonly records: RefusalFacts['records'];
  readonly transforms: RefusalFacts['transforms'];
  readonly encoding: RefusalFacts['encoding'];
  readonly requiredScope: RefusalFacts['requiredScope'];
  readonly outputFormat: RefusalFacts['outputFormat'];
  readonly retryAfterSeconds: RefusalFacts['retryAfterSeconds'];

  constructor(message: string, requestId: string, status: number, facts: RefusalFacts) {
    super(message, requestId);
    this.status = status;
    this.code = facts.code;
    this.fields = facts.fields;
    this.records = facts.records;
    this.transforms = facts.transforms;
    this.encoding = facts.encoding;
    this.requiredScope = facts.requiredScope;
    this.outputFormat = facts.outputFormat;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** No whole answer came: the connection broke. */
export class ConnectionError extends CallError {
  override readonly name: string = 'ConnectionError';
}

/** No connection could be made, or its certificate is not trusted, and the runtime says so: nothing was sent. */
export class UnreachableError extends ConnectionError {
  override readonly name = 'UnreachableError';
}

/** The answer broke off. */
export class CutAnswerError extends ConnectionError {
  override readonly name = 'CutAnswerError';
}

/** The call took longer than its `timeoutMs`. */
export class TimedOutError extends CallError {
  override readonly name = 'TimedOutError';
}

/** The answer does not come from this API. */
export abstract class UnexpectedAnswerError extends CallError {
  readonly status: number;

  constructor(message: string, requestId: string, status: number, options?: ErrorOptions) {
    super(message, requestId, options);
    this.status = status;
  }
}

/** Something else answered: a proxy's page, a login form, another service. */
export class ForeignAnswerError extends UnexpectedAnswerError {
  override readonly name = 'ForeignAnswerError';
  /** The wait that its `Retry-After` asks for, in seconds; null without one. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, requestId: string, status: number, retryAfterSeconds: number | null) {
    super(message, requestId, status);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A redirect, which is never followed: the key goes nowhere but to `url`. */
export class RedirectError extends UnexpectedAnswerError {
  override readonly name = 'RedirectError';
  /** The target of a redirect; null on platforms that hide it, such as browsers. */
  readonly location: string | null;

  constructor(message: string, requestId: string, status: number, location: string | null) {
    super(message, requestId, status);
    this.location = location;
  }
}

/** The service's answer lacks what it promises. */
export class MalformedAnswerError extends UnexpectedAnswerError {
  override readonly name = 'MalformedAnswerError';
}

/** The answer is larger than any of the service's. */
export class OversizedAnswerError extends UnexpectedAnswerError {
  override readonly name = 'OversizedAnswerError';
}

/**
 * A print job was sent, and whether it was answered is not known: its labels may have been made and its units charged.
 * The client does not send it again. `cause` is the failure.
 */
export class AnswerLostError extends CallError {
  override readonly name = 'AnswerLostError';
}
