import type { Token } from '../placeholders/token.ts';
import type { DynamicField } from '../template.ts';
import type { DataSource } from './data-source.ts';
import type { ShownData } from './embedded-data.ts';

/** The indexes of tokens that name one of these variables, which are given by their keys. */
export function tokensOfVariables(
  tokens: readonly Token[],
  variables: ReadonlySet<string>,
): ReadonlySet<number> {
  const found = new Set<number>();
  for (const [index, { keys }] of tokens.entries()) {
    if (keys.some((key) => variables.has(key))) found.add(index);
  }
  return found;
}

/** Whether a field has one of these tokens. */
export function hasToken(field: DynamicField, tokens: ReadonlySet<number>): boolean {
  return field.kind === 'data'
    ? sourceHas(field, tokens)
    : field.parts.some((part) => typeof part === 'number' && tokens.has(part));
}

/** Whether what is shown has one of these tokens, in its own data or in what that embeds. */
export function showsToken({ source, embed }: ShownData, tokens: ReadonlySet<number>): boolean {
  const sources = [source, ...Object.values(embed?.sources ?? {})];
  return sources.some((one) => sourceHas(one, tokens));
}

function sourceHas({ parts }: Pick<DataSource, 'parts'>, tokens: ReadonlySet<number>): boolean {
  return parts.some(({ token }) => token !== null && tokens.has(token));
}
