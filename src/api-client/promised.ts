// Checks whether JSON from the wire is as the service promises. Unknown members are allowed.
import type {
  BarcodeFault,
  EncodingFault,
  Label,
  LabelDetail,
  LabelList,
  OutputFormat,
  TransformFault,
  ValidateResult,
} from './contract.ts';

type Json = Readonly<Record<string, unknown>>;

/** The value of JSON bytes; undefined if they are no JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The entries of an array that pass the check; none if the value is no array. */
export function each<T>(is: (value: unknown) => value is T, value: unknown): T[] {
  return Array.isArray(value) ? value.filter(is) : [];
}

export function isOutputFormat(value: unknown): value is OutputFormat {
  return value === 'bitmap' || value === 'vector';
}

export function isLabel(value: unknown): value is Label {
  return (
    isObject(value) &&
    allAre('string', value, ['id', 'name', 'created_at', 'updated_at']) &&
    allAre('number', value, ['width', 'height', 'dpi', 'revision']) &&
    isOutputFormat(value['output_format'])
  );
}

export function isLabelAnswer(value: unknown): value is { readonly data: LabelDetail } {
  if (!isObject(value) || !isLabel(value['data'])) return false;
  const { dynamic_tokens: tokens, zpl } = value['data'] as Partial<LabelDetail>;
  return Array.isArray(tokens) && tokens.every(isString) && (zpl === null || isString(zpl));
}

export function isLabelList(value: unknown): value is LabelList {
  if (!isObject(value) || !Array.isArray(value['data']) || !isObject(value['pagination'])) return false;
  const { limit, offset, total, next_offset: next } = value['pagination'];
  return (
    value['data'].every(isLabel) &&
    isNumber(limit) &&
    isNumber(offset) &&
    (total === null || isNumber(total)) &&
    // An offset that does not grow would make an endless list.
    (next === null || (isNumber(next) && next > offset))
  );
}

export function isValidateResult(value: unknown): value is ValidateResult {
  return isObject(value) && value['ok'] === true && typeof value['labels'] === 'number';
}

export function isBarcodeFault(value: unknown): value is BarcodeFault {
  return isObject(value) && allAre('string', value, ['symbology', 'template', 'value', 'reason']);
}

export function isTransformFault(value: unknown): value is TransformFault {
  return (
    isObject(value) &&
    allAre('string', value, ['variable', 'value', 'reason']) &&
    allAre('number', value, ['record', 'step'])
  );
}

export function isEncodingFault(value: unknown): value is EncodingFault {
  return (
    isObject(value) &&
    allAre('string', value, ['template', 'character']) &&
    allAre('number', value, ['record'])
  );
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function allAre(type: 'string' | 'number', value: Json, names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === type);
}
