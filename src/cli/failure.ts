import { FailureError, failureInFull } from '../errors.ts';

/** The command line itself cannot be understood: exit status 2. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The command was understood and could not be done; the message says what to do. Exit status 1. */
export class CommandFailure extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandFailure';
  }
}

/** Describes an error on one line without a full stop. Barcode faults are spelled out with their reasons. */
export function describeFailure(error: unknown): string {
  const parts = [textOf(error)];
  // An error of several attempts (both addresses of a host, say) has its messages inside.
  if (error instanceof AggregateError) parts.push(...error.errors.map(describeFailure));
  return parts
    .map((part) => part.replace(/(?<!\.)\.$/, ''))
    .join('; ')
    .replace(/\p{Cc}+/gu, ' ')
    .trim();
}

function textOf(error: unknown): string {
  if (error instanceof FailureError) return failureInFull(error.failure);
  return error instanceof Error ? error.message || error.name : String(error);
}
