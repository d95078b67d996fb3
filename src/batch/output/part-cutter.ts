import type { OutputPiece, RenderedRows } from '../stages.ts';

/** Opens and ends parts. Numbers count from 1. */
export interface PartMaker<Part> {
  open(number: number): Promise<Part>;
  /** Called when the part is whole. */
  end(number: number, part: Part): Promise<void>;
}

/** Divides rendered rows into parts of equally many rows of the input, by their numbers. */
export class PartCutter<Part extends { add(piece: OutputPiece): Promise<void> }> {
  readonly #rows: number;
  readonly #maker: PartMaker<Part>;
  /** The open part; null between two parts. A part that fails to end stays open, so that it can be closed. */
  #open: { readonly number: number; readonly part: Part } | null = null;

  constructor(rows: number, maker: PartMaker<Part>) {
    this.#rows = rows;
    this.#maker = maker;
  }

  get part(): Part | null {
    return this.#open?.part ?? null;
  }

  /** Goes on with a part of an earlier run. */
  goOn(number: number, part: Part): void {
    this.#open = { number, part };
  }

  /** Takes the next rows. Returns the number of the last part whose rows have all come, even if all failed. */
  async write({ firstRow, rows, pieces }: RenderedRows): Promise<number> {
    for (const piece of pieces) {
      if (piece.bytes.length === 0 && piece.pages.length === 0) continue;
      const number = Math.ceil(piece.firstRow / this.#rows);
      if (this.#open?.number !== number) await this.end();
      this.#open ??= { number, part: await this.#maker.open(number) };
      await this.#open.part.add(piece);
    }
    const whole = Math.floor((firstRow + rows - 1) / this.#rows);
    if (this.#open !== null && this.#open.number <= whole) await this.end();
    return whole;
  }

  async end(): Promise<void> {
    if (this.#open === null) return;
    const { number, part } = this.#open;
    await this.#maker.end(number, part);
    this.#open = null;
  }
}
