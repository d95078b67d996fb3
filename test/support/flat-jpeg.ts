/** A JPEG of one grey, of any size: each of its blocks is a code of each table, a bit long. */
export function flatJpeg(
  width: number,
  height: number,
  { components = 3, isProgressive = false, scans = 1 }: FlatJpeg = {},
): Buffer {
  const ids = Array.from({ length: components }, (_, index) => index + 1);
  const sides = [height >> 8, height & 0xff, width >> 8, width & 0xff];
  const bits = Math.ceil(width / 8) * Math.ceil(height / 8) * (isProgressive ? 1 : 2);
  const scan = (of: readonly number[]): readonly Buffer[] => [
    segment(0xda, [of.length, ...of.flatMap((id) => [id, 0]), 0, isProgressive ? 0 : 63, 0]),
    Buffer.alloc(Math.ceil((bits * of.length) / 8)),
  ];
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 1)]),
    segment(isProgressive ? 0xc2 : 0xc0, [8, ...sides, components, ...ids.flatMap((id) => [id, 0x11, 0])]),
    segment(0xc4, [0x00, ...ONE_CODE]),
    segment(0xc4, [0x10, ...ONE_CODE]),
    ...(scans === 1 ? scan(ids) : ids.flatMap((id) => scan([id]))),
    Buffer.from([0xff, 0xd9]),
  ]);
}

export interface FlatJpeg {
  readonly components?: 1 | 3 | 4;
  readonly isProgressive?: boolean;
  /** One scan for all components, or one for each. */
  readonly scans?: 1 | 3;
}

/** A table with one code, of one bit: for 0. */
const ONE_CODE = [1, ...Array.from({ length: 16 }, () => 0)];

function segment(marker: number, body: readonly number[]): Buffer {
  const length = body.length + 2;
  return Buffer.from([0xff, marker, length >> 8, length & 0xff, ...body]);
}
