/** The used part of WebAssembly, which the compiler's types of Node.js leave out. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (
    module: object,
    imports: Readonly<Record<string, Readonly<Record<string, (...numbers: number[]) => number | void>>>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
}

export const { Module, Instance } = (globalThis as unknown as { readonly WebAssembly: WebAssemblyApi })
  .WebAssembly;

export interface Memory {
  readonly buffer: ArrayBuffer;
  /** @throws RangeError when there is no more. */
  grow(pages: number): number;
}

/** Functions that can be called by their index. */
export interface Table {
  grow(entries: number): number;
  set(index: number, callable: unknown): void;
}
