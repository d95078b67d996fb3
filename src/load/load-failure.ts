/** Bad usage: options that make no sense. */
export class LoadUsage extends Error {
  override readonly name = 'LoadUsage';
}

/** The load cannot be made, or cannot go on. The message says what to do, and never contains the key. */
export class LoadStopped extends Error {
  override readonly name = 'LoadStopped';
}

/** The message of a load that ended before there was something to report. */
export const ENDED_EARLY = 'the load was ended before anything was measured';
