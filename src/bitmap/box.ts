import type { PackedBits } from './packed-bits.ts';

/** A rectangle of dots by its sides; `right` and `bottom` are the first dots beyond it. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A rectangle by its top left corner and its size, as canvases draw it. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest box that holds two. */
export function union(a: Box, b: Box): Box {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

/** The common part of two boxes; null if they share nothing. */
export function intersection(a: Box, b: Box): Box | null {
  const left = Math.max(a.left, b.left);
  const top = Math.max(a.top, b.top);
  const right = Math.min(a.right, b.right);
  const bottom = Math.min(a.bottom, b.bottom);
  return left < right && top < bottom ? { left, top, right, bottom } : null;
}

/** The smallest box that holds the black dots of `bits`, or of a part of them; null if there are none. */
export function inkBox(
  { width, height, stride, words }: PackedBits,
  { left, top, right, bottom }: Box = { left: 0, top: 0, right: width, bottom: height },
): Box | null {
  if (left >= right || top >= bottom) return null;
  const firstWord = left >> 5;
  const lastWord = (right - 1) >> 5;
  const leftMask = -1 >>> (left & 31);
  const rightMask = -1 << (31 - ((right - 1) & 31));
  const usedOf = (word: number): number =>
    (word === firstWord ? leftMask : -1) & (word === lastWord ? rightMask : -1);
  const isBlank = (row: number): boolean => {
    for (let i = firstWord; i <= lastWord; i++) {
      if (((words[row * stride + i] as number) & usedOf(i)) !== 0) return false;
    }
    return true;
  };
  // All rows are alike.
  const rows = stride === 0 ? top + 1 : bottom;
  let first = top;
  while (first < rows && isBlank(first)) first++;
  if (first === rows) return null;
  let last = rows - 1;
  while (isBlank(last)) last--;
  /** Dots that are black in some row. */
  const seenIn = (word: number): number => {
    let seen = 0;
    for (let row = first, at = first * stride + word; row <= last; row++, at += stride)
      seen |= words[at] as number;
    return seen & usedOf(word);
  };
  // Words between the outermost ones do not matter, so that a picture takes as long as its frame.
  let leftWord = firstWord;
  let leftmost = seenIn(leftWord);
  while (leftmost === 0) leftmost = seenIn(++leftWord);
  let rightWord = lastWord;
  let rightmost = rightWord === leftWord ? leftmost : seenIn(rightWord);
  while (rightmost === 0) rightmost = --rightWord === leftWord ? leftmost : seenIn(rightWord);
  return {
    left: leftWord * 32 + Math.clz32(leftmost),
    top: first,
    // The lowest bit that is set is the last dot.
    right: rightWord * 32 + Math.clz32(rightmost & -rightmost) + 1,
    bottom: stride === 0 ? bottom : last + 1,
  };
}
