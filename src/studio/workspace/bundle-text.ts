import { elementsAt, type JsonMember, type JsonPlace, membersAt, solid } from './json-places.ts';
import type { LabelContent } from './workspace.ts';

/** A bundle as its file has it, with any members. */
export type RawBundle = Readonly<Record<string, unknown>>;

/** The bundles of a file, and a way to write them in the style of the file. */
export interface BundleFile {
  readonly bundles: readonly RawBundle[];
  /** The file with one bundle changed. Only values that differ are written, so that a diff shows just these. */
  write(index: number, bundle: RawBundle): string;
}

/** Reads one bundle, an array of them, or JSON Lines; null for anything else. */
export function readBundles(text: string): BundleFile | null {
  const value = parsed(text.startsWith('\uFEFF') ? text.slice(1) : text);
  const places = (): readonly JsonPlace[] => placesIn(text, value);
  const bundles =
    value === undefined ? places().map(({ start, end }) => parsed(text.slice(start, end))) : value;
  const all = Array.isArray(bundles) ? bundles : [bundles];
  if (!isEach(all)) return null;
  return {
    bundles: all,
    write: (index, bundle) =>
      changedJson(text, places()[index] as JsonPlace, all[index] as RawBundle, bundle),
  };
}

/** The places of a text's bundles: of the whole value, or of its lines if the text is not one value. */
function placesIn(text: string, value: unknown): readonly JsonPlace[] {
  const begin = text.startsWith('\uFEFF') ? 1 : 0;
  const start = solid(text, begin);
  if (Array.isArray(value)) return elementsAt(text, start);
  return value === undefined ? linesOf(text, begin) : [{ start, end: text.length }];
}

/** The bundle with new content; its revision, if it has one, is increased. */
export function changedBundle(
  bundle: RawBundle,
  { zpl, size, fieldTransforms, examples }: LabelContent,
): RawBundle {
  const transforms =
    Array.isArray(fieldTransforms) && fieldTransforms.length === 0 ? undefined : fieldTransforms;
  return {
    ...bundle,
    ...nextRevision(bundle),
    ...(size === null ? {} : { width: size.widthMm, height: size.heightMm, dpi: size.dpi }),
    zpl,
    ...('field_transforms' in bundle || transforms !== undefined
      ? { field_transforms: fieldTransforms }
      : {}),
    ...(examples === null ? {} : { examples: changedExamples(bundle, examples) }),
  };
}

/** The example values of a bundle; numbers and booleans as text. */
export function examplesOf(bundle: RawBundle): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(rawExamples(bundle)).flatMap(([name, value]) =>
      ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
    ),
  );
}

/** The changed examples of a bundle. Equal ones keep their written form. */
function changedExamples(bundle: RawBundle, examples: Readonly<Record<string, string>>): RawBundle {
  const raw = rawExamples(bundle);
  const before = examplesOf(bundle);
  const kept = Object.entries(raw).filter(([name]) => examples[name] === before[name]);
  return { ...examples, ...Object.fromEntries(kept) };
}

function rawExamples({ examples }: RawBundle): RawBundle {
  const isObject = typeof examples === 'object' && examples !== null && !Array.isArray(examples);
  return isObject ? (examples as RawBundle) : {};
}

/** The bundle with another name; its revision, if it has one, is increased. */
export function renamedBundle(bundle: RawBundle, name: string): RawBundle {
  if (bundle['name'] === name) return bundle;
  return { ...bundle, ...nextRevision(bundle), name };
}

function nextRevision({ revision }: RawBundle): RawBundle {
  return typeof revision === 'number' ? { revision: revision + 1 } : {};
}

/** A bundle as a file of its own. */
export function bundleText(bundle: RawBundle): string {
  return `${JSON.stringify(bundle, null, 2)}\n`;
}

/** The JSON with other values in the object at a place. New members come last. */
function changedJson(json: string, { start }: JsonPlace, before: RawBundle, after: RawBundle): string {
  const members = membersAt(json, start);
  const last = members.at(-1) as JsonMember;
  // The white space between members: a line end and an indentation, or a space.
  const space = json.slice(json.slice(0, last.nameStart).trimEnd().length, last.nameStart);
  const changes = Object.entries(after).flatMap(([name, value]) => {
    const text = JSON.stringify(value);
    if (text === JSON.stringify(before[name])) return [];
    // The last of several members with one name counts.
    const member = members.findLast((each) => each.name === name);
    if (member !== undefined) return [{ start: member.start, end: member.end, text }];
    return [{ start: last.end, end: last.end, text: `,${space}${JSON.stringify(name)}: ${text}` }];
  });
  // From the end, so that earlier places stay valid.
  return changes
    .toReversed()
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), json);
}

/** The lines that are not empty. */
function linesOf(text: string, from: number): readonly JsonPlace[] {
  const lines: JsonPlace[] = [];
  for (let start = solid(text, from); start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found === -1 ? text.length : found;
    lines.push({ start, end });
    start = solid(text, end);
  }
  return lines;
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

/** Whether a value has the required members of a bundle; the reader of bundles checks the rest. */
function isBundle(value: unknown): value is RawBundle {
  return typeof value === 'object' && value !== null && 'name' in value && 'width' in value && 'zpl' in value;
}
