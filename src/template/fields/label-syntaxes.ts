import type { Encoding } from '../../zpl/encoding.ts';
import type { DataSource } from './data-source.ts';
import { type DataSyntax, escapesOf } from './data-syntax.ts';
import type { DataCommand } from './dry-run.ts';
import { type EscapingRules, type FieldEscaping, makeEscaping } from './field-escaping.ts';

/** The syntaxes in which one label's fields read data, and the escapings made for them. */
export class LabelSyntaxes {
  readonly #escapings = new Map<string, FieldEscaping>();
  readonly #encodings = new Map<Encoding, number>();

  /** The syntaxes of all fields that show the data, those of barcodes last; plain text if no field shows it. */
  of({ uses, encoding }: DataCommand): { syntaxes: DataSource['syntaxes']; key: string } {
    const plain = { encoding, block: null, barcode: null };
    const byKey = new Map<string, DataSyntax>();
    for (const { syntax } of uses) byKey.set(this.keyOf(syntax), syntax);
    if (byKey.size === 0) byKey.set(this.keyOf(plain), plain);
    const [first = plain, ...others] = [...byKey.values()].toSorted(
      (one, other) => Number(one.barcode !== null) - Number(other.barcode !== null),
    );
    return { syntaxes: [first, ...others], key: [...byKey.keys()].join(' ') };
  }

  /** Equal for syntaxes of one encoding, both text or both bars, that read the same escapes. */
  keyOf(syntax: DataSyntax): string {
    return `${this.idOf(syntax.encoding)}${syntax.barcode === null ? ' text' : ' bars'} ${escapesOf(syntax)}`;
  }

  /** A number for each encoding object: a `^CI` that remaps characters, which is rare, makes a new one each time. */
  idOf(encoding: Encoding): number {
    const known = this.#encodings.get(encoding) ?? this.#encodings.size;
    this.#encodings.set(encoding, known);
    return known;
  }

  /** The escaping that fields under the same rules share; `syntaxesKey` identifies their syntaxes. */
  escaping(rules: EscapingRules, syntaxesKey: string): FieldEscaping {
    const { indicator, prefixes, delimiter, everyPrefix } = rules;
    const key = JSON.stringify([indicator, prefixes, delimiter, everyPrefix, syntaxesKey]);
    let escaping = this.#escapings.get(key);
    if (escaping === undefined) {
      escaping = makeEscaping(rules);
      this.#escapings.set(key, escaping);
    }
    return escaping;
  }
}
