interface StoppedOptions extends ErrorOptions {
  /** Whether the message already says when `--resume` goes on. False if absent. */
  readonly saysResume?: boolean;
}

/** The batch cannot go on. Finished rows are kept, and `--resume` continues after them. The message says what to do. */
export class BatchStopped extends Error {
  override readonly name: string = 'BatchStopped';
  readonly saysResume: boolean;

  constructor(message: string, { saysResume = false, ...options }: StoppedOptions = {}) {
    super(message, options);
    this.saysResume = saysResume;
  }
}

/** The input cannot be read further. */
export class InputFault extends BatchStopped {
  override readonly name = 'InputFault';
  /** The number of the faulty row. */
  readonly row: number;

  /** @param reason without the row's number, which is put before it. */
  constructor(reason: string, row: number) {
    super(reason);
    this.row = row;
  }
}

/** Bad usage: options that exclude one another, or do not fit the label or the input. */
export class BatchUsage extends Error {
  override readonly name = 'BatchUsage';
}
