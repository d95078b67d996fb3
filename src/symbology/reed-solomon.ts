/** A field of 2ⁿ elements by its logarithms, for Reed-Solomon codes. */
export interface GaloisField {
  /** Element by exponent, repeated once so that sums of two logarithms need no reduction. */
  readonly powers: Uint16Array;
  readonly logs: Uint16Array;
  readonly order: number;
}

/** The field of `size` elements in which the polynomial is zero. */
export function galoisField(size: number, polynomial: number): GaloisField {
  const order = size - 1;
  const powers = new Uint16Array(2 * order);
  const logs = new Uint16Array(size);
  for (let i = 0, element = 1; i < order; i++) {
    powers[i] = element;
    powers[i + order] = element;
    logs[element] = i;
    element <<= 1;
    if (element >= size) element ^= polynomial;
  }
  return { powers, logs, order };
}

/** Logarithms of a generator's coefficients, highest power first, without the leading one. */
export type Generator = Uint16Array;

/** (x − αᶠ)(x − αᶠ⁺¹)… with `degree` factors, f being `first`. */
export function generatorOf(field: GaloisField, degree: number, first: number): Generator {
  const { powers, logs, order } = field;
  let product = Uint16Array.of(1);
  for (let i = 0; i < degree; i++) {
    const next = new Uint16Array(product.length + 1);
    for (let k = 0; k < product.length; k++) {
      const coefficient = product[k] as number;
      next[k] = (next[k] as number) ^ coefficient;
      const log = ((logs[coefficient] as number) + first + i) % order;
      next[k + 1] = (next[k + 1] as number) ^ (coefficient === 0 ? 0 : (powers[log] as number));
    }
    product = next;
  }
  // No coefficient of these generators is zero, so each has a logarithm.
  return product.slice(1).map((coefficient) => logs[coefficient] as number);
}

/** The error correction codewords of `data`: its remainder by the generator. */
export function errorCorrection(
  field: GaloisField,
  generator: Generator,
  data: ArrayLike<number>,
): Uint16Array {
  const { powers, logs } = field;
  const degree = generator.length;
  const words = new Uint16Array(degree);
  for (let i = 0; i < data.length; i++) {
    const feedback = (data[i] as number) ^ (words[0] as number);
    if (feedback === 0) {
      words.copyWithin(0, 1);
      words[degree - 1] = 0;
      continue;
    }
    const log = logs[feedback] as number;
    for (let k = 0; k < degree - 1; k++) {
      words[k] = (words[k + 1] as number) ^ (powers[log + (generator[k] as number)] as number);
    }
    words[degree - 1] = powers[log + (generator[degree - 1] as number)] as number;
  }
  return words;
}
