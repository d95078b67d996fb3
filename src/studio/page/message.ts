/** Words for people about the state as it was when they were said. */
export interface Message {
  readonly text: string;
  readonly isError: boolean;
  /** Whether they stay true until others take their place, or another label is opened. */
  readonly isLasting?: boolean;
}

/** Members of the state after whose change results and refusals are no longer true. */
const OUTDATING = ['label', 'text', 'size', 'variables', 'shown', 'placing'];

/**
 * Whether a change of the state ends a message. A new selection ends refusals, which were about the one before.
 *
 * @param changed the names of the members that changed
 * @param isOtherLabel whether another label is open now
 */
export function isOutdated(
  { text, isError, isLasting = false }: Message,
  changed: ReadonlySet<string>,
  isOtherLabel: boolean,
): boolean {
  if (text === '') return false;
  if (isLasting) return isOtherLabel;
  return OUTDATING.some((member) => changed.has(member)) || (isError && changed.has('selected'));
}
