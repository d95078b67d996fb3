/** One step of a saved field transform; its parameters are checked when it is applied. */
export interface TransformStep {
  readonly op: string;
  readonly [parameter: string]: unknown;
}

/** Steps applied to a variable's value, in order, before substitution. */
export interface FieldTransform {
  readonly variable: string;
  readonly steps: readonly TransformStep[];
}
