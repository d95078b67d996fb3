/** Bits into bytes, most significant first, up to a capacity given in advance. */
export class BitWriter {
  readonly bytes: Uint8Array;
  /** Bits written so far. */
  length = 0;

  constructor(capacityBytes: number) {
    this.bytes = new Uint8Array(capacityBytes);
  }

  /** Appends the low `count` bits of `value`, at most 24. Bits past the capacity are lost. */
  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) {
      if ((value >> bit) & 1) {
        const at = this.length >> 3;
        if (at < this.bytes.length) this.bytes[at] = (this.bytes[at] as number) | (0x80 >> (this.length & 7));
      }
      this.length++;
    }
  }
}
