import type { ByteString } from './byte-string.ts';
import { commandsOf } from './tokenize.ts';

/** The sides that the last `^PW` and `^LL` of a stream give, as they are written: mostly dots. Null for none. */
export function declaredSides(source: ByteString): {
  readonly width: number | null;
  readonly height: number | null;
} {
  const sides: { width: number | null; height: number | null } = { width: null, height: null };
  for (const { name, params } of commandsOf(source)) {
    const number = Number.parseInt(params, 10);
    if (!(number > 0)) continue;
    if (name === '^PW') sides.width = number;
    if (name === '^LL') sides.height = number;
  }
  return sides;
}
