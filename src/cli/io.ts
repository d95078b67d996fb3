/** The environment of a command, for its settings and its output: a process, or a test. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reads standard input. */
  stdin(): AsyncIterable<Uint8Array>;
  stdout(text: string): void;
  /** Standard output is a terminal. */
  readonly isTerminal?: boolean;
  stderr(text: string): void;
  /** Standard error itself, for progress, which a terminal shows in place. */
  readonly errors: NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
}

/** Writes a command's answer: one JSON document with `--json`, else the text for people. */
export function answer(io: Io, asJson: boolean, value: unknown, text: () => string): void {
  io.stdout(asJson ? `${JSON.stringify(value)}\n` : `${text()}\n`);
}
