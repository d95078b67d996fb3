import { LONGEST_WAIT_SECONDS } from '../api-client/pause.ts';
import { ForeignAnswerError, type PlatenError, RefusedError } from '../api-client/platen-error.ts';
import type { Kind } from './request-plan.ts';

/** The refused request. */
export interface RefusedRequest {
  readonly labelId: string;
  /** Null for the label itself. */
  readonly kind: Kind | null;
  readonly areMadeUp: boolean;
}

/** The fault of a request and its remedy, on one line. */
export function refusalAdvice(error: PlatenError, asked: RefusedRequest): string {
  const said = error.message.replace(/\.$/, '');
  if (!(error instanceof RefusedError)) return `${said}; ${longWait(error) ?? 'check --url'}`;
  const details = [
    ...error.fields.map(
      ({ symbology, template, reason }) => `${symbology} ${JSON.stringify(template)}: ${reason}`,
    ),
    ...error.transforms.map(({ variable, reason }) => `variable ${JSON.stringify(variable)}: ${reason}`),
  ].slice(0, 5);
  const what = asked.kind === null ? `label ${asked.labelId}` : `${asked.kind} of label ${asked.labelId}`;
  return `${what} was answered ${error.status}: ${[said, ...new Set(details)].join('; ')}; ${longWait(error) ?? remedy(error, asked)}`;
}

/** The advice for an answer that asks for a longer wait than a command makes; null for others. */
function longWait(error: PlatenError): string | null {
  if (!(error instanceof RefusedError || error instanceof ForeignAnswerError)) return null;
  const seconds = error.retryAfterSeconds ?? 0;
  return seconds > LONGEST_WAIT_SECONDS ? `start again after the ${seconds} s that it asks to wait` : null;
}

function remedy({ status, code }: RefusedError, { kind, areMadeUp }: RefusedRequest): string {
  if (status === 401) return 'check --key-file: the key may be revoked';
  if (code === 'scope_missing' && kind === null)
    return 'use a full key, or give values with --variables, so that the label need not be read';
  if (status === 403) return 'use another key, or check the plan of its account';
  if (code === 'label_not_found') return "check --label: the key's account has none of this id";
  if (status === 404)
    return 'check --url: it must end with the base path, as http://127.0.0.1:8080/label-api';
  if (status === 422 || status === 400) {
    return areMadeUp
      ? 'the values were made up from its tokens: give fitting ones with --variables FILE.json'
      : 'correct the values of --variables';
  }
  if (status === 429) return 'wait a minute, or raise the budget (platen accounts set-rate)';
  if (status === 413 && kind === 'print') return 'use shorter values, or leave print out of --mix';
  if (status === 409 || status === 413)
    return `save the label otherwise, or leave ${kind ?? 'it'} out of --mix`;
  return 'check the service, then start again';
}
