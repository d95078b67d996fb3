const LF = 0x0a;
const CR = 0x0d;

/** The lines of a chunk that are not blank, without their ends. */
export function* linesOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(LF, start);
    const next = found < 0 ? bytes.length : found;
    const end = found > start && bytes[found - 1] === CR ? found - 1 : next;
    if (end > start && !(end === start + 1 && bytes[start] === CR)) yield bytes.subarray(start, end);
    start = next + 1;
  }
}
