import { MATCH_MAX, MATCH_MIN } from '../../encode/label-codes.ts';

/** A match is no further back (RFC 1951, 3.2.5). */
const DISTANCE_MAX = 32_768;
/** Earlier places that are looked at: more of them find hardly shorter codes. */
const PLACES = 16;
/** A match that is good enough: within it no others are looked for. */
const ENOUGH = 130;
const HASH_BITS = 15;

/** Earlier bytes that each place can repeat. */
export interface Matches {
  /** Matches in the order of their places: the length times 65,536, and the distance. */
  readonly found: Int32Array;
  /** Ends of the matches of each place. */
  readonly ends: Int32Array;
}

/**
 * Finds the matches of each place: each longer than the one before it, but for that of the row above, which comes last:
 * the code of that distance is short, since it is met often.
 *
 * @param bytesPerRow the distance of the row above
 */
export function findMatches(data: Uint8Array, bytesPerRow: number): Matches {
  const { length } = data;
  let found = new Int32Array(4 * length + 64);
  const ends = new Int32Array(length);
  const runs = runsOf(data);
  const heads = new Int32Array(1 << HASH_BITS).fill(-1);
  const earlier = new Int32Array(length);
  let count = 0;
  let free = 0;
  for (let at = 0; at < length; at++) {
    if (count + PLACES + 2 > found.length) {
      const larger = new Int32Array(2 * found.length);
      larger.set(found);
      found = larger;
    }
    const most = Math.min(MATCH_MAX, length - at);
    if (most >= MATCH_MIN) {
      const run = runs[at] as number;
      const hash = hashOf(data, at, run);
      if (at >= free) {
        let best = MATCH_MIN - 1;
        if (run > best && at > 0 && data[at - 1] === data[at]) {
          best = Math.min(run, most);
          found[count++] = (best << 16) | 1;
        }
        let place = heads[hash] as number;
        for (let left = PLACES; best < most && left > 0 && place >= 0 && at - place <= DISTANCE_MAX; left--) {
          const isAlike = runs[place] === run && data[place] === data[at];
          const same =
            isAlike && data[place + best] === data[at + best] ? sameBytes(data, place, at, run, most) : 0;
          if (same > best) {
            best = same;
            found[count++] = (same << 16) | (at - place);
          }
          place = earlier[place] as number;
        }
        if (at >= bytesPerRow && bytesPerRow <= DISTANCE_MAX) {
          const same = sameBytes(data, at - bytesPerRow, at, 0, most);
          if (same >= MATCH_MIN) found[count++] = (same << 16) | bytesPerRow;
          best = Math.max(best, same);
        }
        if (best >= ENOUGH) free = at + best;
      }
      earlier[at] = heads[hash] as number;
      heads[hash] = at;
    }
    ends[at] = count;
  }
  return { found, ends };
}

/** How many equal bytes each place begins. */
function runsOf(data: Uint8Array): Uint16Array {
  const runs = new Uint16Array(data.length);
  let run = 0;
  for (let at = data.length - 1; at >= 0; at--) {
    run = data[at] === data[at + 1] ? Math.min(run + 1, MATCH_MAX) : 1;
    runs[at] = run;
  }
  return runs;
}

/**
 * Places that may be alike: with the same three bytes, or in a run with the same rest. Dots have long runs, in which
 * all places have the same three bytes.
 */
function hashOf(data: Uint8Array, at: number, run: number): number {
  const byte = data[at] as number;
  const bytes =
    run > MATCH_MIN
      ? (byte << 9) | run | (1 << 24)
      : (byte << 16) | ((data[at + 1] as number) << 8) | (data[at + 2] as number);
  return Math.imul(bytes, 0x9e3779b1) >>> (32 - HASH_BITS);
}

/** @param from so many bytes are known to be the same */
function sameBytes(data: Uint8Array, first: number, second: number, from: number, most: number): number {
  let same = Math.min(from, most);
  while (same < most && data[first + same] === data[second + same]) same++;
  return same;
}
