import { COMMAND_TABLE } from '../zpl/command-table/command-table.ts';
import type { Drive } from '../zpl/drives.ts';

/** Models of printers that print the same widths and have as much memory. */
export interface PrinterModel {
  /** Without the letter for the kind of print: GK420d is GK420. */
  readonly names: readonly [string, ...string[]];
  /** The greatest width that is printed, in millimetres, by the resolutions that the models are sold with. */
  readonly widthsMm: Readonly<Record<number, number>>;
  /** Memory for objects that labels store, in KB of 1024 bytes, by drive; drives of unknown size are missing. */
  readonly memoryKb?: Readonly<Partial<Record<Drive, number>>>;
  /** The file in which a printer's own report of its memory is published. */
  readonly memorySource?: string;
}

/**
 * Zebra's printers. Widths are those that TAKMA, which repairs and sells Zebra's printers, gives for the print heads of
 * these part numbers (takma.com.pl), or on its page of the printer (serwis-zebry.pl). The 832 dots of a ZD621 at 203
 * dpi are those of its preview too. Memory is what printers report about themselves (`^HH`, `^HZ`, `~HI`, `~HM`) in
 * files that their owners published; data sheets give the chips, not the part that labels may fill. Models and drives
 * without a source are left out.
 */
export const PRINTER_MODELS: readonly PrinterModel[] = [
  // P1115690
  { names: ['ZD220', 'ZD230'], widthsMm: { 203: 104 } },
  // Page of the ZD411d; P1117258-232
  {
    names: ['ZD411'],
    widthsMm: { 203: 56, 300: 54 },
    memoryKb: { R: 8176, E: 65_536 },
    memorySource:
      'https://github.com/Cellivar/WebZLP/blob/e45b778964afbf2e06839e52e90a54c5f0d20991/src/Languages/Zpl/test_files/ZD411.xml',
  },
  // P1112640-218, -219
  { names: ['ZD421'], widthsMm: { 203: 104, 300: 104 } },
  // P1112640-240, -241
  {
    names: ['ZD621'],
    widthsMm: { 203: 104, 300: 104 },
    memoryKb: { R: 8176 },
    memorySource:
      'https://github.com/ormaq/Zebra-print/blob/e56e8a2e451b1b753636321ee95858108afdca44/zpl-capture-proxy/zpl_capture_proxy/printer_info.json',
  },
  // 105934-038
  { names: ['GK420', 'GX420'], widthsMm: { 203: 104 } },
  // 105934-039
  { names: ['GX430'], widthsMm: { 300: 104 } },
  // P1037974-010, -011
  {
    names: ['ZT230'],
    widthsMm: { 203: 104, 300: 104 },
    memoryKb: { R: 4096, E: 32_768 },
    memorySource:
      'https://github.com/Neitan96/Py-ZPL-Commander/blob/fe20791efd290cf30c4ac90b1d60fea996a0d05c/pyzplcommander/printers.py',
  },
  // Manual of the ZT231
  { names: ['ZT231'], widthsMm: { 203: 104, 300: 104 } },
  // P1058930-009, -010, -011
  { names: ['ZT410'], widthsMm: { 203: 104, 300: 104, 600: 104 } },
  {
    names: ['ZT411'],
    widthsMm: { 203: 104, 300: 104, 600: 104 },
    memoryKb: { R: 8176, E: 65_536 },
    memorySource:
      'https://github.com/brianzinn/browserprint-es/blob/b9f748520caf2953e0b5f4c3f5d9195050f89b76/test/printer.spec.ts',
  },
  // P1058930-012, -013
  { names: ['ZT420', 'ZT421'], widthsMm: { 203: 168, 300: 168 } },
  // P1083347-005, -006
  { names: ['ZT510'], widthsMm: { 203: 104, 300: 104 } },
  // P1083320-010, -011, -012
  { names: ['ZT610'], widthsMm: { 203: 104, 300: 104, 600: 104 } },
  // P1083320-015, -016
  { names: ['ZT620'], widthsMm: { 203: 168, 300: 168 } },
  // Pages of the ZQ511, the ZQ610 Plus and the ZQ620 Plus
  { names: ['ZQ511'], widthsMm: { 203: 72 } },
  { names: ['ZQ610'], widthsMm: { 203: 48 } },
  { names: ['ZQ620'], widthsMm: { 203: 72 } },
];

/** The printer that a label is for. */
export interface TargetPrinter extends Pick<PrinterModel, 'widthsMm' | 'memoryKb'> {
  readonly name: string;
  /** Canonical names of commands that the printer does not have. */
  readonly lacks: readonly string[];
}

/** The model of a name such as `ZD621` or `gk420d`; undefined if it is not known. */
export function printerModel(given: string): TargetPrinter | undefined {
  const upper = given.toUpperCase();
  for (const { names, widthsMm, memoryKb = {} } of PRINTER_MODELS) {
    const name = names.find((one) => one === upper || one === upper.replace(/[A-Z]$/, ''));
    if (name !== undefined) return { name, widthsMm, memoryKb, lacks: commandsWithout(name) };
  }
  return undefined;
}

/** All models, each by its own name. */
export function knownPrinters(): readonly TargetPrinter[] {
  return PRINTER_MODELS.flatMap(({ names }) => names.flatMap((name) => printerModel(name) ?? []));
}

/** The resolutions of a printer in dots per inch, from the coarsest on. */
export function resolutionsOf({ widthsMm }: Pick<PrinterModel, 'widthsMm'>): readonly number[] {
  return Object.keys(widthsMm).map(Number);
}

/** Commands that Zebra's guide has for other printers only. */
function commandsWithout(printer: string): readonly string[] {
  return [...COMMAND_TABLE].flatMap(([name, { onlyOn }]) =>
    onlyOn === undefined || onlyOn.includes(printer) ? [] : [name],
  );
}
