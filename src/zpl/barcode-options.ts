import type { BarcodeCommand, UsedParameter } from './command-table/command-table.ts';
import type { Parameter, TextParameter } from './command-table/entry.ts';

export type { BarcodeCommand } from './command-table/command-table.ts';

type CamelCase<S extends string> = S extends `${infer Head} ${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : S;

/** The value of a parameter: undefined where it is missing and the symbol decides. */
type ValueOf<P extends Parameter> = P extends { readonly kind: 'flag' }
  ? boolean
  : P extends { readonly kind: 'choice'; readonly choices: Readonly<Record<infer L, string>> }
    ? L
    : P extends TextParameter
      ? string
      : P extends { readonly fallback: infer F }
        ? number | F
        : never;

/**
 * The parameters of each barcode command that are used, by their names, which have no spaces; without the
 * orientation.
 */
export type BarcodeOptions = {
  readonly [C in BarcodeCommand]: {
    readonly [P in UsedParameter<C> as Exclude<CamelCase<P['name']>, 'orientation'>]: ValueOf<P>;
  };
};
