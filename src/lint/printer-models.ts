/** Models of printers that print the same widths. */
export interface PrinterModel {
  /** Without the letter for the kind of print: GK420d is GK420. */
  readonly names: readonly [string, ...string[]];
  /** The greatest width that is printed, in millimetres, by the resolutions that the models are sold with. */
  readonly widthsMm: Readonly<Record<number, number>>;
}

/**
 * Zebra's printers. Widths are the "maximum print width" of Zebra's data sheets, as it is generally known: the sheets
 * were not looked up again, but for the 832 dots of a ZD621 at 203 dpi, which its preview shows. Memory for downloads
 * and the commands that a model lacks are not known for certain, and left out.
 */
export const PRINTER_MODELS: readonly PrinterModel[] = [
  { names: ['ZD220', 'ZD230'], widthsMm: { 203: 104 } },
  { names: ['ZD411'], widthsMm: { 203: 56, 300: 56 } },
  { names: ['ZD420', 'ZD421'], widthsMm: { 203: 104, 300: 108 } },
  { names: ['ZD620', 'ZD621'], widthsMm: { 203: 104, 300: 108 } },
  { names: ['GK420', 'GX420'], widthsMm: { 203: 104 } },
  { names: ['GX430'], widthsMm: { 300: 104 } },
  { names: ['ZT230', 'ZT231'], widthsMm: { 203: 104, 300: 104 } },
  { names: ['ZT410', 'ZT411'], widthsMm: { 203: 104, 300: 104, 600: 104 } },
  { names: ['ZT420', 'ZT421'], widthsMm: { 203: 168, 300: 168 } },
  { names: ['ZT510'], widthsMm: { 203: 104, 300: 104 } },
  { names: ['ZT610'], widthsMm: { 203: 104, 300: 104, 600: 104 } },
  { names: ['ZT620'], widthsMm: { 203: 168, 300: 168 } },
  { names: ['ZQ520', 'ZQ521'], widthsMm: { 203: 104 } },
  { names: ['ZQ610'], widthsMm: { 203: 48 } },
  { names: ['ZQ620', 'QLN320'], widthsMm: { 203: 72 } },
];

/** A model by one of its names. */
export type NamedModel = Pick<PrinterModel, 'widthsMm'> & { readonly name: string };

/** The model of a name such as `ZD621` or `gk420d`; undefined if it is not known. */
export function printerModel(given: string): NamedModel | undefined {
  const upper = given.toUpperCase();
  for (const { names, widthsMm } of PRINTER_MODELS) {
    const name = names.find((one) => one === upper || one === upper.replace(/[A-Z]$/, ''));
    if (name !== undefined) return { name, widthsMm };
  }
  return undefined;
}

/** The resolutions of a model in dots per inch, from the coarsest on. */
export function resolutionsOf({ widthsMm }: Pick<PrinterModel, 'widthsMm'>): readonly number[] {
  return Object.keys(widthsMm).map(Number);
}
