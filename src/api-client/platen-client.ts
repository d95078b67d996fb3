import {
  type Checked,
  type PrintJob,
  type Rendered,
  readChecked,
  readJson,
  readPrintJob,
  readRendered,
  readSavedZpl,
  type SavedZpl,
} from './answers.ts';
import { type Call, callService } from './attempts.ts';
import {
  type ClientSettings,
  checkOptions,
  checkTimeout,
  type PlatenClientOptions,
} from './client-options.ts';
import type {
  Label,
  LabelDetail,
  LabelList,
  PageRequest,
  PrintRequest,
  RenderFormat,
  RenderRequest,
  Variables,
  VariablesOf,
} from './contract.ts';
import { withDeadline } from './deadline.ts';
import { type Exchange, fetchExchange, type Incoming, type Outgoing } from './exchange.ts';
import { Pacer } from './pacer.ts';
import { TimedOutError, UsageError } from './platen-error.ts';
import { isLabelAnswer, isLabelList } from './promised.ts';
import { requestJson } from './request-json.ts';

export type { Checked, PrintJob, Rendered, SavedZpl } from './answers.ts';
export type { PlatenClientOptions } from './client-options.ts';
export type * from './contract.ts';
export * from './platen-error.ts';

/** Of one call. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's. */
  readonly timeoutMs?: number | undefined;
}

export interface PrintOptions extends CallOptions {
  /**
   * Sends the job again when its answer was lost, instead of failing with an `AnswerLostError`. Its units are then
   * charged again; for who prints nothing but what `print` returns, nothing else can happen twice.
   */
  readonly resend?: boolean | undefined;
}

const LABEL_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The service answers no greater offset. */
const MAX_OFFSET = 10_000;
const MAX_PAGE = 100;

/**
 * A client of one service, with one key. Calls made at the same time share the key's rate budget: where it is used up,
 * they wait for their turn. Each call rejects with a {@link PlatenError}, or with the reason of its `signal`.
 *
 * ```ts
 * const platen = new PlatenClient({ url: 'https://labels.example/label-api', key });
 * const { data } = await platen.render(labelId, { format: 'png', variables: { name: 'Zoë' } });
 * ```
 */
export class PlatenClient {
  readonly #settings: ClientSettings;
  readonly #exchange: Exchange;
  readonly #pacer: Pacer | null;

  /**
   * Throws a {@link UsageError} for options that cannot work.
   *
   * @param connect how requests go where they do not go by `fetch`; for this package itself
   */
  constructor(options: PlatenClientOptions, connect?: (settings: ClientSettings) => Exchange) {
    this.#settings = checkOptions(options);
    this.#exchange = connect?.(this.#settings) ?? fetchExchange(this.#settings.fetch);
    this.#pacer = this.#settings.pacing ? new Pacer() : null;
  }

  /** One page of the account's labels, last changed first. */
  async listLabels({ limit = 50, offset = 0 }: PageRequest = {}, options?: CallOptions): Promise<LabelList> {
    const read = (answer: Incoming) => readJson(answer, isLabelList);
    return this.#call({ path: `/labels?limit=${limit}&offset=${offset}`, read }, options);
  }

  /** The account's labels, page by page as they are asked for: the first 10100, which is as far as the service lists. */
  async *labels(options?: CallOptions): AsyncGenerator<Label, void, undefined> {
    for (let offset: number | null = 0; offset !== null && offset <= MAX_OFFSET; ) {
      const { data, pagination }: LabelList = await this.listLabels({ limit: MAX_PAGE, offset }, options);
      yield* data;
      offset = pagination.next_offset;
    }
  }

  /** A label with the names of its placeholders and its ZPL. */
  async getLabel(labelId: string, options?: CallOptions): Promise<LabelDetail> {
    const read = (answer: Incoming) => readJson(answer, isLabelAnswer);
    const { data } = await this.#call({ path: pathOf(labelId), read }, options);
    return data;
  }

  /** A label's ZPL as it was saved. */
  async downloadZpl(labelId: string, options?: CallOptions): Promise<SavedZpl> {
    return this.#call({ path: `${pathOf(labelId)}/zpl`, read: readSavedZpl }, options);
  }

  /** A label with values in it, as ZPL, PNG or PDF. */
  async render<Format extends RenderFormat = 'zpl', Row extends VariablesOf<Row> = Variables>(
    labelId: string,
    request: RenderRequest<Format, Row> = {},
    options?: CallOptions,
  ): Promise<Rendered<Format>> {
    // `zpl` is what an absent format means, to the service and to the type parameter.
    const format = request.format ?? ('zpl' as Format);
    const read = (answer: Incoming) => readRendered(answer, format);
    return this.#call({ path: `${pathOf(labelId)}/render`, body: request, read }, options);
  }

  /**
   * ZPL for a printer: every record's labels, its copies together. Costs 5 units and one for each record. Rejects with an
   * {@link AnswerLostError} when it was sent and no answer came: it is not sent again then.
   */
  async print<Row extends VariablesOf<Row> = Variables>(
    labelId: string,
    request: PrintRequest<Row> = {},
    options: PrintOptions = {},
  ): Promise<PrintJob> {
    const units = 5 + (request.records?.length ?? 1);
    const path = `${pathOf(labelId)}/print`;
    const repeatable = options.resend ?? false;
    return this.#call({ path, body: request, units, repeatable, read: readPrintJob }, options);
  }

  /** Resolves if `render` would be answered, else rejects as it would; makes nothing. */
  async validateRender<Row extends VariablesOf<Row> = Variables>(
    labelId: string,
    request: RenderRequest<RenderFormat, Row> = {},
    options?: CallOptions,
  ): Promise<Checked> {
    return this.#validate(`${pathOf(labelId)}/render`, request, options);
  }

  /** Resolves if `print` would be answered, else rejects as it would; makes nothing. Costs one unit. */
  async validatePrint<Row extends VariablesOf<Row> = Variables>(
    labelId: string,
    request: PrintRequest<Row> = {},
    options?: CallOptions,
  ): Promise<Checked> {
    return this.#validate(`${pathOf(labelId)}/print`, request, options);
  }

  #validate(path: string, body: object, options: CallOptions | undefined): Promise<Checked> {
    return this.#call({ path: `${path}?validate=true`, body, read: readChecked }, options);
  }

  /** GET, or POST where there is a body. */
  #call<T>(
    { path, body, units = 1, repeatable = true, read }: Request<T>,
    { signal, timeoutMs = this.#settings.timeoutMs }: CallOptions = {},
  ): Promise<T> {
    const { url, key } = this.#settings;
    checkTimeout(timeoutMs);
    const requestId = crypto.randomUUID();
    const headers = { 'x-api-key': key, 'x-request-id': requestId };
    const outgoing: Outgoing =
      body === undefined
        ? { url: url + path, method: 'GET', headers, repeatable, requestId }
        : {
            url: url + path,
            method: 'POST',
            repeatable,
            headers: { ...headers, 'content-type': 'application/json' },
            body: requestJson(body),
            requestId,
          };
    const late = () => new TimedOutError(`The call took longer than ${timeoutMs} ms`, requestId);
    return withDeadline(timeoutMs, signal, late, (deadline) =>
      callService({ outgoing, units, read }, this.#settings, this.#exchange, this.#pacer, deadline),
    );
  }
}

/** What differs between calls. */
interface Request<T> extends Pick<Call<T>, 'read'>, Partial<Pick<Call<T>, 'units'>> {
  /** Below the service's url. */
  readonly path: string;
  readonly body?: object;
  readonly repeatable?: boolean;
}

/** Checked here: as a part of a path, what is no id could lead to another route. */
function pathOf(labelId: string): string {
  if (!LABEL_ID.test(labelId)) throw new UsageError('labelId must be a UUID of version 1 to 5');
  return `/labels/${labelId}`;
}
