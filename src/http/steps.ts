/**
 * Steps of which some may have to wait: as the body of an asynchronous function, with `yield*` for `await`. Steps
 * that need not wait are done without a promise, and without a turn of the microtasks for each.
 */
export type Steps<T> = Generator<Promise<unknown>, T, unknown>;

/** Returns an available value at once, and waits for a promised one. */
export function* settled<T>(value: T | Promise<T>): Steps<T> {
  return value instanceof Promise ? ((yield value) as T) : value;
}

/** Takes steps to their end: a promise only where they come to one. */
export function take<T>(steps: Steps<T>): T | Promise<T> {
  return goOn(steps, steps.next());
}

function goOn<T>(steps: Steps<T>, { done, value }: IteratorResult<Promise<unknown>, T>): T | Promise<T> {
  if (done === true) return value;
  return value.then(
    (given) => goOn(steps, steps.next(given)),
    (error: unknown) => goOn(steps, steps.throw(error)),
  );
}
