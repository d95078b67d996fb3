/** Units that a print job of so many records takes of the rate budget, the one of every authenticated attempt included. */
export function printUnits(records: number): number {
  return 5 + records;
}
