import type { Checked, PrintJob, Rendered, SavedZpl } from './answers.ts';
import {
  type ApiRequest,
  checkOf,
  labelRequest,
  listRequest,
  outgoingOf,
  printRequest,
  renderRequest,
  savedZplRequest,
} from './api-requests.ts';
import { callService } from './attempts.ts';
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
import { type Exchange, fetchExchange } from './exchange.ts';
import { Pacer } from './pacer.ts';
import { TimedOutError, UsageError } from './platen-error.ts';

export type { Checked, PrintJob, Rendered, SavedZpl } from './answers.ts';
export type { PlatenClientOptions } from './client-options.ts';
export type * from './contract.ts';
export * from './platen-error.ts';

/** Options of one call. */
export interface CallOptions {
  /** Ends the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Replaces the client's. */
  readonly timeoutMs?: number | undefined;
}

export interface PrintOptions extends CallOptions {
  /**
   * Sends the job again when its answer was lost, instead of failing with an `AnswerLostError`. Its units are then
   * charged again. Nothing is printed twice if only the ZPL that `print` returns is printed.
   */
  readonly resend?: boolean | undefined;
}

/** The greatest offset that the service answers. */
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

  /** Throws a `UsageError` for options that cannot work. */
  constructor(options: PlatenClientOptions) {
    this.#settings = checkOptions(options);
    this.#exchange = fetchExchange(this.#settings.fetch);
    this.#pacer = this.#settings.pacing ? new Pacer() : null;
  }

  /** One page of the account's labels, last changed first. */
  async listLabels(page: PageRequest = {}, options?: CallOptions): Promise<LabelList> {
    return this.#call(listRequest(page), options);
  }

  /**
   * The account's labels, page by page as they are asked for: the first 10100, which is as far as the service lists.
   */
  async *labels(options?: CallOptions): AsyncGenerator<Label, void, undefined> {
    for (let offset: number | null = 0; offset !== null && offset <= MAX_OFFSET; ) {
      const { data, pagination }: LabelList = await this.listLabels({ limit: MAX_PAGE, offset }, options);
      yield* data;
      offset = pagination.next_offset;
    }
  }

  /** A label with the names of its placeholders and its ZPL. */
  async getLabel(labelId: string, options?: CallOptions): Promise<LabelDetail> {
    return this.#call(labelRequest(labelId), options);
  }

  /** A label's ZPL as it was saved. */
  async downloadZpl(labelId: string, options?: CallOptions): Promise<SavedZpl> {
    return this.#call(savedZplRequest(labelId), options);
  }

  /** A label with values in it, as ZPL, PNG or PDF. */
  async render<Format extends RenderFormat = 'zpl', Row extends VariablesOf<Row> = Variables>(
    labelId: string,
    request: RenderRequest<Format, Row> = {},
    options?: CallOptions,
  ): Promise<Rendered<Format>> {
    // `zpl` is what an absent format means, to the service and to the type parameter.
    const format = request.format ?? ('zpl' as Format);
    return this.#call(renderRequest(labelId, format, requestJson(request)), options);
  }

  /**
   * ZPL for a printer: every record's labels, its copies together. Costs 5 units and one for each record. Rejects with
   * an {@link AnswerLostError} when it was sent and no answer came: it is not sent again then.
   */
  async print<Row extends VariablesOf<Row> = Variables>(
    labelId: string,
    request: PrintRequest<Row> = {},
    options: PrintOptions = {},
  ): Promise<PrintJob> {
    const { resend = false } = options;
    return this.#call(printJob(labelId, request), options, resend);
  }

  /** Resolves if `render` would be answered, else rejects as it would; makes nothing. */
  async validateRender<Row extends VariablesOf<Row> = Variables>(
    labelId: string,
    request: RenderRequest<RenderFormat, Row> = {},
    options?: CallOptions,
  ): Promise<Checked> {
    return this.#call(checkOf(renderRequest(labelId, 'zpl', requestJson(request))), options);
  }

  /** Resolves if `print` would be answered, else rejects as it would; makes nothing. Costs one unit. */
  async validatePrint<Row extends VariablesOf<Row> = Variables>(
    labelId: string,
    request: PrintRequest<Row> = {},
    options?: CallOptions,
  ): Promise<Checked> {
    return this.#call(checkOf(printJob(labelId, request)), options);
  }

  #call<T>(
    request: ApiRequest<T>,
    { signal, timeoutMs = this.#settings.timeoutMs }: CallOptions = {},
    repeatable = true,
  ): Promise<T> {
    checkTimeout(timeoutMs);
    const { units, read } = request;
    const outgoing = outgoingOf(request, this.#settings, repeatable);
    const { requestId } = outgoing;
    const late = () => new TimedOutError(`The call took longer than ${timeoutMs} ms`, requestId);
    return withDeadline(timeoutMs, signal, late, (deadline) =>
      callService({ outgoing, units, read }, this.#settings, this.#exchange, this.#pacer, deadline),
    );
  }
}

function printJob<Row extends VariablesOf<Row>>(
  labelId: string,
  request: PrintRequest<Row>,
): ApiRequest<PrintJob> {
  return printRequest(labelId, request.records?.length ?? 1, requestJson(request));
}

/** A request's body as JSON. Throws a {@link UsageError} for what JSON cannot say, as `NaN`, a `bigint` or a circle. */
function requestJson(body: object): string {
  try {
    const json = JSON.stringify(body);
    // A look at each value takes half as long again, and values that JSON cannot say are null by now.
    return json.includes('null') ? JSON.stringify(body, refuseInfinite) : json;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`The request cannot be sent as JSON: ${reason}`, { cause });
  }
}

/** JSON would make such numbers null, which is an empty text on the label. */
function refuseInfinite(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new TypeError(`${name} is ${value}`);
  return value;
}
