import type { LabelSize } from '../../units.ts';
import type { OpenedLabel } from '../workspace/workspace.ts';
import type { UnsavedLabel } from './unsaved-label.ts';

/** What a link holds: a label with its values. */
interface LinkedLabel
  extends Pick<OpenedLabel, 'name' | 'zpl' | 'encoding' | 'fieldTransforms' | 'dynamicTokens'> {
  readonly size: LabelSize;
  readonly variables: Readonly<Record<string, string>>;
}

/** What of the page a link takes. */
interface Edited {
  readonly label: OpenedLabel;
  readonly text: string;
  readonly size: LabelSize;
  readonly variables: LinkedLabel['variables'];
}

const PREFIX = '#label=';

/**
 * The fragment of an address that holds the label as it is edited, with its values: browsers send no fragment to a server.
 * Any studio opens it.
 */
export async function permalink({ label, text, size, variables }: Edited): Promise<string> {
  const { name, encoding, fieldTransforms, dynamicTokens } = label;
  const linked: LinkedLabel = { name, zpl: text, encoding, size, fieldTransforms, dynamicTokens, variables };
  const packed = await through(new Blob([JSON.stringify(linked)]), new CompressionStream('deflate-raw'));
  const bytes = Array.from(new Uint8Array(packed), (byte) => String.fromCharCode(byte));
  const base64 = btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return PREFIX + base64;
}

/** The label of a fragment and its values; null where it holds none, or not a whole one. */
export async function linkedLabel(hash: string): Promise<UnsavedLabel | null> {
  if (!hash.startsWith(PREFIX)) return null;
  try {
    const base64 = hash.slice(PREFIX.length).replaceAll('-', '+').replaceAll('_', '/');
    const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bytes = await through(new Blob([packed]), new DecompressionStream('deflate-raw'));
    const { variables, ...linked } = JSON.parse(new TextDecoder().decode(bytes)) as LinkedLabel;
    const nowhere = { id: '', kind: 'bundle', place: '', outputFormat: 'vector', revision: null } as const;
    return { label: { ...linked, ...nowhere }, variables };
  } catch {
    return null;
  }
}

function through(blob: Blob, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(blob.stream().pipeThrough(stream)).arrayBuffer();
}
