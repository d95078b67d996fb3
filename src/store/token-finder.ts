/** The facts that decide the names of a label's tokens, and its owner. */
export interface TokenSource {
  readonly id: string;
  readonly accountId: string;
  /** UTF-8. */
  readonly zpl: Uint8Array;
  readonly dynamicTokens: readonly string[];
}

/**
 * Finds the names of a label's dynamic tokens (`dynamic_tokens` of the API), as a JSON array in UTF-8. A label at the
 * limits takes most of a second of processor time, so a process that serves has it done by another thread.
 */
export type TokenFinder = (label: TokenSource) => Promise<Uint8Array>;

/** For a process that serves no requests. */
export async function findTokensHere({ zpl, dynamicTokens }: TokenSource): Promise<Uint8Array> {
  // Loaded late: it brings every symbology along.
  const { dynamicTokenNames } = await import('../template/dynamic-token-names.ts');
  return Buffer.from(JSON.stringify(dynamicTokenNames(zpl, dynamicTokens)));
}
