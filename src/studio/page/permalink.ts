import type { LabelSize } from '../../units.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import { decodeBase64, encodeBase64 } from './base64.ts';
import { NOWHERE, type UnsavedLabel } from './unsaved-label.ts';

/** The content of a link: a label with its values. */
interface LinkedLabel
  extends Pick<OpenedLabel, 'name' | 'zpl' | 'encoding' | 'fieldTransforms' | 'dynamicTokens'> {
  readonly size: LabelSize;
  readonly variables: Readonly<Record<string, string>>;
}

/** The part of the page's state that a link holds. */
interface Edited {
  readonly label: OpenedLabel;
  readonly text: string;
  readonly size: LabelSize;
  readonly variables: LinkedLabel['variables'];
}

const PREFIX = '#label=';

/** The most bytes of a label in a link, which anybody can make. Browsers take no longer addresses. */
const BYTES_MAX = 8 * 1024 * 1024;

/**
 * The fragment of an address that holds the edited label with its values. Browsers send no fragment to a server; any
 * studio opens the label.
 */
export async function permalink({ label, text, size, variables }: Edited): Promise<string> {
  const { name, encoding, fieldTransforms, dynamicTokens } = label;
  const linked: LinkedLabel = { name, zpl: text, encoding, size, fieldTransforms, dynamicTokens, variables };
  const packed = await through(new Blob([JSON.stringify(linked)]), new CompressionStream('deflate-raw'));
  return PREFIX + encodeBase64(packed).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The label of a fragment with its values; null for any other fragment. Rejects if the label is incomplete. */
export async function linkedLabel(hash: string): Promise<UnsavedLabel | null> {
  if (!hash.startsWith(PREFIX)) return null;
  const value = await unpacked(hash.slice(PREFIX.length)).catch(() => null);
  if (!isLinked(value)) throw new Error('The link is incomplete: copy all of it.');
  const { variables, name, zpl, encoding, size, fieldTransforms, dynamicTokens } = value;
  return { label: { ...NOWHERE, name, zpl, encoding, size, fieldTransforms, dynamicTokens }, variables };
}

async function unpacked(base64url: string): Promise<unknown> {
  const base64 = base64url.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = await through(new Blob([decodeBase64(base64)]), new DecompressionStream('deflate-raw'));
  return JSON.parse(new TextDecoder().decode(bytes));
}

function isLinked(value: unknown): value is LinkedLabel {
  const { name, zpl, encoding, size, dynamicTokens, variables } = (value ?? {}) as Partial<LinkedLabel>;
  return (
    typeof name === 'string' &&
    typeof zpl === 'string' &&
    (encoding === 'utf-8' || encoding === 'bytes') &&
    [size?.widthMm, size?.heightMm, size?.dpi].every((side) => typeof side === 'number') &&
    Array.isArray(dynamicTokens) &&
    dynamicTokens.every((token) => typeof token === 'string') &&
    typeof variables === 'object' &&
    Object.values(variables ?? {}).every((each) => typeof each === 'string')
  );
}

/** Sends bytes through a stream. Rejects as soon as the result has too many bytes. */
async function through(blob: Blob, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = blob.stream().pipeThrough(stream).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    if (length > BYTES_MAX) throw new Error(`the label has more than ${BYTES_MAX} bytes`);
    parts.push(read.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
