import { HEADS } from '../../units.ts';

/** Resolutions of print heads, and their names for people. */
export const RESOLUTIONS: readonly { readonly dpi: number; readonly name: string }[] = HEADS.map(
  ({ dpi, dotsPerMm }) => ({ dpi, name: `${dpi} dpi (${dotsPerMm} dots/mm)` }),
);

/** Common sizes of labels, in millimetres. */
export const MEDIA: readonly {
  readonly name: string;
  readonly widthMm: number;
  readonly heightMm: number;
}[] = [
  { name: '4 × 6 in (parcel)', widthMm: 101.6, heightMm: 152.4 },
  { name: '4 × 8 in', widthMm: 101.6, heightMm: 203.2 },
  { name: '4 × 4 in', widthMm: 101.6, heightMm: 101.6 },
  { name: '4 × 3 in', widthMm: 101.6, heightMm: 76.2 },
  { name: '4 × 2 in', widthMm: 101.6, heightMm: 50.8 },
  { name: '3 × 2 in', widthMm: 76.2, heightMm: 50.8 },
  { name: '3 × 1 in', widthMm: 76.2, heightMm: 25.4 },
  { name: '2.25 × 1.25 in', widthMm: 57.15, heightMm: 31.75 },
  { name: '2 × 1 in', widthMm: 50.8, heightMm: 25.4 },
  { name: '1 × 0.5 in', widthMm: 25.4, heightMm: 12.7 },
  { name: '105 × 148 mm (A6)', widthMm: 105, heightMm: 148 },
  { name: '100 × 150 mm', widthMm: 100, heightMm: 150 },
  { name: '100 × 100 mm', widthMm: 100, heightMm: 100 },
  { name: '100 × 50 mm', widthMm: 100, heightMm: 50 },
  { name: '70 × 50 mm', widthMm: 70, heightMm: 50 },
  { name: '50 × 25 mm', widthMm: 50, heightMm: 25 },
  { name: '40 × 20 mm', widthMm: 40, heightMm: 20 },
];
