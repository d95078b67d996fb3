/** A message about the state at the time when it was shown. */
export interface Message {
  readonly text: string;
  readonly isError: boolean;
  /** Whether the message stays until the next one, or until another label is opened. */
  readonly isLasting?: boolean;
}

/** Members of the state whose changes make results and refusals outdated. */
const OUTDATING = ['label', 'text', 'size', 'variables', 'shown', 'placing'];

/**
 * Whether a change of the state ends a message. A new selection ends refusals, which are about the previous one.
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
