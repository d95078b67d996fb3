import {
  always,
  type Bounds,
  character,
  choice,
  decimal,
  flag,
  length,
  type Option,
  type ParameterSource,
  quietWhole,
  whole,
  wholeIfGiven,
} from './barcode-options.ts';

/** A command that makes a barcode of field data. */
interface BarcodeDescriptor {
  readonly options: Readonly<Record<string, Option<unknown>>>;
  /** Bounds that only a warning comes of, by the position of their parameter. */
  readonly warned?: Readonly<Record<number, Bounds>>;
  /** It is never rotated. */
  readonly isUpright?: true;
  /** `^FM` has several places for it; other fields do not heed it. */
  readonly isSeries?: true;
  /** The magnification that another barcode command of the same field takes for its module width. */
  readonly magnificationAt?: number;
}

const AZTEC = {
  options: {
    magnification: wholeIfGiven(1, [1, 10]),
    size: quietWhole(3, [0, 300], 0),
    readerInit: flag(4, false),
  },
  warned: { 5: [1, 26] },
} as const satisfies BarcodeDescriptor;

/** Bars of digits and letters: their height, and the line of text below or above. */
const BARS = { height: length(1), line: flag(2, true), above: flag(3, false) };

/** The same where the check digit is chosen before them. */
const CHECKED_BARS = { check: flag(1, false), height: length(2), line: flag(3, true), above: flag(4, false) };

/** The commands, with all that their parameters say. What is printed for them, `src/barcode` knows. */
const COMMANDS = {
  '^B0': AZTEC,
  '^BO': AZTEC,
  '^B1': { options: CHECKED_BARS },
  '^B2': { options: { ...BARS, check: flag(4, false) } },
  '^B3': { options: CHECKED_BARS },
  '^B4': {
    options: {
      /** Modules. */
      height: wholeIfGiven(1, [1, 1000]),
      line: choice(2, ['A', 'B'], null),
      startingMode: choice(3, ['0', '1', '2', '3', '4', '5'], null),
    },
  },
  '^B5': { options: { ...BARS, line: flag(2, false) } },
  '^B7': {
    isSeries: true,
    options: {
      rowHeight: length(1),
      level: whole(2, [0, 8], 0),
      columns: whole(3, [0, 30], 0),
      rows: whole(4, [0, 90], 0),
      truncated: flag(5, false),
    },
  },
  '^B8': { options: BARS },
  '^B9': { options: { ...BARS, showCheck: flag(4, true) } },
  '^BA': { options: { ...BARS, showChecks: flag(4, false) } },
  '^BB': {
    options: {
      rowHeight: whole(1, [2, 32_000], 8),
      check: flag(2, true),
      columns: whole(3, [0, 62], 0),
      rows: whole(4, [0, 44], 0),
      mode: choice(5, ['A', 'E'], 'F'),
    },
  },
  '^BC': { options: { ...BARS, check: flag(4, false), mode: choice(5, ['U', 'A', 'D'], 'N') } },
  '^BD': {
    isUpright: true,
    options: { mode: whole(0, [2, 6], 2) },
    warned: { 1: [1, 8], 2: [1, 8] },
  },
  '^BE': { options: BARS },
  '^BF': { isSeries: true, options: { rowHeight: length(1, [1, 9999]), mode: whole(2, [0, 33], 0) } },
  '^BI': { options: BARS },
  '^BJ': { options: BARS },
  '^BK': {
    options: {
      height: length(2),
      line: flag(3, true),
      above: flag(4, false),
      start: choice(5, ['A', 'B', 'C', 'D'], 'A'),
      stop: choice(6, ['A', 'B', 'C', 'D'], 'A'),
    },
  },
  '^BL': { options: { height: length(1), line: always<boolean>(true), above: flag(2, false) } },
  '^BM': {
    options: {
      check: choice(1, ['A', 'C', 'D'], 'B'),
      height: length(2),
      line: flag(3, true),
      above: flag(4, false),
      showChecks: flag(5, false),
    },
  },
  '^BP': { options: CHECKED_BARS },
  '^BQ': {
    isUpright: true,
    magnificationAt: 2,
    options: { model: choice(1, ['1'], '2'), magnification: wholeIfGiven(2, [1, 100]) },
    warned: { 1: [1, 2], 4: [0, 7] },
  },
  '^BR': {
    options: {
      type: whole(1, [1, 12], 1),
      magnification: wholeIfGiven(2, [1, 10]),
      separator: length(3, [1, 2]),
      height: length(4),
      segments: whole(5, [2, 22], 22),
    },
  },
  '^BS': { options: { ...BARS, above: flag(3, true) } },
  '^BT': {
    options: {
      module: length(1, [1, 10]),
      ratio: decimal(2, [2, 3], 2),
      height: length(3, [1, 9999]),
      rowHeight: length(4, [1, 255]),
      microModule: length(5, [1, 10]),
    },
  },
  '^BU': { options: { ...BARS, showCheck: flag(4, true) } },
  '^BX': {
    options: {
      module: length(1, [1, 4096]),
      quality: whole(2, [0, 200], 0),
      columns: whole(3, [0, 144], 0),
      rows: whole(4, [0, 144], 0),
      format: quietWhole(5, [0, 6], 6),
      escape: character(6, '~'),
      aspect: whole(7, [1, 2], 1),
    },
  },
  '^BZ': { options: { ...BARS, line: flag(2, false), system: choice(4, ['1', '3'], '0') } },
} as const satisfies Readonly<Record<string, BarcodeDescriptor>>;

/** Canonical names, such as `^BC`. */
export type BarcodeCommand = keyof typeof COMMANDS;

type OptionsOf<T extends BarcodeDescriptor['options']> = {
  readonly [K in keyof T]: T[K] extends Option<infer V> ? V : never;
};

/** What the parameters of each command say. */
export type BarcodeOptions = {
  readonly [C in BarcodeCommand]: OptionsOf<(typeof COMMANDS)[C]['options']>;
};

/** All barcode commands, by name. */
export const BARCODES: Readonly<Record<BarcodeCommand, BarcodeDescriptor>> = COMMANDS;

/** Every number that has bounds, in the order of the parameters. */
export function boundsOf({
  options,
  warned = {},
}: BarcodeDescriptor): readonly (readonly [at: number, ...Bounds])[] {
  const heeded = Object.values(options).flatMap(({ bounds }) => (bounds === undefined ? [] : [bounds]));
  const others = Object.entries(warned).map(([at, bounds]) => [Number(at), ...bounds] as const);
  return [...heeded, ...others].toSorted(([one], [other]) => one - other);
}

/** Reads the options of a command. */
export function optionReader<C extends BarcodeCommand>(
  command: C,
): (params: ParameterSource) => BarcodeOptions[C] {
  const readers = Object.entries(BARCODES[command].options);
  return (params) => {
    const options: Record<string, unknown> = {};
    for (const [name, option] of readers) options[name] = option.read(params);
    // Each by the reader of that name.
    return options as BarcodeOptions[C];
  };
}
