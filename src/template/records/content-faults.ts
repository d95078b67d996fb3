import { type BarcodeFault, type EncodingFault, fail, type Pointing } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';
import { nameOfStep } from '../transforms/step-failure.ts';

/** A step that could not be applied to its value. */
export interface FailedStep {
  readonly variable: string;
  /** The step of the transform, from 0, and its work. */
  readonly step: number;
  readonly op: string;
  readonly value: string;
  readonly reason: string;
}

/** A field that cannot be written with its values, as {@link EncodingFault} reports it. */
export type UnwritableField = Omit<EncodingFault, 'record'>;

/** Collects the faults in the content of a request, record by record. */
export interface ContentFaults {
  /** Begins a record; from 0. */
  begin(record: number): void;
  /** A barcode that cannot be encoded. */
  barcode(fault: BarcodeFault): void;
  step(failed: FailedStep): void;
  /**
   * Takes an error that was thrown while a field was written. Throws it unless it is an encoding_unsupported to be
   * kept.
   *
   * @param field returns the field, where that is kept.
   */
  unwritable(error: unknown, field: () => UnwritableField): void;
  /** Fails (422) with all faults that were kept. */
  finish(): void;
}

/** UTF-16 code units of all faults of one answer, as JSON; further faults are left out. */
export const FAULT_CODE_UNITS = 1_048_576;

/** Faults of a render: its barcodes are reported together, the same one once. Any other fault ends it. */
export class RenderFaults implements ContentFaults {
  #barcodes: Map<string, BarcodeFault> | null = null;
  #codeUnits = 0;

  begin(): void {}

  barcode(fault: BarcodeFault): void {
    this.#barcodes ??= new Map();
    if (this.#barcodes.size === LIMITS.faults) return;
    const key = JSON.stringify(fault);
    const hasRoom = this.#codeUnits === 0 || this.#codeUnits + key.length <= FAULT_CODE_UNITS;
    if (this.#barcodes.has(key) || !hasRoom) return;
    this.#barcodes.set(key, fault);
    this.#codeUnits += key.length;
  }

  step({ variable, step, op, reason }: FailedStep): never {
    fail('field_transform_invalid', `transform of "${variable}", ${nameOfStep(step, op)}: ${reason}`);
  }

  unwritable(error: unknown): never {
    throw error;
  }

  finish(): void {
    if (this.#barcodes === null) return;
    const fields = [...this.#barcodes.values()];
    fail('barcode_invalid', [faultySymbologies(fields.map(({ symbology }) => symbology))], { fields });
  }
}

/** The clause of a failure whose `fields` have these symbologies. */
export function faultySymbologies(symbologies: Iterable<string>): Pointing {
  return { text: [...new Set(symbologies)].join(', '), see: 'fields for what is allowed' };
}
