import {
  type Checked,
  type PrintedZpl,
  type PrintJob,
  type Rendered,
  readChecked,
  readJson,
  readPrintedZpl,
  readPrintJob,
  readRendered,
  readSavedZpl,
  type SavedZpl,
} from './answers.ts';
import type { LabelDetail, LabelList, PageRequest, RenderFormat } from './contract.ts';
import type { Incoming, Outgoing } from './exchange.ts';
import { UsageError } from './platen-error.ts';
import { isLabelAnswer, isLabelList } from './promised.ts';

/** A request of the API, and the reader of its answer. */
export interface ApiRequest<T> {
  /** Below the service's url. */
  readonly path: string;
  /** The body of a POST, in JSON; absent for a GET. */
  readonly body?: string;
  /** Units of the rate budget that the request costs. */
  readonly units: number;
  /** Reads an answer of status 200; throws for one that is not the service's, or malformed. */
  readonly read: (answer: Incoming) => T;
}

const LABEL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Units of a print job, besides one for each record. */
const JOB_UNITS = 5;

/** The request for a page of the list of labels. */
export function listRequest({ limit = 50, offset = 0 }: PageRequest): ApiRequest<LabelList> {
  const path = `/labels?limit=${limit}&offset=${offset}`;
  return { path, units: 1, read: (answer) => readJson(answer, isLabelList) };
}

// The functions below throw a `UsageError` for a malformed label id. Bodies are JSON.

/** The request for a label, with its placeholders and its ZPL. */
export function labelRequest(labelId: string): ApiRequest<LabelDetail> {
  return { path: pathOf(labelId), units: 1, read: (answer) => readJson(answer, isLabelAnswer).data };
}

/** The request for the ZPL of a label alone. */
export function savedZplRequest(labelId: string): ApiRequest<SavedZpl> {
  return { path: `${pathOf(labelId)}/zpl`, units: 1, read: readSavedZpl };
}

/** @param format the format in the body, or `zpl` if the body has none */
export function renderRequest<Format extends RenderFormat>(
  labelId: string,
  format: Format,
  body: string,
): ApiRequest<Rendered<Format>> {
  return {
    path: `${pathOf(labelId)}/render`,
    body,
    units: 1,
    read: (answer) => readRendered(answer, format),
  };
}

/** @param records the number of records in the body */
export function printRequest(labelId: string, records: number, body: string): ApiRequest<PrintJob> {
  return { path: `${pathOf(labelId)}/print`, body, units: JOB_UNITS + records, read: readPrintJob };
}

/** A {@link printRequest} whose answer is read as bytes. */
export function zplRequest(labelId: string, records: number, body: string): ApiRequest<PrintedZpl> {
  return { ...printRequest(labelId, records, body), read: readPrintedZpl };
}

/** The same request, to be checked only, for one unit. */
export function checkOf({ path, body }: ApiRequest<unknown>): ApiRequest<Checked> {
  return {
    path: `${path}?validate=true`,
    ...(body === undefined ? {} : { body }),
    units: 1,
    read: readChecked,
  };
}

/**
 * The HTTP request to the service at `url`, with a new request id.
 *
 * @param repeatable see {@link Outgoing}
 */
export function outgoingOf(
  { path, body }: ApiRequest<unknown>,
  { url, key }: { readonly url: string; readonly key: string },
  repeatable: boolean,
): Outgoing {
  const requestId = crypto.randomUUID();
  const headers = { 'x-api-key': key, 'x-request-id': requestId };
  if (body === undefined) return { url: url + path, method: 'GET', headers, repeatable, requestId };
  return {
    url: url + path,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    repeatable,
    requestId,
  };
}

/** The path of a label. The id is checked, since another text could lead to another route. */
function pathOf(labelId: string): string {
  if (!LABEL_ID.test(labelId)) throw new UsageError('labelId must be a UUID of version 1 to 5');
  return `/labels/${labelId}`;
}
