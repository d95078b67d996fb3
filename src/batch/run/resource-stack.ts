/** Open resources, closed at the end in reverse order. */
export class ResourceStack {
  readonly #closing: (() => Promise<void> | void)[] = [];

  /** Keeps a resource, to be closed at the end. Returns it. */
  keep<T extends { close(): Promise<void> | void }>(thing: T): T {
    this.#closing.push(() => thing.close());
    return thing;
  }

  /** Closes all resources, even if one of them fails to close; throws the first failure. */
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
