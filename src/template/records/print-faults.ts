import {
  type BarcodeFault,
  type EncodingFault,
  FailureError,
  type FailureFacts,
  fail,
  type Pointing,
  type TransformFault,
} from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import {
  type ContentFaults,
  FAULT_CODE_UNITS,
  type FailedStep,
  faultySymbologies,
  type UnwritableField,
} from './content-faults.ts';

/** Names, and values that cannot be written, in the error's text; the rest are counted there. */
const NAMED_MAX = 5;
const NAME_CODE_UNITS_MAX = 80;

/**
 * Faults of a print job: all records are examined, whatever is wrong with some, and all failures are in one answer.
 * The same fault counts once in a record, and again in the next one.
 */
export class PrintFaults implements ContentFaults {
  readonly #records: number;
  #record = 0;
  readonly #failed = new Set<number>();
  #codeUnits = 0;
  readonly #symbologies = new Set<string>();
  readonly #fields: BarcodeFault[] = [];
  /** The record of each of the fields. */
  readonly #recordOfField: number[] = [];
  /** Faults of this record, as JSON. */
  readonly #seen = new Set<string>();
  readonly #variables = new Set<string>();
  readonly #transforms: TransformFault[] = [];
  readonly #encoding: EncodingFault[] = [];
  /** Reasons why values cannot be written, with their records. */
  readonly #unwritable = new Map<string, Set<number>>();

  constructor(records: number) {
    this.#records = records;
  }

  begin(record: number): void {
    this.#record = record;
    this.#seen.clear();
  }

  barcode(fault: BarcodeFault): void {
    this.#failed.add(this.#record);
    this.#symbologies.add(fault.symbology);
    if (this.#fields.length >= LIMITS.faults) return;
    const json = JSON.stringify(fault);
    if (this.#seen.has(json) || !this.#hasRoom(json)) return;
    this.#seen.add(json);
    this.#fields.push(fault);
    this.#recordOfField.push(this.#record);
  }

  step({ variable, step, value, reason }: FailedStep): void {
    this.#failed.add(this.#record);
    this.#variables.add(variable);
    const shown = value.slice(0, LIMITS.variableValueUnits);
    const fault = { record: this.#record, variable, step, value: shown, reason };
    if (this.#transforms.length < LIMITS.faults && this.#hasRoom(JSON.stringify(fault))) {
      this.#transforms.push(fault);
    }
  }

  unwritable(error: unknown, field: () => UnwritableField): void {
    if (!(error instanceof FailureError) || error.failure.code !== 'encoding_unsupported') throw error;
    this.#failed.add(this.#record);
    const details = error.failure.details ?? '';
    const records = this.#unwritable.get(details) ?? new Set();
    this.#unwritable.set(details, records.add(this.#record));
    if (this.#encoding.length >= LIMITS.faults) return;
    const fault = { record: this.#record, ...field() };
    const json = JSON.stringify(fault);
    if (this.#seen.has(json) || !this.#hasRoom(json)) return;
    this.#seen.add(json);
    this.#encoding.push(fault);
  }

  finish(): void {
    if (this.#failed.size === 0) return;
    const facts: FailureFacts = {
      ...(this.#fields.length === 0 ? {} : { fields: this.#fields, records: this.#recordOfField }),
      ...(this.#transforms.length === 0 ? {} : { transforms: this.#transforms }),
      ...(this.#encoding.length === 0 ? {} : { encoding: this.#encoding }),
    };
    const code =
      this.#variables.size > 0
        ? 'field_transform_invalid'
        : this.#symbologies.size > 0
          ? 'barcode_invalid'
          : 'encoding_unsupported';
    fail(code, this.#clauses(), facts);
  }

  #clauses(): (string | Pointing)[] {
    const clauses: (string | Pointing)[] = [];
    if (this.#records > 1) {
      const failed = `${this.#failed.size} of ${this.#records} records failed`;
      clauses.push(`${failed}, ${recordsInWords(this.#failed)} (counted from 0)`);
    }
    if (this.#variables.size > 0) clauses.push(failedTransforms(this.#variables));
    if (this.#symbologies.size > 0) clauses.push(faultySymbologies(this.#symbologies));
    if (this.#unwritable.size > 0) {
      const values = [...this.#unwritable].map(([details, records]) =>
        this.#records === 1 ? details : `${details} (${recordsInWords(records)})`,
      );
      clauses.push(firstOf(values, '; '));
    }
    return clauses;
  }

  /** Whether the answer has room for a fault, which is counted if so. */
  #hasRoom(json: string): boolean {
    if (this.#codeUnits > 0 && this.#codeUnits + json.length > FAULT_CODE_UNITS) return false;
    this.#codeUnits += json.length;
    return true;
  }
}

/** The clause of a failure whose `transforms` are of these variables. */
export function failedTransforms(variables: Iterable<string>): Pointing {
  const names = new Set([...variables].map((name) => `"${name.slice(0, NAME_CODE_UNITS_MAX)}"`));
  return { text: `transforms of ${firstOf([...names], ', ')}`, see: 'transforms' };
}

/** `record 3`, or `records 3, 7 and 11`. */
function recordsInWords(records: ReadonlySet<number>): string {
  const numbers = [...records];
  const last = numbers.pop();
  return numbers.length === 0 ? `record ${last}` : `records ${numbers.join(', ')} and ${last}`;
}

function firstOf(texts: readonly string[], separator: string): string {
  const more = texts.length - NAMED_MAX;
  return texts.slice(0, NAMED_MAX).join(separator) + (more > 0 ? ` and ${more} more` : '');
}
