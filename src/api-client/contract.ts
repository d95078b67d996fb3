// Requests and answers of the API, under their names on the wire. A test compares these types with the schemas of the
// OpenAPI document.

/** The saved fidelity of a label. */
export type OutputFormat = 'bitmap' | 'vector';

/** A saved label. */
export interface Label {
  readonly id: string;
  readonly name: string;
  /** Millimetres. */
  readonly width: number;
  /** Millimetres. */
  readonly height: number;
  readonly dpi: number;
  /** Grows by 1 each time that the label is saved. */
  readonly revision: number;
  /** ISO 8601, UTC. */
  readonly created_at: string;
  /** ISO 8601, UTC. */
  readonly updated_at: string;
  readonly output_format: OutputFormat;
}

export interface LabelDetail extends Label {
  /** Names that the label has placeholders for, without braces. */
  readonly dynamic_tokens: readonly string[];
  /** As it was saved; null when no ZPL was saved. */
  readonly zpl: string | null;
}

/** A page of the list of labels, last changed first. */
export interface LabelList {
  readonly data: readonly Label[];
  readonly pagination: {
    readonly limit: number;
    readonly offset: number;
    readonly total: number | null;
    /** The offset of the next page; null at the end. */
    readonly next_offset: number | null;
  };
}

/** A page of the list of labels. */
export interface PageRequest {
  /** 1 to 100; 50 if absent. */
  readonly limit?: number | undefined;
  /** 0 to 10000; 0 if absent. */
  readonly offset?: number | undefined;
}

/**
 * Values by placeholder name, which is compared without case. At most 50 names of 80 characters, and values of 1000
 * characters. A value that is no string is inserted as its JSON, and null as an empty text.
 */
export type Variables = Readonly<Record<string, Value>>;

type Value = string | number | boolean | null;

/**
 * Variables as an `interface`, which TypeScript does not take for a `Record`. Use it as `Row extends VariablesOf<Row>`.
 */
export type VariablesOf<Row> = object & { readonly [Name in keyof Row]: Value };

export type RenderFormat = 'zpl' | 'png' | 'pdf';

export interface RenderRequest<
  Format extends RenderFormat = RenderFormat,
  Row extends VariablesOf<Row> = Variables,
> {
  readonly variables?: Variables | Row | undefined;
  /** `zpl` if absent. */
  readonly format?: Format | undefined;
}

/** A print job: one record as `variables`, or up to 25 as `records`; at most 100 labels in all. */
export type PrintRequest<Row extends VariablesOf<Row> = Variables> = {
  /** Copies of each record, 1 to 100; 1 if absent. */
  readonly copies?: number | undefined;
} & (
  | { readonly variables?: Variables | Row | undefined; readonly records?: undefined }
  | { readonly records: readonly (Variables | Row)[]; readonly variables?: undefined }
);

/** The answer to a valid request that was only checked. */
export interface ValidateResult {
  readonly ok: true;
  /** Labels that the request would make. */
  readonly labels: number;
}

/** A barcode that cannot be made with the sent values. */
export interface BarcodeFault {
  readonly symbology: string;
  /** The field's data as saved. */
  readonly template: string;
  /** The value to encode. */
  readonly value: string;
  /** The reason, and the allowed values. */
  readonly reason: string;
}

/** A saved transform that fails on the sent values. */
export interface TransformFault {
  /** Index of the record, from 0. */
  readonly record: number;
  readonly variable: string;
  /** Index of the step, from 0. */
  readonly step: number;
  readonly value: string;
  readonly reason: string;
}

/** A field whose value cannot be written in the label's encoding. */
export interface EncodingFault {
  /** The record of the job, from 0. */
  readonly record: number;
  /** The field's data as saved, with its placeholders. */
  readonly template: string;
  /** The first character that cannot be written. */
  readonly character: string;
}

/** Names of refusals; `docs/errors.md` of the service says what each means. A newer service may have more. */
export type ErrorCode =
  | 'malformed_request'
  | 'invalid_request'
  | 'key_missing'
  | 'key_unknown'
  | 'entitlement_inactive'
  | 'scope_missing'
  | 'route_not_found'
  | 'label_not_found'
  | 'method_not_allowed'
  | 'body_timeout'
  | 'arrival_timeout'
  | 'zpl_not_saved'
  | 'dimensions_invalid'
  | 'bitmap_dynamic_output_incompatible'
  | 'too_large'
  | 'barcode_invalid'
  | 'encoding_unsupported'
  | 'field_transform_invalid'
  | 'budget_exceeded'
  | 'guard_exceeded'
  | 'headers_too_large'
  | 'internal'
  | 'renderer_failed'
  | 'guard_unavailable'
  | 'schema_unfit'
  | 'busy'
  | 'renderer_timeout';
