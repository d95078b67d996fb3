import { createHash } from 'node:crypto';
import type { BatchLabel } from '../stages.ts';

/** Of an option as it was given: null where it was not. */
export type OptionValue = string | number | boolean | readonly string[] | null;

/** What the output depends on. A run goes on only with the same. */
export interface Fingerprint {
  /** Digest of the rows. */
  readonly input: string;
  readonly label: {
    /** What people call it. */
    readonly name: string;
    readonly revision: number | null;
    readonly digest: string;
  };
  /** By the names of options, dashes included. */
  readonly options: Readonly<Record<string, OptionValue>>;
}

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

/** What is not as it was, each in words; empty if everything is. */
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
