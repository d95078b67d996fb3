/** The parts that all QR symbols of a version share. */
export interface QrLayout {
  readonly size: number;
  /** Cells with finder, timing and alignment patterns and version information drawn, the rest 0. */
  readonly template: Uint8Array;
  /** Cells of the data bits, in the order in which they are filled. */
  readonly order: Uint16Array;
  /** The two places of each of the 15 format bits. */
  readonly formatCells: readonly (readonly [number, number])[];
}

const layouts: (QrLayout | undefined)[] = [];

/** The layout of a version from 1 to 40; computed once. */
export function qrLayout(version: number): QrLayout {
  layouts[version] ??= makeLayout(version);
  return layouts[version];
}

/** A symbol while its patterns are set; `taken` is 1 where no data goes. */
interface Frame extends Omit<QrLayout, 'order'> {
  readonly taken: Uint8Array;
  set(x: number, y: number, black: boolean): void;
}

/** Timing and finder patterns and the places of the format bits, which both models have. */
export function qrFrame(size: number): Frame {
  const template = new Uint8Array(size * size);
  const taken = new Uint8Array(size * size);
  const set = (x: number, y: number, black: boolean) => {
    template[y * size + x] = black ? 1 : 0;
    taken[y * size + x] = 1;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const) {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const x = cx + dx;
        const y = cy + dy;
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        if (x >= 0 && x < size && y >= 0 && y < size) set(x, y, ring !== 2 && ring !== 4);
      }
    }
  }
  const formatCells = formatPlaces(size);
  for (const places of formatCells) for (const cell of places) taken[cell] = 1;
  set(8, size - 8, true);
  return { size, template, taken, formatCells, set };
}

function makeLayout(version: number): QrLayout {
  const size = version * 4 + 17;
  const { template, taken, formatCells, set } = qrFrame(size);
  const centres = alignmentCentres(version, size);
  const last = centres.length - 1;
  centres.forEach((cy, row) => {
    centres.forEach((cx, column) => {
      // Three corners belong to finder patterns.
      if ((row === 0 && (column === 0 || column === last)) || (row === last && column === 0)) return;
      for (let dy = -2; dy <= 2; dy++) {
        for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
      }
    });
  });
  if (version >= 7) {
    const bits = versionBits(version);
    for (let i = 0; i < 18; i++) {
      const black = ((bits >> i) & 1) === 1;
      const far = size - 11 + (i % 3);
      const near = Math.floor(i / 3);
      set(far, near, black);
      set(near, far, black);
    }
  }
  return { size, template, order: dataOrder(size, taken), formatCells };
}

function alignmentCentres(version: number, size: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const centres = [6];
  for (let i = count - 2; i >= 0; i--) centres.push(size - 7 - i * step);
  return centres;
}

/** The places of each format bit, from the least significant. */
function formatPlaces(size: number): [number, number][] {
  const places: [number, number][] = [];
  for (let i = 0; i < 15; i++) {
    const column = i < 6 ? 8 : i < 8 ? 8 : i === 8 ? 7 : 14 - i;
    const row = i < 6 ? i : i === 6 ? 7 : 8;
    const second = i < 8 ? 8 * size + size - 1 - i : (size - 15 + i) * size + 8;
    places.push([row * size + column, second]);
  }
  return places;
}

/** The version number with its Golay check bits. */
function versionBits(version: number): number {
  let remainder = version;
  for (let i = 0; i < 12; i++) remainder = (remainder << 1) ^ ((remainder >> 11) * 0x1f25);
  return (version << 12) | remainder;
}

/** Free cells in columns of two from the right, upwards and downwards in turn, passing the timing column. */
function dataOrder(size: number, taken: Uint8Array): Uint16Array {
  const order: number[] = [];
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let i = 0; i < size; i++) {
      const row = upwards ? size - 1 - i : i;
      for (const cell of [row * size + right, row * size + right - 1])
        if (taken[cell] === 0) order.push(cell);
    }
    upwards = !upwards;
  }
  return Uint16Array.from(order);
}
