import type { Diagnostic } from '../zpl/diagnostic.ts';

/** Warnings of an image: their number and their texts. */
export interface Warnings {
  readonly count: number;
  /**
   * Each text once, in printable ASCII and in alphabetical order, so that the order of drawing makes no difference. If
   * there are many, those that fit a header, and one more.
   */
  readonly texts: readonly string[];
}

export const NO_WARNINGS: Warnings = { count: 0, texts: [] };

/** The bytes that a header has for texts, and for each text. */
export const WARNINGS_BYTES = 1000;
const TEXT_BYTES = 300;

/** Warnings in the words of diagnostics: the command, and the reason. */
export function warningsOf(diagnostics: readonly Diagnostic[]): Warnings {
  return warningsIn(diagnostics.map(({ command, reason }) => `${command} ${reason}`));
}

/** Warnings with these texts. */
export function warningsIn(texts: readonly string[]): Warnings {
  if (texts.length === 0) return NO_WARNINGS;
  return { count: texts.length, texts: firstOf(texts.map(inAscii)) };
}

/** The union of warnings. */
export function joinWarnings(all: readonly Warnings[]): Warnings {
  const some = all.filter(({ count }) => count > 0);
  if (some.length < 2) return some[0] ?? NO_WARNINGS;
  return {
    count: some.reduce((sum, { count }) => sum + count, 0),
    texts: firstOf(some.flatMap(({ texts }) => texts)),
  };
}

/** One line of printable characters. */
function inAscii(text: string): string {
  const line = text.replace(/[^\x20-\x7e]/gu, '?');
  return line.length <= TEXT_BYTES ? line : `${line.slice(0, TEXT_BYTES - 3)}...`;
}

/**
 * Texts, each once, up to the first for which there is no room. That one stays, so that a later one does not take its
 * place when shortened lists are joined.
 */
function firstOf(texts: readonly string[]): readonly string[] {
  const sorted = [...new Set(texts)].toSorted();
  let bytes = 0;
  const last = sorted.findIndex((text) => (bytes += text.length) > WARNINGS_BYTES);
  return last < 0 ? sorted : sorted.slice(0, last + 1);
}
