import { MATCH_MAX, MATCH_MIN } from '../../encode/label-codes.ts';
import { type DeflateSteps, DISTANCE_MAX, groupOf } from './block.ts';
import { PRICED_STEPS, Prices } from './prices.ts';

/** Earlier places that are compared: twice as many give codes that are shorter by 0.1 %. */
const PLACES = 8;
/**
 * Length of a match with the byte before or the row above that is good enough: only the last places within it are
 * compared.
 */
const LONG = 100;
const LAST_PLACES = 4;
const HASH_BITS = 14;
/** The price of a way that is not known yet. */
const UNKNOWN = 1 << 30;

const prices = new Prices();
const heads = new Int32Array(1 << HASH_BITS);

/** Memory by the place in the data, used again: new memory each time takes a tenth longer. */
interface Memory {
  /** The number of equal bytes that begin at the place, up to {@link MATCH_MAX}, if it was counted. */
  readonly runs: Uint16Array;
  /** By the place: the place before with the same hash. */
  readonly earlier: Int32Array;
  /** By the place: the price of the cheapest known way to it, and the last step of that way. */
  readonly costs: Int32Array;
  readonly last: Int32Array;
  readonly steps: DeflateSteps;
}

/** Places for which memory is kept: more than the bytes of a field, though a stored picture may have more. */
const KEPT_PLACES = 1 << 17;

let kept: Memory | undefined;

function memoryFor(places: number): Memory {
  if (places > KEPT_PLACES) return makeMemory(places);
  kept ??= makeMemory(KEPT_PLACES);
  return kept;
}

function makeMemory(places: number): Memory {
  return {
    runs: new Uint16Array(places),
    earlier: new Int32Array(places),
    costs: new Int32Array(places),
    last: new Int32Array(places),
    steps: new Int32Array(places),
  };
}

/**
 * The steps through all bytes that take nearly the fewest bits: each match is taken in full, places are left out to
 * which the cheapest way costs more than to a later one, and prices follow the steps so far. Good until the next call.
 *
 * @param bytesPerRow the distance at which most bytes are alike
 */
export function cheapestSteps(data: Uint8Array, bytesPerRow: number): DeflateSteps {
  const { length } = data;
  const { runs, earlier, costs, last, steps } = memoryFor(length + MATCH_MAX + 1);
  const view = new DataView(data.buffer, data.byteOffset, length);
  const { bytes, lengths, distances } = prices;
  const rowStart = bytesPerRow <= DISTANCE_MAX ? bytesPerRow : length;
  const rowDistance = Math.min(bytesPerRow, DISTANCE_MAX);
  const rowGroup = groupOf(rowDistance);
  prices.reset(rowDistance);
  heads.fill(-1);
  costs.fill(UNKNOWN, 0, length + 1);
  costs[0] = 0;
  let count = 0;
  /** Steps that the prices follow. */
  let counted = 0;
  /** A place through which all known ways lead. */
  let meeting = 0;
  /** The furthest place that a way is known to. */
  let reach = 0;
  /** Ends of the bytes like the one here, and like those of the row above. */
  let runEnd = 0;
  let rowEnd = 0;
  /** A place to which a known way may be cheaper than those to the places before. */
  let ahead = 0;
  let aheadCost = 0;
  for (let at = 0; ; ) {
    if (reach === at) {
      let low = count;
      for (let place = at; place > meeting; ) {
        const step = last[place] as number;
        steps[count++] = step;
        place -= Math.max(1, step >> 16);
      }
      for (let high = count - 1; low < high; low++, high--) {
        const step = steps[low] as number;
        steps[low] = steps[high] as number;
        steps[high] = step;
      }
      if (count - counted >= PRICED_STEPS) {
        prices.follow(steps, counted, count);
        counted = count;
      }
      meeting = at;
      costs[at] = 0;
      if (at === length) return steps.subarray(0, count);
    }
    const byte = data[at] as number;
    if (at >= runEnd) {
      const word = Math.imul(byte, 0x01010101);
      runEnd = at + 1;
      while (runEnd + 4 <= length && view.getInt32(runEnd) === word) runEnd += 4;
      while (runEnd < length && data[runEnd] === byte) runEnd++;
    }
    if (at >= rowEnd && at >= rowStart) {
      rowEnd = at;
      while (rowEnd + 4 <= length && view.getInt32(rowEnd) === view.getInt32(rowEnd - rowDistance))
        rowEnd += 4;
      while (rowEnd < length && data[rowEnd] === data[rowEnd - rowDistance]) rowEnd++;
    }
    const run = Math.min(runEnd - at, MATCH_MAX);
    runs[at] = run;
    let place = -1;
    if (at + MATCH_MIN <= length) {
      // Places with the same three bytes, or in a run with the same rest: dots have long runs, in which all places have
      // the same three bytes.
      const key =
        run > MATCH_MIN
          ? (byte << 9) | run | (1 << 24)
          : (byte << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number);
      const hash = Math.imul(key, 0x9e3779b1) >>> (32 - HASH_BITS);
      place = heads[hash] as number;
      earlier[at] = place;
      heads[hash] = at;
    }
    const here = costs[at] as number;
    if (ahead > at && here >= aheadCost) {
      at++;
      continue;
    }
    const literal = here + (bytes[byte] as number);
    if (literal < (costs[at + 1] as number)) {
      costs[at + 1] = literal;
      last[at + 1] = byte;
    }
    let best = MATCH_MIN - 1;
    let distance = 0;
    if (run > best && at > 0 && data[at - 1] === byte) {
      best = run;
      distance = 1;
      const end = at + run;
      const cost = here + (distances[0] as number) + (lengths[run] as number);
      if (cost < (costs[end] as number)) {
        costs[end] = cost;
        last[end] = (run << 16) | 1;
      }
      if (end > ahead || cost < aheadCost) {
        ahead = end;
        aheadCost = costs[end] as number;
      }
    }
    const row = Math.min(rowEnd - at, MATCH_MAX);
    if (row > best) {
      best = row;
      distance = rowDistance;
      const end = at + row;
      const cost = here + (distances[rowGroup] as number) + (lengths[row] as number);
      if (cost < (costs[end] as number)) {
        costs[end] = cost;
        last[end] = (row << 16) | rowDistance;
      }
      if (end > ahead || cost < aheadCost) {
        ahead = end;
        aheadCost = costs[end] as number;
      }
    }
    const near = best;
    const most = Math.min(MATCH_MAX, length - at);
    for (let left = PLACES; place >= 0 && left > 0 && best < most && at - place <= DISTANCE_MAX; left--) {
      if (data[place + best] === data[at + best] && runs[place] === run && data[place] === byte) {
        let same = Math.min(run, most);
        while (same < most && data[place + same] === data[at + same]) same++;
        if (same > best) {
          best = same;
          const end = at + same;
          const cost = here + (distances[groupOf(at - place)] as number) + (lengths[same] as number);
          if (cost < (costs[end] as number)) {
            costs[end] = cost;
            last[end] = (same << 16) | (at - place);
          }
          if (end > ahead || cost < aheadCost) {
            ahead = end;
            aheadCost = costs[end] as number;
          }
        }
      }
      place = earlier[place] as number;
    }
    reach = Math.max(reach, at + (best < MATCH_MIN ? 1 : best));
    if (near < LONG) {
      at++;
      continue;
    }
    // Other ways that reach into the match go on with the rest of it, and it may end a few bytes earlier.
    const end = at + near;
    const start = distances[groupOf(distance)] as number;
    for (let from = at + 1; from <= end - MATCH_MIN; from++) {
      const cost = (costs[from] as number) + start + (lengths[end - from] as number);
      if (cost < (costs[end] as number)) {
        costs[end] = cost;
        last[end] = ((end - from) << 16) | distance;
      }
    }
    const next = near < MATCH_MAX ? end - LAST_PLACES : end;
    for (let to = next; to < end; to++) {
      const cost = here + start + (lengths[to - at] as number);
      if (cost < (costs[to] as number)) {
        costs[to] = cost;
        last[to] = ((to - at) << 16) | distance;
      }
    }
    at = next;
  }
}
