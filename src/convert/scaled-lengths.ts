import { type DotsPerMm, headOf } from '../units.ts';
import { type CommandEntry, type Slot, slotsOf } from '../zpl/command-table/command-table.ts';
import { BY_HEAD } from './printer-defaults.ts';

/** Lengths in dots for another resolution, within the bounds that their parameters have on both heads. */
export class ScaledLengths {
  readonly ratio: number;
  readonly #from: DotsPerMm;
  readonly #to: DotsPerMm;

  constructor(fromDpi: number, toDpi: number) {
    this.ratio = toDpi / fromDpi;
    this.#from = headOf(fromDpi);
    this.#to = headOf(toDpi);
  }

  /** A length without bounds. */
  free(number: number): number {
    return Math.round(number * this.ratio);
  }

  /** A length; at least a dot for one that was. */
  bounded(number: number, slot: Slot): number {
    const inOld = within(number, boundsAt(slot, this.#from));
    const length = this.free(inOld);
    return within(inOld > 0 ? Math.max(1, length) : length, boundsAt(slot, this.#to));
  }

  /**
   * A place, rounded so that it makes up for the rounding of the home.
   *
   * @param home dots that a printer adds to the place, before scaling
   */
  place(number: number, home: number, slot: Slot): number {
    const whole = this.free(home + within(number, boundsAt(slot, this.#from)));
    return within(whole - this.free(home), boundsAt(slot, this.#to));
  }

  /** Whether the number is within its bounds on the old head. */
  isInBounds(number: number, slot: Slot): boolean {
    const [least, most] = boundsAt(slot, this.#from);
    return number >= least && number <= most;
  }

  /** The value for a length that a command leaves out; null if the printer's own is right. */
  byDefault(name: string, slot: Slot): string | null {
    const { name: parameter, fallback } = slot.parameter;
    const of = (head: DotsPerMm): unknown => BY_HEAD[name]?.(head)[parameter] ?? fallback;
    const old = of(this.#from);
    if (typeof old !== 'number' || old <= 0) return null;
    const wanted = this.bounded(old, slot);
    return wanted === of(this.#to) ? null : String(wanted);
  }
}

const slotsByName = new Map<string, readonly Slot[]>();

/** The parameters of a command that are lengths. */
export function lengthSlots(name: string, entry: CommandEntry): readonly Slot[] {
  let slots = slotsByName.get(name);
  if (slots === undefined) {
    slots = slotsOf(entry).filter(({ parameter }) => parameter.kind === 'dots' || parameter.countsDots);
    slotsByName.set(name, slots);
  }
  return slots;
}

function boundsAt(
  { min, max, parameter: { bounds, coarse } }: Slot,
  head: DotsPerMm,
): readonly [number, number] {
  if (coarse === undefined || bounds === undefined) return [min, max];
  return head === 24 ? bounds : coarse;
}

function within(number: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, number));
}
