/** Sides of a symbol below ECC 200 with its border, in modules; all are odd. */
export const LEAST_SIDE = 9;
export const MOST_SIDE = 49;

/** ISO/IEC 16022:2000, annex F: the bits that are added to those of a symbol, most significant first. */
export const WHITENING = Buffer.from(
  '05ffc73188a8839c64879f64b3e04d9c80293a90b38b9e9045bff5684b08cf44b8d44c5ba0ab72521ce4d274a4da8a08' +
    'faa7c7dd0030a9e664abd58bed9c79f808d18bc622640b3343d080d444952e6f5e138d476206eb8082c941d5738a3023' +
    '24e37fb2a80bed38424cd7b0ce98bde1d5e4c31d154acfd11f39261893fc19b22dabf26ea19fafd08a2ba056b0416d43' +
    'a463f3aa7daf3557c2944a650b41deb8e23012279b662b345bb899e82871d0956b074d3c7ab3e529b3ba8ccc2de0c9c0' +
    '22ec4cdef85807fc19f264e2c3e2d8b9fd67a0bcf52ec9497562822710f4196f49f7b38414eaebe12a31ab477d0829ac' +
    'bb72fafa62b8c8d3868995fddfcc9cadf1d46c6423242a561f36ebb7d6ffda57f450790800',
  'hex',
);

const LIGHT = -1;
const DARK = -2;
const layouts = new Map<number, Int16Array>();

/**
 * For each module of a finished symbol below ECC 200: the number of its bit, or -1 for light and -2 for dark patterns.
 */
export function convolutionalLayout(side: number): Int16Array {
  let layout = layouts.get(side);
  if (layout === undefined) {
    layout = framed(side, mapping(side - 2));
    layouts.set(side, layout);
  }
  return layout;
}

/** Puts the mapping matrix between the solid and the dashed lines. */
function framed(side: number, bits: Int16Array): Int16Array {
  const cells = new Int16Array(side * side).fill(DARK);
  for (let y = 0; y < side - 1; y++) {
    for (let x = 1; x < side; x++) {
      let cell = (x + y) % 2 === 0 ? DARK : LIGHT;
      if (y > 0 && x < side - 1) cell = bits[(y - 1) * (side - 2) + x - 1] as number;
      cells[y * side + x] = cell;
    }
  }
  return cells;
}

/**
 * The placement grids of ISO/IEC 16022:2000, annex B, as a rule that makes all of them: rows and columns are filled in
 * the order of their reversed bits, each row two modules further, and the first four bits go to the corners.
 */
function mapping(side: number): Int16Array {
  const order = inReversedBits(side);
  const rank = new Map(order.map((value, index) => [value, index]));
  const bits = new Int16Array(side * side);
  for (let y = 0; y < side; y++) {
    const below = side - 1 - y;
    for (let x = 0; x < side; x++) {
      const shifted = (x + 2 * (side - below)) % side;
      bits[y * side + x] = side * (order[shifted] as number) + (rank.get(below) as number);
    }
  }
  const corners = [side * (side - 1), side - 1, 0, side * side - 1];
  corners.forEach((corner, bit) => {
    bits[bits.indexOf(bit)] = bits[corner] as number;
    bits[corner] = bit;
  });
  return bits;
}

/** 0 to `count` - 1 in the order in which their bits, reversed, count up. */
function inReversedBits(count: number): number[] {
  let order = [0];
  for (let step = 1; step < count; step *= 2) order = order.flatMap((value) => [value, value + step]);
  return order.filter((value) => value < count);
}
