import { toByteString } from '../../../src/zpl/byte-string.ts';
import type { Element, Label } from '../../../src/zpl/label.ts';
import { type ParseOptions, type ParseResult, parse } from '../../../src/zpl/parse.ts';

/** Parses text as an 8 dots per millimetre printer does. */
export function read(zpl: string, options: Partial<ParseOptions> = {}): ParseResult {
  return parse(toByteString(zpl), { dotsPerMm: 8, ...options });
}

/** The only label of a stream that must have one. */
export function readLabel(zpl: string, options?: Partial<ParseOptions>): Label {
  const { labels } = read(zpl, options);
  if (labels.length !== 1) throw new Error(`${labels.length} labels instead of one`);
  return labels[0] as Label;
}

/** The elements between `^XA` and `^XZ`. */
export function readElements(body: string, options?: Partial<ParseOptions>): readonly Element[] {
  return readLabel(`^XA${body}^XZ`, options).elements;
}

/** The only element of that kind. */
export function readOne<K extends Element['kind']>(
  kind: K,
  body: string,
  options?: Partial<ParseOptions>,
): Element & { kind: K } {
  const found = readElements(body, options).filter((element) => element.kind === kind);
  if (found.length !== 1) throw new Error(`${found.length} ${kind} elements instead of one`);
  return found[0] as Element & { kind: K };
}

/** Texts that every text element prints, in order. */
export function readTexts(body: string, options?: Partial<ParseOptions>): string[] {
  return readElements(body, options).flatMap((element) => (element.kind === 'text' ? [element.text] : []));
}

/** Reasons of the stream's diagnostics, with their commands. */
export function readReasons(zpl: string, options?: Partial<ParseOptions>): string[] {
  return read(zpl, options).diagnostics.map(({ command, reason }) => `${command} ${reason}`);
}
