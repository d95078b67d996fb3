import type { LabelContent } from './workspace.ts';

/** A bundle as it stands in its file, members that bundles do not have included. */
export type RawBundle = Readonly<Record<string, unknown>>;

/** The values of a file of bundles, and how to write them as the file is written. */
export interface BundleFile {
  readonly bundles: readonly RawBundle[];
  /** The file with another bundle in one place; what is not changed keeps its form, so that a diff shows what was. */
  write(index: number, bundle: RawBundle): string;
}

/** Reads one bundle, an array of them, or JSON Lines; null for anything else. */
export function readBundles(text: string): BundleFile | null {
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const value = parsed(json);
  if (Array.isArray(value)) return isEach(value) ? array(value, json) : null;
  if (value !== undefined) return isBundle(value) ? single(value, json) : null;
  const lines = json.split('\n');
  const places = lines.flatMap((line, at) => (line.trim() === '' ? [] : [at]));
  const values = places.map((at) => parsed(lines[at] as string));
  if (!isEach(values)) return null;
  return {
    bundles: values,
    write: (index, bundle) =>
      lines.with(places[index] as number, JSON.stringify(bundle) + lineEnd(json).slice(0, -1)).join('\n'),
  };
}

/** The bundle with the content, and a revision that is one more if it has one. */
export function changedBundle(bundle: RawBundle, { zpl, size, fieldTransforms }: LabelContent): RawBundle {
  const { revision } = bundle;
  const transforms =
    Array.isArray(fieldTransforms) && fieldTransforms.length === 0 ? undefined : fieldTransforms;
  return {
    ...bundle,
    ...(typeof revision === 'number' ? { revision: revision + 1 } : {}),
    ...(size === null ? {} : { width: size.widthMm, height: size.heightMm, dpi: size.dpi }),
    zpl,
    ...('field_transforms' in bundle || transforms !== undefined
      ? { field_transforms: fieldTransforms }
      : {}),
  };
}

/** A bundle as a file of its own. */
export function bundleText(bundle: RawBundle): string {
  return `${JSON.stringify(bundle, null, 2)}\n`;
}

function single(bundle: RawBundle, json: string): BundleFile {
  return { bundles: [bundle], write: (_, changed) => written(changed, json) };
}

function array(bundles: readonly RawBundle[], json: string): BundleFile {
  return { bundles, write: (index, changed) => written(bundles.with(index, changed), json) };
}

/** With the indentation, the line ends and the last line of the text before. */
function written(value: unknown, before: string): string {
  const [, indentation] = /^\s*[[{]\r?\n([ \t]+)/.exec(before) ?? [];
  const end = lineEnd(before);
  const text = JSON.stringify(value, null, indentation).replaceAll('\n', end);
  return /\n\s*$/.test(before) ? text + end : text;
}

function lineEnd(text: string): '\r\n' | '\n' {
  return text.includes('\r\n') ? '\r\n' : '\n';
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return undefined;
  }
}

function isEach(values: readonly unknown[]): values is readonly RawBundle[] {
  return values.length > 0 && values.every(isBundle);
}

/** What a bundle has to have; the rest is checked where it is read. */
function isBundle(value: unknown): value is RawBundle {
  return typeof value === 'object' && value !== null && 'name' in value && 'width' in value && 'zpl' in value;
}
