import { createHash } from 'node:crypto';
import type { BatchLabel } from '../stages.ts';

/** The given value of an option; null if absent. */
export type OptionValue = string | number | boolean | readonly string[] | null;

/** Facts on which the output depends. A run is resumed only with the same facts. */
export interface Fingerprint {
  /** The digest of the rows. */
  readonly input: string;
  readonly label: {
    /** The id of a saved label, or else its name, for messages. */
    readonly name: string;
    readonly revision: number | null;
    readonly digest: string;
  };
  /** By the names of options, dashes included. */
  readonly options: Readonly<Record<string, OptionValue>>;
}

/** @param inputDigest see `RowInput.digest` */
export function fingerprintOf(
  inputDigest: string,
  label: BatchLabel,
  options: Fingerprint['options'],
): Fingerprint {
  const { zpl, size, fieldTransforms, tokens } = label;
  const saved = JSON.stringify([zpl, size.widthMm, size.heightMm, size.dpi, fieldTransforms, tokens]);
  return {
    input: inputDigest,
    label: {
      name: label.id ?? label.name,
      revision: label.revision,
      digest: createHash('sha256').update(saved).digest('hex'),
    },
    options,
  };
}

/** The differences in words; empty if there are none. */
export function changes(was: Fingerprint, is: Fingerprint): string[] {
  const names = [...new Set([...Object.keys(was.options), ...Object.keys(is.options)])];
  return [
    ...(was.input === is.input ? [] : ['the input is not the one that the journal is of']),
    ...labelChanges(was.label, is.label),
    ...names.flatMap((name) => {
      const [before, now] = [was, is].map(({ options }) => shown(options[name] ?? null));
      return before === now ? [] : [`${name} was ${before}, is ${now}`];
    }),
  ];
}

function labelChanges(was: Fingerprint['label'], is: Fingerprint['label']): string[] {
  if (was.name !== is.name) return [`the label was ${was.name}, is ${is.name}`];
  if (was.revision !== is.revision && was.revision !== null && is.revision !== null) {
    return [`label ${is.name} was revision ${was.revision}, is ${is.revision}`];
  }
  return was.digest === is.digest ? [] : [`label ${is.name} is not as it was`];
}

function shown(value: OptionValue): string {
  if (value === null || value === false) return 'not given';
  if (value === true) return 'given';
  return typeof value === 'object' ? value.join(', ') || 'not given' : String(value);
}
