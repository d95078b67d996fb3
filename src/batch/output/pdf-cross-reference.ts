// The cross-reference stream of PDF 1.5 (ISO 32000-1, 7.5.8), which is the end of the file too: where each object begins.
// The table of older files has ten digits for that, and so ends at 10 GB. It is not compressed, so that its length is known
// before its entries are.

/** Enough for 281 TB. */
const PLACE_BYTES = 6;
const ENTRY_BYTES = 1 + PLACE_BYTES;

const UNUSED = 0;
const IN_FILE = 1;

/** @param own number of its object, the last one; entries of all numbers from 0 to this one come behind */
export function tableStart(own: number): string {
  const size = own + 1;
  return `${own} 0 obj\n<</Type/XRef/Size ${size}/W[1 ${PLACE_BYTES} 0]/Root 1 0 R/Length ${size * ENTRY_BYTES}>>\nstream\n`;
}

/** @param place bytes before the object; 0, where no object can begin, for a number that is not used */
export function tableEntry(place: number): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry[0] = place === 0 ? UNUSED : IN_FILE;
  entry.writeUIntBE(place, 1, PLACE_BYTES);
  return entry;
}

/** @param start bytes before the cross-reference stream */
export function tableEnd(start: number): string {
  return `\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
}
