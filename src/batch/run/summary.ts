/** How a batch ended, as `--json` prints it. */
export interface Summary {
  /** Of the input that are done, failed ones included. */
  readonly rows: number;
  /** Copies included. */
  readonly labels: number;
  readonly failed: number;
  /** Placeholders that labels show as they are. */
  readonly unresolved: number;
  /** Of the whole output, or sent to the printer; 0 for output that is not whole. */
  readonly bytes: number;
  /** Of this run and those that it went on from. */
  readonly seconds: number;
  /** Of this run alone, where it went on from others. */
  readonly run_seconds?: number;
  readonly resumed: boolean;
}

/** What became of a batch. */
export interface Outcome {
  readonly summary: Summary;
  /** Why it did not come to its end; null if it did. */
  readonly stopped: Error | null;
}
