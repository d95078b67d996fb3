import type { DataSource } from './data-source.ts';
import type { DataSyntax } from './data-syntax.ts';

/** A field that shows data with placeholders: its own, that of its `^FN` number, or what `^FE` embeds. */
export interface ShownData {
  readonly syntax: DataSyntax;
  readonly source: DataSource;
  readonly embed: {
    readonly indicator: string;
    readonly sources: Readonly<Record<number, DataSource>>;
  } | null;
}

/** Results for the data that a field embeds: made once for each field number, at its first use. */
export class EmbeddedData<Made> {
  readonly #sources: Readonly<Record<number, DataSource>>;
  readonly #make: (source: DataSource) => Made;
  readonly #made = new Map<number, Made>();

  constructor(sources: Readonly<Record<number, DataSource>>, make: (source: DataSource) => Made) {
    this.#sources = sources;
    this.#make = make;
  }

  /** Undefined for a number that no data was given to. */
  of(fieldNumber: number): Made | undefined {
    const source = this.#sources[fieldNumber];
    if (source !== undefined && !this.#made.has(fieldNumber)) this.#made.set(fieldNumber, this.#make(source));
    return this.#made.get(fieldNumber);
  }

  /** In the order in which they were asked for. */
  get made(): readonly Made[] {
    return [...this.#made.values()];
  }
}
