import { LIMITS } from '../limits.ts';

/** `__proto__`, `constructor` and the other names that every object answers to. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set([
  'prototype',
  ...Object.getOwnPropertyNames(Object.prototype),
]);

/** What is wrong with a name, or null. */
export function wrongName(name: string): string | null {
  if (name === '') return 'must not have a blank name';
  if (name.length > LIMITS.variableNameUnits) {
    return `has a name longer than ${LIMITS.variableNameUnits} characters`;
  }
  return RESERVED_NAMES.has(name) ? `must not use the reserved name "${name}"` : null;
}
