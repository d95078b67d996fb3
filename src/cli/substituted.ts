import { compile } from '../template/compile.ts';
import { wallClock } from '../wall-clock.ts';
import { type ByteString, byteStringOf } from '../zpl/byte-string.ts';

/**
 * The stream of a file or a bundle, with values in place of its tokens; without values as it stands.
 *
 * @throws FailureError as substituting does.
 */
export async function substituted(
  bytes: Uint8Array,
  {
    fieldTransforms = [],
    dynamicTokens = [],
  }: { readonly fieldTransforms?: unknown; readonly dynamicTokens?: readonly string[] },
  variables: Readonly<Record<string, string>> | null,
): Promise<ByteString> {
  const source = byteStringOf(bytes);
  if (variables === null) return source;
  const { substitute } = await import('../template/substitute.ts');
  return substitute(compile({ zpl: source, fieldTransforms, dynamicTokens }), variables, {
    now: wallClock(Date.now()),
  });
}
