/** Prints why tests are skipped; with REQUIRE_SERVICES=1, throws it as an error. */
export function skipOrFail(reason: string): void {
  if (process.env['REQUIRE_SERVICES'] === '1') throw new Error(reason);
  console.log(`skipped: ${reason}`);
}
