import { traceLabels } from '../../../../src/engine/traced-labels.ts';
import { toByteString } from '../../../../src/zpl/byte-string.ts';

const SIZE = { widthMm: 100, heightMm: 100, dpi: 203 };

/** The rows of dots of each label of a stream, as text that can be compared. */
export function drawnRows(zpl: string): readonly (readonly string[])[] {
  const options = { now: new Date(0), deadline: () => false };
  const { labels } = traceLabels(toByteString(zpl), SIZE, { first: 0, count: 9 }, options);
  return labels.map(({ bitmap: { words, stride, height } }) =>
    Array.from({ length: height }, (_, y) => words.subarray(y * stride, (y + 1) * stride).join()),
  );
}

/** The numbers of the rows in which two labels differ. */
export function differingRows(a: readonly string[] = [], b: readonly string[] = []): readonly number[] {
  return a.flatMap((row, y) => (row === b[y] ? [] : [y]));
}
