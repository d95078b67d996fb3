/** Open resources, closed at the end in reverse order. */
export class ResourceStack {
  readonly #closing: (() => Promise<void> | void)[] = [];

  /** Keeps something until the end. */
  keep<T extends { close(): Promise<void> | void }>(thing: T): T {
    this.#closing.push(() => thing.close());
    return thing;
  }

  /** Closes everything, also what comes after something that fails to; throws the first failure. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const close of this.#closing.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
